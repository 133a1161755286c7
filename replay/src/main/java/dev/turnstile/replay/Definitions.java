package dev.turnstile.replay;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The choices behind the numbers of a run, repeated in every report (metrics, section 10). */
final class Definitions {
  private Definitions() {}

  static Map<String, String> of(Scenario scenario, Workload workload) {
    boolean requests =
        scenario.load().requestConcurrency().isPresent() && scenario.load().concurrency().isEmpty();
    Map<String, String> definitions = new LinkedHashMap<>();
    definitions.put("percentile", "linear");
    definitions.put("std", "population");
    definitions.put("itl", "per_request_mean");
    definitions.put("token_gap", "pooled");
    definitions.put("token_gap_percentile", "relative_error_at_most_0.001");
    definitions.put("hit_ratio", "token_weighted_first_admission");
    definitions.put("output_identity", workload.info().outputIdentity());
    definitions.put("loss_cause", "one_per_token_at_first_scheduling");
    definitions.put("full_prompt_hit", "recompute_at_least_one_token");
    definitions.put("window", "first_arrival_to_last_completion");
    definitions.put("goodput_denominator", "all_terminal");
    definitions.put("concurrency_unit", requests ? "requests" : "sessions");
    definitions.put(
        "eviction_order", scenario.engine().freeOrder().name().toLowerCase(Locale.ROOT));
    definitions.put("tie_break", "load_order");
    definitions.put("time_resolution", "1ns");
    if (scenario.measure().oracle()) {
      definitions.put("oracle", "best_eviction_for_this_order_and_placement");
      definitions.put(
          "oracle_order",
          waits(scenario, workload) ? "approximate_better_hits_would_change_it" : "by_arrival");
    }
    return definitions;
  }

  /** Whether some request comes when another one has ended. */
  private static boolean waits(Scenario scenario, Workload workload) {
    return scenario.load().closedLoop()
        || scenario.load().requestConcurrency().isPresent()
        || workload.graph().edgeCount() > 0;
  }
}
