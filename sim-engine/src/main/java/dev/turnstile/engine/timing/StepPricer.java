package dev.turnstile.engine.timing;

import static java.util.Objects.requireNonNull;

import dev.turnstile.engine.kernel.EndOfTimeException;

/**
 * The price of a step in nanoseconds: a {@link StepTiming}, a composition and two speed ratios.
 *
 * <p>This is the only place where seconds become simulated time: {@code floor(seconds * 1e9 +
 * 0.5)}, once per step. An engine calls the method of its {@link #composition()}.
 */
public final class StepPricer {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MAX_NANOS = 0x1p63;

  private final StepTiming timing;
  private final Composition composition;
  private final double speedupRatio;
  private final double decodeSpeedupRatio;

  /** How the time of a step is put together from its batch. */
  public enum Composition {
    /** One forward pass over the whole batch, as vLLM and SGLang run it. */
    FUSED,
    /**
     * The time of the prefill items plus the time of one decode item for each sequence that emits,
     * as NVIDIA Dynamo's mocker prices a pass. Adds one decode time to the first token.
     */
    SPLIT
  }

  /**
   * Creates a pricer.
   *
   * @param timing the seconds of a batch
   * @param composition how a step is put together
   * @param speedupRatio divides the time of every step; 0 means that steps take no time
   * @param decodeSpeedupRatio divides in addition the decode term of {@link Composition#SPLIT}; 0
   *     means that this term takes no time
   * @throws TimingConfigException if a ratio is negative, infinite or not a number
   */
  public StepPricer(
      StepTiming timing, Composition composition, double speedupRatio, double decodeSpeedupRatio) {
    this.timing = requireNonNull(timing, "timing is null");
    this.composition = requireNonNull(composition, "composition is null");
    this.speedupRatio = checkRatio("speedup_ratio", speedupRatio);
    this.decodeSpeedupRatio = checkRatio("decode_speedup_ratio", decodeSpeedupRatio);
  }

  private static double checkRatio(String key, double ratio) {
    if (!(ratio >= 0 && ratio < Double.POSITIVE_INFINITY)) {
      throw new TimingConfigException(
          key, Double.toString(ratio), "not a speed ratio", "a number >= 0, where 0 means instant");
    }
    return ratio;
  }

  /** Returns how a step is put together, and so which method prices it. */
  public Composition composition() {
    return composition;
  }

  /** Returns the model behind the prices. */
  public StepTiming timing() {
    return timing;
  }

  /**
   * Returns the nanoseconds of a fused step.
   *
   * @param all every item of the step, at least one
   * @throws IllegalArgumentException if the batch is empty, which is not a step
   */
  public long fusedNanos(BatchSums all) {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("an empty batch is not a step");
    }
    return toNanos(speedUp(seconds(all), speedupRatio));
  }

  /**
   * Returns the nanoseconds of a split step. Both parts are full steps of the model, overheads
   * included; a part without items costs 0.
   *
   * @param prefillItems the prefill items of the step
   * @param emitters one decode item for each item of the step that emits, see {@link
   *     BatchSums#addEmitter}
   * @throws IllegalArgumentException if both parts are empty, which is not a step
   */
  public long splitNanos(BatchSums prefillItems, BatchSums emitters) {
    if (prefillItems.isEmpty() && emitters.isEmpty()) {
      throw new IllegalArgumentException("an empty batch is not a step");
    }
    double prefill = prefillItems.isEmpty() ? 0 : seconds(prefillItems);
    double decode = emitters.isEmpty() ? 0 : seconds(emitters);
    return toNanos(speedUp(prefill + speedUp(decode, decodeSpeedupRatio), speedupRatio));
  }

  private double seconds(BatchSums batch) {
    double seconds = timing.stepSeconds(batch);
    if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalStateException(
          "step time of " + seconds + " s for a " + batch + " from " + timing.describe());
    }
    return seconds;
  }

  private static double speedUp(double seconds, double ratio) {
    if (ratio == 1) {
      return seconds;
    }
    return ratio == 0 ? 0 : seconds / ratio;
  }

  private static long toNanos(double seconds) {
    double nanos = Math.floor(seconds * NANOS_PER_SECOND + 0.5);
    if (nanos >= MAX_NANOS) {
      throw new EndOfTimeException("a step of " + seconds + " s is longer than 292 years");
    }
    return (long) nanos;
  }
}
