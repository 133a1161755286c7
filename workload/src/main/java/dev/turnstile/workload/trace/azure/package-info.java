/**
 * Azure LLM inference traces: arrivals and token counts as CSV, without prompts or sessions.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.azure.AzureReader}.
 */
@NullMarked
package dev.turnstile.workload.trace.azure;

import org.jspecify.annotations.NullMarked;
