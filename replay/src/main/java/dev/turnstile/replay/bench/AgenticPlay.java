package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * One play of a coding agent: 41 turns of the main session and 4 times 2 sub-agents of 11 turns,
 * which the next main turn waits for.
 *
 * <p>129 requests, 13.4 M prompt tokens in contexts of up to 255 k, 114,540 output tokens. All
 * sessions share their first 20,480 tokens; tools take from 0.3 s to 2 s.
 */
final class AgenticPlay {
  private static final long SHARED_TOKENS = 20_480;
  private static final int MAIN_TURNS = 41;
  private static final long MAIN_GROWTH_TOKENS = 5_862;
  private static final int GROUPS = 4;
  private static final int AGENTS_PER_GROUP = 2;
  private static final int AGENT_TURNS = 11;
  private static final long AGENT_FIRST_TOKENS = 40_000;
  private static final long AGENT_GROWTH_TOKENS = 9_621;
  private static final long OUTPUT_TOKENS = 114_540;
  private static final int REQUESTS = MAIN_TURNS + GROUPS * AGENTS_PER_GROUP * AGENT_TURNS;
  private static final long NANOS_PER_MS = 1_000_000;

  private final ShapeWorkload shape;
  private final LongArrayList sharedIds;
  private long outputLeft = OUTPUT_TOKENS;
  private int requestsLeft = REQUESTS;
  private int sessions;

  private AgenticPlay(String name, Scenario scenario) {
    shape = new ShapeWorkload(name, scenario.kv().blockTokens(), scenario);
    sharedIds = shape.ids(SHARED_TOKENS);
  }

  static Workload of(String name, Scenario scenario) {
    return new AgenticPlay(name, scenario).build();
  }

  private Workload build() {
    LongArrayList ids = new LongArrayList(sharedIds);
    int session = shape.session(sessions++);
    int previous = -1;
    int[] joins = new int[0];
    for (int turn = 0; turn < MAIN_TURNS; turn++) {
      int request = turn(session, ids, SHARED_TOKENS + turn * MAIN_GROWTH_TOKENS, previous);
      for (int last : joins) {
        shape.after(last, request, Relation.JOIN, 0);
      }
      boolean spawns = turn % (MAIN_TURNS / GROUPS) == 5;
      joins = new int[spawns ? AGENTS_PER_GROUP : 0];
      for (int agent = 0; agent < joins.length; agent++) {
        joins[agent] = agent(session, request);
      }
      previous = request;
    }
    return shape.finish();
  }

  /** Adds a sub-agent and returns its last request. */
  private int agent(int parent, int spawner) {
    LongArrayList ids = new LongArrayList(sharedIds);
    int session = shape.session(sessions++, parent);
    int previous = -1;
    for (int turn = 0; turn < AGENT_TURNS; turn++) {
      long input = AGENT_FIRST_TOKENS + turn * AGENT_GROWTH_TOKENS;
      int request = turn(session, ids, input, previous);
      if (previous < 0) {
        shape.after(spawner, request, Relation.SPAWN, 0);
      }
      previous = request;
    }
    return previous;
  }

  private int turn(int session, LongArrayList ids, long inputTokens, int previous) {
    shape.extend(ids, inputTokens);
    long output = outputLeft / requestsLeft--;
    outputLeft -= output;
    int request = shape.request(session, ids, inputTokens, output, RequestNode.NO_TIME);
    if (previous >= 0) {
      long toolMillis = 300 + 100L * (request % 18);
      shape.after(previous, request, Relation.SEQUENCE, toolMillis * NANOS_PER_MS);
    }
    return request;
  }
}
