package dev.turnstile.workload.graph;

import org.jspecify.annotations.Nullable;

/**
 * A recorded tool call inside the gap before a request, clipped to that gap.
 *
 * @param request the request that follows the gap
 * @param beginNanos begin relative to the begin of the gap, at least 0
 * @param endNanos end relative to the begin of the gap
 * @param toolClass recorded class of the tool, or null where the span is inferred from a finish
 *     reason
 */
public record ToolSpan(int request, long beginNanos, long endNanos, @Nullable String toolClass) {}
