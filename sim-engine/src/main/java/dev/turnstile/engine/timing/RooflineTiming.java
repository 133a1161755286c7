package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.timing.TimingParameter.Range;
import java.util.List;
import java.util.OptionalLong;

/**
 * The speed of light of a model on its GPUs, times efficiencies.
 *
 * <p>Per layer three groups run one after another: the linear layers, the attention of items with
 * several new tokens, and that of items with one. In each, the slower of compute and memory traffic
 * counts (the roofline of Williams, Waterman and Patterson, CACM 2009). With tensor parallelism two
 * ring all-reduces per layer follow; then come the output head and host overheads.
 *
 * <pre>{@code
 * T = sum over layers (linear + attention prefill + attention decode + 2 all-reduce)
 *     + head + step_overhead + per_sequence_overhead * items
 * }</pre>
 *
 * <p>The full set of formulas is in docs/reference/timing.md. Within each attention group T never
 * falls when a new token, a context token or an item is added. An item that goes from one new token
 * to several changes groups, and in a mixed batch the max of each group can then make T a little
 * smaller.
 */
final class RooflineTiming implements StepTiming {
  private static final double ACTIVATION_BYTES = 2;
  private static final double HEAD_WEIGHT_BYTES = 2;

  private final String description;
  private final Model model;
  private final int tensorParallel;
  private final RooflineLinear linear;
  private final RooflineAttention attention;

  private final double allReduceSecondsPerToken;
  private final double allReduceLatencySeconds;
  private final double headSecondsPerEmitter;
  private final double headSeconds;
  private final double stepOverheadSeconds;
  private final double itemOverheadSeconds;

  private RooflineTiming(TimingValues values, Deployment deployment) {
    description = values + " for " + deployment;
    model = deployment.model();
    tensorParallel = deployment.tensorParallel();
    Gpu gpu = deployment.gpu();
    Model.Shape shape = model.shape();
    double memoryBytesPerSecond = gpu.memory().bytesPerSecond() * values.get("eff_mem");
    double bf16FlopsPerSecond = gpu.compute().bf16FlopsPerSecond();
    linear = new RooflineLinear(deployment, values.get("eff_gemm"), memoryBytesPerSecond);
    attention =
        new RooflineAttention(
            deployment,
            bf16FlopsPerSecond * values.get("eff_attn_prefill"),
            bf16FlopsPerSecond * values.get("eff_attn_decode"),
            memoryBytesPerSecond);

    double t = tensorParallel;
    allReduceSecondsPerToken =
        2
            * (t - 1)
            / t
            * ACTIVATION_BYTES
            * shape.hidden()
            / (gpu.links().collectiveBytesPerSecond() * values.get("eff_link"));
    allReduceLatencySeconds = values.get("alpha_us") / 1e6;
    double headWeights = (double) shape.hidden() * shape.vocab() / t;
    headSecondsPerEmitter = 2 * headWeights / (bf16FlopsPerSecond * values.get("eff_gemm"));
    headSeconds = HEAD_WEIGHT_BYTES * headWeights / memoryBytesPerSecond;
    stepOverheadSeconds = values.get("step_overhead_ms") / 1e3;
    itemOverheadSeconds = values.get("per_sequence_overhead_us") / 1e6;
  }

  @Override
  public double stepSeconds(BatchSums batch) {
    return linear.seconds(batch.newTokens())
        + attention.prefillSeconds(batch)
        + attention.decodeSeconds(batch)
        + allReduceSeconds(batch.newTokens())
        + headSeconds(batch.emittingItems())
        + overheadSeconds(batch.items());
  }

  double linearSeconds(BatchSums batch) {
    return linear.seconds(batch.newTokens());
  }

  double attentionPrefillSeconds(BatchSums batch) {
    return attention.prefillSeconds(batch);
  }

  double attentionDecodeSeconds(BatchSums batch) {
    return attention.decodeSeconds(batch);
  }

  double expectedExperts(long tokens) {
    return linear.expectedExperts(tokens);
  }

  /** The two all-reduces of every layer; a ring moves 2 (t - 1) / t of the data over each link. */
  double allReduceSeconds(long newTokens) {
    if (tensorParallel == 1) {
      return 0;
    }
    double one = newTokens * allReduceSecondsPerToken + allReduceLatencySeconds;
    return 2 * model.shape().layers() * one;
  }

  /** The output projection; its weights are read even if nothing is sampled. */
  double headSeconds(long emittingItems) {
    double computeSeconds = emittingItems * headSecondsPerEmitter;
    return computeSeconds > headSeconds ? computeSeconds : headSeconds;
  }

  double overheadSeconds(long items) {
    return stepOverheadSeconds + itemOverheadSeconds * items;
  }

  @Override
  public int slidingWindowTokens() {
    return model.slidingWindowTokens();
  }

  @Override
  public String describe() {
    return description;
  }

  /** Declares the model. */
  static final class Provider implements TimingProvider {
    private static final List<TimingParameter> PARAMETERS =
        List.of(
            share("eff_gemm", 0.6, "Share of the peak compute that matrix products reach."),
            share("eff_attn_prefill", 0.5, "The same for attention of several new tokens."),
            share("eff_attn_decode", 0.5, "The same for attention of one new token."),
            new TimingParameter(
                "eff_mem",
                "",
                Range.SHARE,
                "Share of the peak memory bandwidth that kernels reach.",
                "per GPU",
                deployment -> deployment.gpu().memory().efficiencyFraction()),
            share("eff_link", 0.8, "Share of the peak link bandwidth that all-reduces reach."),
            TimingParameter.optional(
                "alpha_us", "us", 10, Range.NON_NEGATIVE, "Latency of one all-reduce."),
            TimingParameter.optional(
                "step_overhead_ms",
                "ms",
                1,
                Range.NON_NEGATIVE,
                "Host time of a step: scheduling, input preparation, launch."),
            TimingParameter.optional(
                "per_sequence_overhead_us",
                "us",
                10,
                Range.NON_NEGATIVE,
                "Host time of each request in a step: sampling, bookkeeping."));

    private static TimingParameter share(String name, double defaultValue, String meaning) {
      return TimingParameter.optional(name, "", defaultValue, Range.SHARE, meaning);
    }

    @Override
    public String id() {
      return "roofline";
    }

    @Override
    public String summary() {
      return "Compute and memory bounds of the model on the GPU with efficiencies; starting points,"
          + " not measurements.";
    }

    @Override
    public List<TimingParameter> parameters() {
      return PARAMETERS;
    }

    @Override
    public StepTiming create(TimingValues values, Deployment deployment, OptionalLong poolTokens) {
      return new RooflineTiming(values, deployment);
    }
  }
}
