/**
 * Timelines of runs and of captured traces as Chrome trace-event JSON, for the Perfetto UI.
 *
 * <p>Start with {@link dev.turnstile.reports.perfetto.PerfettoTrace}. A {@code Timeline} says when
 * each request began and ended and what it did meanwhile; {@code TreeWriter} draws the session
 * trees of one, {@code TraceEvents} knows the format and nothing else. Times are whole
 * microseconds, the unit of the format; every slice is at least one long and lies inside the slice
 * that encloses it.
 */
@NullMarked
package dev.turnstile.reports.perfetto;

import org.jspecify.annotations.NullMarked;
