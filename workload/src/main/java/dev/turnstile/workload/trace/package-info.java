/**
 * Trace formats: reading, writing, detection and what was noticed while loading.
 *
 * <p>Start with {@code TraceLoader}; each format has a sub-package of its own with one {@link
 * dev.turnstile.workload.trace.TraceReader}.
 */
@NullMarked
package dev.turnstile.workload.trace;

import org.jspecify.annotations.NullMarked;
