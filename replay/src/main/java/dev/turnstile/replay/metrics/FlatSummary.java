package dev.turnstile.replay.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The flat summary of a run: its metrics, then the statistics of the main distributions under names
 * that put the statistic first, such as {@code mean_ttft_ms} and {@code p99_itl_ms}.
 */
public final class FlatSummary {
  private static final String[] FLAT = {
    "ttft_ms",
    "ttst_ms",
    "itl_ms",
    "tpot_ms",
    "token_gap_ms",
    "e2e_latency_ms",
    "queue_ms",
    "admission_wait_ms",
    "session_duration_ms"
  };

  private static final double[] PERCENTS = {1, 5, 10, 25, 50, 75, 90, 95, 99};

  private FlatSummary() {}

  /**
   * All metrics in a fixed order; null = not available.
   *
   * @param summary the summary metrics of a run
   * @param distributions its distributions by metric name
   */
  public static Map<String, @Nullable Number> of(
      Map<String, @Nullable Number> summary, Map<String, Distribution> distributions) {
    Map<String, @Nullable Number> flat = new LinkedHashMap<>(summary);
    for (String name : FLAT) {
      Distribution d = distributions.get(name);
      if (d != null) {
        add(flat, name, d);
      }
    }
    return flat;
  }

  /**
   * A statistic of any distribution by its flat name, for instance {@code p90_prefill_ms}; null =
   * not available or unknown.
   */
  public static @Nullable Number statistic(String name, Map<String, Distribution> distributions) {
    for (int cut = name.indexOf('_'); cut > 0; cut = name.indexOf('_', cut + 1)) {
      Distribution d = distributions.get(name.substring(cut + 1));
      if (d != null) {
        String statistic = name.substring(0, cut);
        return d.statistics().get(statistic.equals("median") ? "p50" : statistic);
      }
    }
    return null;
  }

  private static void add(Map<String, @Nullable Number> flat, String name, Distribution d) {
    Map<String, @Nullable Number> statistics = d.statistics();
    for (String statistic : new String[] {"mean", "std", "min"}) {
      flat.put(statistic + "_" + name, statistics.get(statistic));
    }
    for (double percent : PERCENTS) {
      String percentile = Distribution.percentileName(percent);
      flat.put(percentile + "_" + name, statistics.get(percentile));
    }
    flat.put("median_" + name, statistics.get("p50"));
    flat.put("max_" + name, statistics.get("max"));
  }
}
