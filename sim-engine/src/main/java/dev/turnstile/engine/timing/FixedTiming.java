package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.util.List;
import java.util.OptionalLong;

/** A step that costs one amount if it has a prefill item and one more if it has a decode item. */
final class FixedTiming implements StepTiming {
  private final String description;
  private final double prefillMillis;
  private final double decodeMillis;

  private FixedTiming(TimingValues values) {
    description = values.toString();
    prefillMillis = values.get("prefill_ms");
    decodeMillis = values.get("decode_ms");
  }

  @Override
  public double stepSeconds(BatchSums batch) {
    double millis =
        (batch.prefillItems() > 0 ? prefillMillis : 0)
            + (batch.decodeItems() > 0 ? decodeMillis : 0);
    return millis / 1e3;
  }

  @Override
  public String describe() {
    return description;
  }

  /** Declares the model. */
  static final class Provider implements TimingProvider {
    @Override
    public String id() {
      return "fixed";
    }

    @Override
    public String summary() {
      return "A constant for each kind of work in the step, whatever its size; for tests.";
    }

    @Override
    public List<TimingParameter> parameters() {
      return List.of(
          TimingParameter.required(
              "prefill_ms",
              "ms",
              TimingParameter.Range.NON_NEGATIVE,
              "Time of a step that has at least one prefill item."),
          TimingParameter.required(
              "decode_ms",
              "ms",
              TimingParameter.Range.NON_NEGATIVE,
              "Time added to a step that has at least one decode item."));
    }

    @Override
    public StepTiming create(TimingValues values, Deployment deployment, OptionalLong poolTokens) {
      return new FixedTiming(values);
    }
  }
}
