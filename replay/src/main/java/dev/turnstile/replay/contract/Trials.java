package dev.turnstile.replay.contract;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import java.util.ArrayList;
import java.util.List;

/** The runs that every policy has to pass. */
final class Trials {
  private static final String ROOMY = "unlimited";
  private static final String LIVE_PLAYS = "10";

  private Trials() {}

  /** Chats and agents on few and more workers, with much and little room, open and closed loop. */
  static List<Trial> all() {
    List<Trial> trials = new ArrayList<>();
    add(trials, "chats", ContractWorkloads.chats());
    add(trials, "agents", ContractWorkloads.agents());
    return trials;
  }

  private static void add(List<Trial> trials, String what, Workload workload) {
    for (int workers : new int[] {1, 3}) {
      for (String blocks : new String[] {ROOMY, tight(workload)}) {
        String name =
            what
                + " on "
                + (workers == 1 ? "1 worker" : workers + " workers")
                + (blocks.equals(ROOMY) ? ", roomy pool, " : ", tight pool, ");
        trials.add(Trial.of(name + "open loop", workload, workers, blocks));
        trials.add(
            Trial.of(name + "closed loop", workload, workers, blocks)
                .with("load.concurrency", LIVE_PLAYS));
      }
    }
  }

  /** One short run under pressure. */
  static Trial brief() {
    Workload workload = ContractWorkloads.fewAgents();
    return Trial.of("few agents", workload, 2, tight(workload)).with("load.concurrency", "4");
  }

  /** Blocks for the two largest requests at once. */
  private static String tight(Workload workload) {
    long most = 0;
    for (int r = 0; r < workload.graph().requestCount(); r++) {
      RequestNode node = workload.graph().request(r);
      long tokens = node.prompt().inputTokens() + node.outputTokens();
      most = Math.max(most, tokens / ContractWorkloads.BLOCK_TOKENS + 1);
    }
    return Long.toString(2 * most);
  }
}
