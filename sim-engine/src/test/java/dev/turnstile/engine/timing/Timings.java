package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.WeightDtype;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/** Timing models and batches for tests. */
final class Timings {
  private static final Catalogue CATALOGUE = Catalogue.bundled();

  private Timings() {}

  static Deployment deployment(String model, String gpu, int tp, String weights, String kv) {
    return new Deployment(
        CATALOGUE.model(model),
        CATALOGUE.gpu(gpu),
        tp,
        WeightDtype.parse(weights),
        KvDtype.parse(kv));
  }

  static StepTiming timing(String spec) {
    return timing(spec, OptionalLong.empty());
  }

  static StepTiming timing(String spec, OptionalLong poolTokens) {
    Deployment any = deployment("llama-3.1-8b", "h100-sxm", 1, "bf16", "bf16");
    return TimingFactory.create(TimingSpec.parse(spec), any, poolTokens);
  }

  static RooflineTiming roofline(String model, String gpu, int tp, String weights) {
    return roofline("roofline", deployment(model, gpu, tp, weights, "bf16"));
  }

  static RooflineTiming roofline(String spec, Deployment deployment) {
    return (RooflineTiming)
        TimingFactory.create(TimingSpec.parse(spec), deployment, OptionalLong.empty());
  }

  static BatchSums decodes(int count, long contextTokens) {
    return decodes(new BatchSums(0), count, contextTokens);
  }

  static BatchSums decodes(BatchSums sums, int count, long contextTokens) {
    for (int i = 0; i < count; i++) {
      sums.add(1, contextTokens, true, true);
    }
    return sums;
  }

  static BatchSums prefill(long newTokens, long contextTokens) {
    BatchSums sums = new BatchSums(0);
    sums.add(newTokens, contextTokens, true, false);
    return sums;
  }

  /** Milliseconds with four decimals, as the worked examples print them. */
  static String millis(double seconds) {
    return new BigDecimal(seconds * 1e3).setScale(4, RoundingMode.HALF_UP).toPlainString();
  }
}
