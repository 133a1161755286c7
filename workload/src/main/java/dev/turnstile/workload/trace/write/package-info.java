/**
 * Writing traces: a workload as agentic Mooncake, Mooncake or request trace.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.write.AgenticMooncakeWriter}, the interchange
 * format, which carries every workload. {@link dev.turnstile.workload.trace.write.MooncakeWriter}
 * carries plain sessions, and {@link dev.turnstile.workload.trace.write.RequestTraceWriter} a
 * served or recorded run. All files appear whole or not at all.
 *
 * <p>Ids of blocks are labels; writers number them anew, except where the request trace keeps the
 * hashes it was read with. Times in files are milliseconds, exact to the nanosecond as decimals.
 */
@NullMarked
package dev.turnstile.workload.trace.write;

import org.jspecify.annotations.NullMarked;
