package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Workloads of sessions with several turns, each continuing the prompt of the one before. */
final class Conversations {
  private Conversations() {}

  /**
   * Sessions whose every turn adds the same to the context.
   *
   * @param turns turns of a session
   * @param newTokens what a turn adds to the prompt, above the output of the one before
   * @param groups how many different prefixes of half a turn's prompt there are
   * @param gapNanos wait between two turns
   */
  record Plan(
      int sessions, int turns, long newTokens, long outputTokens, int groups, long gapNanos) {}

  static Workload of(String name, Scenario scenario, Plan plan) {
    ShapeWorkload shape = new ShapeWorkload(name, scenario.kv().blockTokens(), scenario);
    LongArrayList[] prefixes = new LongArrayList[plan.groups];
    for (int group = 0; group < plan.groups; group++) {
      prefixes[group] = shape.ids(plan.newTokens / 2);
    }
    for (int s = 0; s < plan.sessions; s++) {
      LongArrayList ids =
          plan.groups == 0 ? new LongArrayList() : new LongArrayList(prefixes[s % plan.groups]);
      int session = shape.session(s);
      int previous = -1;
      for (int turn = 0; turn < plan.turns; turn++) {
        long input = plan.newTokens + turn * (plan.newTokens + plan.outputTokens);
        shape.extend(ids, input);
        int request = shape.request(session, ids, input, plan.outputTokens, RequestNode.NO_TIME);
        if (previous >= 0) {
          shape.after(previous, request, Relation.SEQUENCE, plan.gapNanos);
        }
        previous = request;
      }
    }
    return shape.finish();
  }
}
