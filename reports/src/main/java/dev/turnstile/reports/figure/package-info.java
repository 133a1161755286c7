/**
 * What each figure of the HTML report shows: data sets taken from results, and the charts made of
 * them.
 *
 * <p>Start with {@link dev.turnstile.reports.figure.Figure}. Values are those of the result, never
 * smoothed; where there are too many to draw, a figure says what it left out. Times are
 * milliseconds. Nothing here draws.
 */
@NullMarked
package dev.turnstile.reports.figure;

import org.jspecify.annotations.NullMarked;
