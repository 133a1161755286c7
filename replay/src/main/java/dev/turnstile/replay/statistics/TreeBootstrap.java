package dev.turnstile.replay.statistics;

import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.replay.metrics.FlatSummary;
import dev.turnstile.replay.metrics.MeasureSettings;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.statistics.TreeSums.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The bootstrap over session trees: how much the metrics of one run hang on a few sessions.
 *
 * <p>A deterministic replay has no noise from run to run. But its trace is a sample of sessions,
 * and another sample would have given other numbers. So whole session trees are drawn with
 * replacement, as many as there are, {@link #DRAWS} times with a fixed seed, and the metric is
 * computed over each draw (Efron's bootstrap with trees as clusters). Above {@link #MAX_CELLS}
 * trees, random groups of whole trees are drawn instead of single ones.
 *
 * <p>What other trees would have done to the queues of this run is not modelled. Rates are those of
 * a system that holds as many live trees as this run did on average: by Little's law a rate is live
 * trees times what a tree yields over the time it lives.
 *
 * <p>Two runs of the same workload see the same draws, so differences are paired. Safe for several
 * threads.
 */
public final class TreeBootstrap {
  /** Number of draws. */
  public static final int DRAWS = 1000;

  /** Trees below which nothing is said. */
  public static final int MIN_TREES = 10;

  /** Most cells that are drawn from. */
  static final int MAX_CELLS = 2000;

  private static final long SEED = 1;
  private static final double TOP_FRACTION = 0.99;

  /** A metric that is a quotient of two sums over trees, up to a constant. */
  private record Quotient(String metric, Column numerator, Column denominator) {}

  private static final List<Quotient> QUOTIENTS =
      List.of(
          new Quotient("mean_ttft_ms", Column.TTFT, Column.WITH_TOKEN),
          new Quotient("mean_itl_ms", Column.ITL, Column.WITH_TWO_TOKENS),
          new Quotient("mean_e2e_latency_ms", Column.E2E, Column.SERVED),
          new Quotient("mean_admission_wait_ms", Column.ADMISSION_WAIT, Column.SERVED),
          new Quotient(
              "mean_session_duration_ms", Column.COMPLETED_DURATION, Column.TREES_COMPLETED),
          new Quotient("prefix_cache_hit_ratio", Column.HIT_TOKENS, Column.INPUT_TOKENS),
          new Quotient("output_token_throughput_per_s", Column.OUTPUT_TOKENS, Column.LIVE_DURATION),
          new Quotient(
              "output_token_throughput_per_s_per_gpu", Column.OUTPUT_TOKENS, Column.LIVE_DURATION),
          new Quotient("steps_per_min", Column.SERVED, Column.LIVE_DURATION),
          new Quotient("session_throughput_per_h", Column.TREES_COMPLETED, Column.LIVE_DURATION),
          new Quotient("slo_attainment_ratio", Column.GOOD, Column.MEASURED),
          new Quotient("goodput_request_throughput_per_s", Column.GOOD, Column.LIVE_DURATION));

  /** The draws for a number of cells: how often each cell is drawn. */
  private final Map<Integer, byte[][]> weights = new ConcurrentHashMap<>();

  /** The metrics that have draws, in order, as far as a run has them. */
  public static List<String> metrics() {
    List<String> names =
        new java.util.ArrayList<>(QUOTIENTS.stream().map(Quotient::metric).toList());
    names.addAll(List.of("p99_ttft_ms", "p99_itl_ms", "p99_e2e_latency_ms"));
    return names;
  }

  /**
   * Draws from one run; empty with fewer than {@link #MIN_TREES} trees.
   *
   * @param settings the settings that the run's own metrics were made with
   * @param copies copies of each tree in the run, at least 1
   */
  public BootstrapDraws draws(RunResult run, MeasureSettings settings, int copies) {
    Map<String, float[]> all = new LinkedHashMap<>();
    int trees = run.workload().graph().playCount() / copies;
    if (trees >= MIN_TREES) {
      TreeSums sums = TreeSums.of(run, settings, trees);
      byte[][] drawn = weights.computeIfAbsent(sums.cells(), TreeBootstrap::draw);
      Map<String, @Nullable Number> summary = FlatSummary.of(run.summary(), run.distributions());
      for (Quotient quotient : QUOTIENTS) {
        Number value = summary.get(quotient.metric());
        if (value != null) {
          all.put(quotient.metric(), quotients(quotient, value.doubleValue(), sums, drawn));
        }
      }
      TopSamples top = new TopSamples(run, sums);
      all.put("p99_ttft_ms", percentiles(top.ttft(), drawn));
      all.put("p99_itl_ms", percentiles(top.itl(), drawn));
      all.put("p99_e2e_latency_ms", percentiles(top.e2e(), drawn));
    }
    return new BootstrapDraws(all);
  }

  private static byte[][] draw(int cells) {
    SplittableRandom random = new RandomStreams(SEED).stream("bootstrap");
    byte[][] drawn = new byte[DRAWS][cells];
    for (byte[] weights : drawn) {
      for (int i = 0; i < cells; i++) {
        weights[random.nextInt(cells)]++;
      }
    }
    return drawn;
  }

  /** The quotient over each draw, scaled so that over the run itself it is the metric's value. */
  private static float[] quotients(Quotient quotient, double value, TreeSums sums, byte[][] drawn) {
    double[] numerator = sums.column(quotient.numerator());
    double[] denominator = sums.column(quotient.denominator());
    double whole = sum(numerator) / sum(denominator);
    float[] draws = new float[DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      double part = weighted(numerator, drawn[d]) / weighted(denominator, drawn[d]);
      draws[d] = (float) (whole == 0 ? value : value * (part / whole));
    }
    return draws;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static double weighted(double[] values, byte[] weights) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum;
  }

  private static float[] percentiles(TopSamples.Sorted samples, byte[][] drawn) {
    float[] draws = new float[DRAWS];
    for (int d = 0; d < DRAWS; d++) {
      draws[d] = (float) (samples.percentile(TOP_FRACTION, drawn[d]) / 1e6);
    }
    return draws;
  }
}
