/**
 * Results as files that other programs read: JSON and CSV.
 *
 * <p>Start with {@link dev.turnstile.reports.data.ReportJson} and {@link
 * dev.turnstile.reports.data.RunTables}; {@link dev.turnstile.reports.data.ResultFolder} holds all
 * files of a result. Times are decimal milliseconds, ratios 0 to 1; what is not available is {@code
 * null} in JSON and empty in CSV. The same result gives the same bytes.
 */
@NullMarked
package dev.turnstile.reports.data;

import org.jspecify.annotations.NullMarked;
