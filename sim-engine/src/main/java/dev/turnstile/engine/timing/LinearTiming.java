package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.util.List;
import java.util.OptionalLong;

/** A step that costs an amount for each prefill token and one more if it has a decode item. */
final class LinearTiming implements StepTiming {
  private final String description;
  private final double prefillMillisPerToken;
  private final double decodeMillisPerStep;

  private LinearTiming(TimingValues values) {
    description = values.toString();
    prefillMillisPerToken = values.get("prefill_ms_per_token");
    decodeMillisPerStep = values.get("decode_ms_per_step");
  }

  @Override
  public double stepSeconds(BatchSums batch) {
    double millis =
        prefillMillisPerToken * batch.prefillTokens()
            + (batch.decodeItems() > 0 ? decodeMillisPerStep : 0);
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
      return "linear";
    }

    @Override
    public String summary() {
      return "A constant per prefill token plus a constant per step that decodes; for tests.";
    }

    @Override
    public List<TimingParameter> parameters() {
      return List.of(
          TimingParameter.required(
              "prefill_ms_per_token",
              "ms",
              TimingParameter.Range.NON_NEGATIVE,
              "Time of each new token of the step's prefill items."),
          TimingParameter.required(
              "decode_ms_per_step",
              "ms",
              TimingParameter.Range.NON_NEGATIVE,
              "Time added to a step that has at least one decode item."));
    }

    @Override
    public StepTiming create(TimingValues values, Deployment deployment, OptionalLong poolTokens) {
      return new LinearTiming(values);
    }
  }
}
