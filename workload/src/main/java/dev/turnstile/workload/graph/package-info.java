/**
 * The session graph: requests, sessions, plays and the edges that make a request ready.
 *
 * <p>Start with {@link dev.turnstile.workload.graph.SessionGraph}; readers make one with {@link
 * dev.turnstile.workload.graph.SessionGraphBuilder}. Requests are numbered in load order. Times are
 * nanoseconds relative to the first arrival of the trace.
 */
@NullMarked
package dev.turnstile.workload.graph;

import org.jspecify.annotations.NullMarked;
