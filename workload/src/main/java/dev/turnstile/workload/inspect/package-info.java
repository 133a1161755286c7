/**
 * What is in a trace: counts, gaps, sharing and warnings, as {@code sim inspect} shows them.
 *
 * <p>Start with {@link dev.turnstile.workload.inspect.Inspection#of}. Everything is computed from a
 * loaded {@link dev.turnstile.workload.Workload}; nothing is simulated. Blocks are trace blocks,
 * partial last ones included where the file names them.
 */
@NullMarked
package dev.turnstile.workload.inspect;

import org.jspecify.annotations.NullMarked;
