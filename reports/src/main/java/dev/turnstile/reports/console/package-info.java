/**
 * Results as fixed-width text for a terminal.
 *
 * <p>Start with {@link dev.turnstile.reports.console.RunSummary} for one run and {@link
 * dev.turnstile.reports.console.ComparisonTable} for several. Lines are at most 80 columns wide;
 * what is not available is a dash.
 */
@NullMarked
package dev.turnstile.reports.console;

import org.jspecify.annotations.NullMarked;
