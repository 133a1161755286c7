package dev.turnstile.workload.synthetic;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A number of a profile: fixed, or drawn from a distribution.
 *
 * <p>All are at least 0. Transcendental functions are strict, so the same stream gives the same
 * values on every machine.
 */
public sealed interface Quantity {
  /** Draws a value. */
  double sample(UniformRandomProvider random);

  /** Draws a value and rounds it half up. */
  default long sampleWhole(UniformRandomProvider random) {
    return Math.round(sample(random));
  }

  /** Always the same. */
  record Fixed(double value) implements Quantity {
    @Override
    public double sample(UniformRandomProvider random) {
      return value;
    }
  }

  /**
   * Log-normal by its median and 90th percentile; draws outside of {@code [min, max]} are set to
   * the bound, which keeps the two quantiles as long as they lie inside.
   */
  record LogNormal(double median, double p90, double min, double max) implements Quantity {
    /** The 90th percentile of the standard normal distribution. */
    private static final double NORMAL_P90 = 1.2815515655446004;

    @Override
    public double sample(UniformRandomProvider random) {
      double sigma = StrictMath.log(p90 / median) / NORMAL_P90;
      double value = median * StrictMath.exp(sigma * normal(random));
      return Math.min(max, Math.max(min, value));
    }

    /** Marsaglia's polar method (SIAM Review 6(3), 1964); its second value is not used. */
    private static double normal(UniformRandomProvider random) {
      while (true) {
        double x = 2 * random.nextDouble() - 1;
        double y = 2 * random.nextDouble() - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1) {
          return x * Math.sqrt(-2 * StrictMath.log(square) / square);
        }
      }
    }
  }

  /** Uniform in {@code [min, max)}. */
  record Uniform(double min, double max) implements Quantity {
    @Override
    public double sample(UniformRandomProvider random) {
      return min + (max - min) * random.nextDouble();
    }
  }

  /** Exponential. */
  record Exponential(double mean) implements Quantity {
    @Override
    public double sample(UniformRandomProvider random) {
      return -mean * StrictMath.log1p(-random.nextDouble());
    }
  }

  /**
   * One of some values, with weights that need not sum to 1.
   *
   * @param values at least one
   * @param weights one for each value, not negative, not all 0
   */
  record Empirical(List<Double> values, List<Double> weights) implements Quantity {
    /** Copies the lists. */
    public Empirical {
      values = List.copyOf(values);
      weights = List.copyOf(weights);
    }

    @Override
    public double sample(UniformRandomProvider random) {
      double total = weights.stream().mapToDouble(Double::doubleValue).sum();
      double left = random.nextDouble() * total;
      int last = 0;
      for (int i = 0; i < values.size(); i++) {
        if (weights.get(i) > 0) {
          last = i;
          left -= weights.get(i);
          if (left < 0) {
            break;
          }
        }
      }
      return values.get(last);
    }
  }
}
