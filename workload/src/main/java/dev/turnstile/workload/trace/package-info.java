/**
 * Trace formats: reading, writing, detection and what was noticed while loading.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.TraceLoader}. Each format has a sub-package of
 * its own with one {@link dev.turnstile.workload.trace.TraceReader}, found with {@code
 * ServiceLoader}. A reader takes its rows from {@link dev.turnstile.workload.trace.JsonLines},
 * counts in a {@link dev.turnstile.workload.trace.LoadLog} and fills a session graph and a prompt
 * tree.
 */
@NullMarked
package dev.turnstile.workload.trace;

import org.jspecify.annotations.NullMarked;
