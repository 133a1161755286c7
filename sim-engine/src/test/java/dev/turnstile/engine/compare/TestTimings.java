package dev.turnstile.engine.compare;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.timing.StepTiming;
import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.timing.TimingSpec;
import java.util.OptionalLong;

/**
 * Step timings to compare engines with: every provider, and two that are made for finding faults.
 */
enum TestTimings {
  /** 5 ms and 1 ms per token, so that steps of different workers end at the same time. */
  TOKENS(new TokenTiming()),
  /** A number that changes with every sum, and not monotonously. */
  MIXED(new MixedTiming(0)),
  /** The same with a sliding window that small requests leave. */
  MIXED_WINDOW(new MixedTiming(13)),
  FIXED(provider("fixed:prefill_ms=3,decode_ms=2", "llama-3.1-8b", "bf16", OptionalLong.empty())),
  FREE_DECODE(
      provider("fixed:prefill_ms=3,decode_ms=0", "llama-3.1-8b", "bf16", OptionalLong.empty())),
  LINEAR(
      provider(
          "linear:prefill_ms_per_token=0.5,decode_ms_per_step=4",
          "llama-3.1-8b",
          "bf16",
          OptionalLong.empty())),
  POLYNOMIAL(provider("polynomial", "llama-3.1-8b", "bf16", OptionalLong.of(400))),
  POLYNOMIAL_UNLIMITED(provider("polynomial", "llama-3.1-8b", "bf16", OptionalLong.empty())),
  ROOFLINE(provider("roofline", "llama-3.1-8b", "bf16", OptionalLong.empty())),
  ROOFLINE_MOE(provider("roofline", "qwen3-coder-30b-a3b", "fp8", OptionalLong.empty())),
  ROOFLINE_MLA(provider("roofline", "deepseek-v3", "fp8", OptionalLong.empty())),
  ROOFLINE_WINDOW(provider("roofline", "gpt-oss-20b", "bf16", OptionalLong.empty()));

  /** The checker cannot see that a timing keeps nothing between two steps. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final StepTiming timing;

  TestTimings(StepTiming timing) {
    this.timing = timing;
  }

  StepTiming timing() {
    return timing;
  }

  private static StepTiming provider(
      String spec, String model, String weights, OptionalLong poolTokens) {
    Catalogue catalogue = Catalogue.bundled();
    Deployment deployment =
        new Deployment(
            catalogue.model(model),
            catalogue.gpu("h100-sxm"),
            1,
            WeightDtype.parse(weights),
            KvDtype.parse("bf16"));
    return TimingFactory.create(TimingSpec.parse(spec), deployment, poolTokens);
  }

  private static final class TokenTiming implements StepTiming {
    @Override
    public double stepSeconds(BatchSums batch) {
      return (5 + batch.newTokens()) / 1000.0;
    }

    @Override
    public String describe() {
      return "5 ms + 1 ms per new token";
    }
  }

  private static final class MixedTiming implements StepTiming {
    private final int window;

    MixedTiming(int window) {
      this.window = window;
    }

    @Override
    public double stepSeconds(BatchSums b) {
      long[] sums = {
        b.items(),
        b.newTokens(),
        b.emittingItems(),
        b.prefillItems(),
        b.prefillTokens(),
        b.decodeItems(),
        b.decodeContextTokens(),
        b.singleItems(),
        b.singleKvReadTokens(),
        b.singleWindowKvReadTokens(),
        b.multiItems(),
        b.multiTokens(),
        b.multiPairs(),
        b.multiKvReadTokens(),
        b.multiWindowPairs(),
        b.multiWindowKvReadTokens()
      };
      long hash = 0;
      for (long sum : sums) {
        hash = (hash ^ sum) * 0x9e3779b97f4a7c15L;
        hash ^= hash >>> 29;
      }
      // Now and then no time at all.
      return hash % 10 == 0 ? 0 : (hash >>> 44) / 1e9;
    }

    @Override
    public int slidingWindowTokens() {
      return window;
    }

    @Override
    public String describe() {
      return "a hash of every sum";
    }
  }
}
