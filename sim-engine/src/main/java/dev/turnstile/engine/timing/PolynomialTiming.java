package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.util.List;
import java.util.OptionalLong;

/**
 * A quadratic in the prefill tokens plus a quadratic in the filling of the KV pool.
 *
 * <p>The synthetic, uncalibrated baseline of NVIDIA Dynamo's mocker, with its coefficients:
 *
 * <pre>{@code
 * prefill_ms(x) = 4.209989e-07 x^2 + 1.518344e-02 x + 16.50142    0 if x = 0
 * decode_ms(a)  = max(1, -25.74 a^2 + 54.01 a + 5.74)             0 without decode items
 * }</pre>
 *
 * <p>x are the new tokens of prefill items; a is the context of all decode items, new tokens
 * included and shared prefixes counted for each, over the tokens of the pool, at most 1 and 0 for
 * an unlimited pool.
 */
final class PolynomialTiming implements StepTiming {
  private final OptionalLong poolTokens;

  private PolynomialTiming(OptionalLong poolTokens) {
    this.poolTokens = poolTokens;
  }

  @Override
  public double stepSeconds(BatchSums batch) {
    double prefillMillis = batch.prefillTokens() == 0 ? 0 : prefillMillis(batch.prefillTokens());
    double decodeMillis =
        batch.decodeItems() == 0 ? 0 : decodeMillis(filledFraction(batch.decodeContextTokens()));
    return (prefillMillis + decodeMillis) / 1e3;
  }

  private static double prefillMillis(long tokens) {
    return 4.209989e-07 * tokens * tokens + 1.518344e-02 * tokens + 16.50142;
  }

  private double filledFraction(long activeTokens) {
    return poolTokens.isEmpty() ? 0 : Math.min(1, (double) activeTokens / poolTokens.getAsLong());
  }

  private static double decodeMillis(double filled) {
    return Math.max(1, -25.74 * filled * filled + 54.01 * filled + 5.74);
  }

  @Override
  public String describe() {
    return "polynomial for a pool of "
        + (poolTokens.isEmpty() ? "unlimited" : poolTokens.getAsLong())
        + " tokens";
  }

  /** Declares the model. */
  static final class Provider implements TimingProvider {
    @Override
    public String id() {
      return "polynomial";
    }

    @Override
    public String summary() {
      return "Quadratics in prefill tokens and pool filling, whatever the hardware; the"
          + " uncalibrated baseline of NVIDIA Dynamo's mocker.";
    }

    @Override
    public List<TimingParameter> parameters() {
      return List.of();
    }

    @Override
    public StepTiming create(TimingValues values, Deployment deployment, OptionalLong poolTokens) {
      return new PolynomialTiming(poolTokens);
    }
  }
}
