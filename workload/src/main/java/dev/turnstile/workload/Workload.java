package dev.turnstile.workload;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.workload.graph.SessionGraph;

/**
 * A loaded trace: the session graph, its prompts and what was read.
 *
 * <p>Immutable; one workload may be replayed by many runs at once.
 *
 * @param graph sessions, requests and edges
 * @param prompts the prompt tree at the trace's block size
 * @param info where it comes from and what was noticed
 */
public record Workload(SessionGraph graph, PromptTree prompts, TraceInfo info) {}
