/**
 * Results that were written before, read again and compared.
 *
 * <p>Start with {@link dev.turnstile.reports.compare.StoredResults}, which reads files and folders
 * of replays and sweeps, and {@link dev.turnstile.reports.compare.StoredComparison}, which pairs
 * their runs with a baseline. {@link dev.turnstile.reports.compare.Condition} is what a script may
 * ask of the differences.
 */
@NullMarked
package dev.turnstile.reports.compare;

import org.jspecify.annotations.NullMarked;
