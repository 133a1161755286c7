/**
 * Mooncake traces: one request a line, prompts as ids of 512-token blocks.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.mooncake.MooncakeReader}. {@link
 * dev.turnstile.workload.trace.mooncake.PromptFields} and {@link
 * dev.turnstile.workload.trace.mooncake.Extensions} hold the fields that agentic Mooncake shares.
 */
@NullMarked
package dev.turnstile.workload.trace.mooncake;

import org.jspecify.annotations.NullMarked;
