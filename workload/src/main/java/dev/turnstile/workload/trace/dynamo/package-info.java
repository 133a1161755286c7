/**
 * The format {@code dynamo.request.trace.v1}: rows that a Dynamo frontend writes when a request
 * ends, with the events of agent harnesses between them.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.dynamo.DynamoTraceReader}. A row is parsed into
 * a {@code Row}, checked and kept as a {@code CapturedRequest} or a {@code ToolEvent} by {@code
 * Capture}; when all files are read, {@code Lowering} makes the session graph of them. All times
 * are nanoseconds on the capture's own clock until the graph is finished.
 *
 * <p>Nothing depends on the order of files and rows: requests are sorted by (start, end, id) before
 * anything is numbered, and warnings are given in that order.
 */
@NullMarked
package dev.turnstile.workload.trace.dynamo;

import org.jspecify.annotations.NullMarked;
