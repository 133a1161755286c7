package dev.turnstile.replay.contract;

import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profile;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.Map;

/**
 * The workloads that every policy is run on; small, and the same each time.
 *
 * <p>The numbers of their requests cannot be divided by 2 or 3: a count that a policy wrongly keeps
 * from one run to the next then comes out differently for 3 workers.
 */
final class ContractWorkloads {
  static final int BLOCK_TOKENS = 64;

  private static final String NAME = "contract";

  /** Chats that come quickly one after the other and have their first words in common. */
  private static final Profile CHATS =
      Profiles.parse(
          """
          about: short chats
          system_tokens: {dist: empirical, values: [64, 200]}
          groups: 3
          first_prompt_tokens: {dist: lognormal, median: 150, p90: 400, min: 1, max: 600}
          turns: {dist: lognormal, median: 3, p90: 6, min: 1, max: 8}
          output_tokens: {dist: lognormal, median: 20, p90: 60, min: 1, max: 100}
          tool_output_tokens: {dist: lognormal, median: 30, p90: 100, min: 1, max: 200}
          tool_gap_s: {dist: lognormal, median: 0.05, p90: 0.5, min: 0, max: 2}
          parallel_tools: 1
          context_limit: 4096
          compact_to: {dist: uniform, min: 200, max: 300}
          arrivals: {process: poisson, rate: 20}
          """,
          "contract-chats");

  /** Agents that start sub-agents and wait for most of them. */
  private static final Profile AGENTS =
      Profiles.parse(
          """
          about: short agents with sub-agents
          system_tokens: 300
          groups: 1
          first_prompt_tokens: {dist: lognormal, median: 100, p90: 300, min: 10, max: 500}
          turns: {dist: lognormal, median: 6, p90: 12, min: 2, max: 16}
          output_tokens: {dist: lognormal, median: 10, p90: 30, min: 1, max: 60}
          tool_output_tokens: {dist: lognormal, median: 80, p90: 200, min: 1, max: 400}
          tool_gap_s: {dist: lognormal, median: 0.2, p90: 2, min: 0.01, max: 10}
          parallel_tools: 1
          context_limit: 2048
          compact_to: {dist: uniform, min: 400, max: 500}
          subagent_share: 0.2
          subagents_per_spawn: {dist: empirical, values: [1, 2, 3]}
          subagent_blocking_share: 0.8
          subagent:
            first_prompt_tokens: {dist: lognormal, median: 60, p90: 150, min: 10, max: 300}
            turns: {dist: lognormal, median: 2, p90: 5, min: 1, max: 6}
            output_tokens: {dist: lognormal, median: 10, p90: 30, min: 1, max: 60}
            tool_output_tokens: {dist: lognormal, median: 80, p90: 200, min: 1, max: 400}
            tool_gap_s: {dist: lognormal, median: 0.1, p90: 1, min: 0.01, max: 5}
          arrivals: {process: poisson, rate: 2}
          """,
          "contract-agents");

  private ContractWorkloads() {}

  static Workload chats() {
    return Generator.generate(CHATS, 40, 1);
  }

  static Workload agents() {
    return Generator.generate(AGENTS, 12, 1);
  }

  /** A few agents, for many runs. */
  static Workload fewAgents() {
    return Generator.generate(AGENTS, 5, 2);
  }

  /** No request at all, which no reader lets through. */
  static Workload empty() {
    return new Workload(
        new SessionGraphBuilder().build(SessionGraphBuilder.PlayOrder.FIRST_ROOT),
        new PromptTreeBuilder(BLOCK_TOKENS).freeze(new int[0], new int[0]),
        new TraceInfo(
            NAME, List.of(), Map.of(), Map.of(), BLOCK_TOKENS, 0, "unique", Map.of(), List.of()));
  }

  /** One session of one request. */
  static Workload one() {
    LoadLog log = new LoadLog(false);
    log.file(new TraceInfo.InputFile(NAME, 0, ""));
    WorkloadBuilder builder =
        new WorkloadBuilder(NAME, NAME, BLOCK_TOKENS, ReaderOptions.DEFAULT, log);
    builder
        .graph()
        .addRequest(
            new RequestNode(
                "only",
                builder.session("only", true),
                builder.model(NAME),
                builder.prompt(builder.root("", NAME), LongArrayList.of(1, 2), 150),
                3,
                0,
                RequestNode.NO_TIME,
                RequestNode.NO_TIME,
                RequestNode.Extras.NONE));
    return builder.finish(SessionGraphBuilder.PlayOrder.FIRST_ROOT);
  }

  /** Time to serve all requests one after the other on one worker, with all gaps between them. */
  static long serialNanos(SessionGraph graph, long promptTokenNanos, long decodeStepNanos) {
    long nanos = 0;
    long lastStart = 0;
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode node = graph.request(r);
      nanos += node.prompt().inputTokens() * promptTokenNanos;
      nanos += node.outputTokens() * decodeStepNanos;
      lastStart = Math.max(lastStart, node.offsetNanos());
    }
    for (int edge = 0; edge < graph.edgeCount(); edge++) {
      nanos += graph.delayNanos(edge);
    }
    return nanos + lastStart;
  }
}
