package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.graph.RequestNode;

/**
 * What is kept of a row until the graph is built.
 *
 * @param line its line
 * @param id its request id
 * @param session number of its session
 * @param timestampNanos its timestamp, or {@link RequestNode#NO_TIME}
 * @param previous index of the row before it in its session, or -1
 * @param delayNanos wait after the completion of that row
 */
record MooncakeRow(
    long line,
    String id,
    int session,
    long timestampNanos,
    int previous,
    long delayNanos,
    RequestNode.Prompt prompt,
    long outputTokens,
    RequestNode.Extras extras) {}
