package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyParams;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/**
 * The choice by cost: the least, or by chance at a temperature.
 *
 * <p>At temperature T > 0 costs are scaled to [0, 1] by the least and the largest, and a worker's
 * probability is proportional to {@code exp(-scaled / T)}; equal costs are equally likely. One draw
 * per decision is compared with the cumulated probabilities in worker order.
 */
final class KvPick {
  private final KvCost cost;
  private final double temperature;
  private final Choice choice;
  private final SplittableRandom random;
  private final double[] weights;

  KvPick(PolicyParams params, PolicyContext context, KvCost cost) {
    this.cost = cost;
    temperature = params.number("router_temperature");
    random = context.random();
    choice = new Choice(params, random);
    weights = new double[context.workerCount()];
  }

  /** The rule that decides, for the log. */
  String rule() {
    return temperature == 0 ? "least_cost" : "softmax";
  }

  /** One of the workers, whose costs have been computed. */
  int among(IntList workers) {
    if (temperature > 0) {
      return drawn(workers);
    }
    choice.clear();
    for (int i = 0; i < workers.size(); i++) {
      choice.offer(workers.getInt(i), cost.of(workers.getInt(i)));
    }
    return choice.take();
  }

  private int drawn(IntList workers) {
    double sum = weigh(workers);
    double sample = random.nextDouble();
    double cumulated = 0;
    for (int i = 0; i < workers.size() - 1; i++) {
      cumulated += weights[i] / sum;
      if (sample <= cumulated) {
        return workers.getInt(i);
      }
    }
    return workers.getInt(workers.size() - 1);
  }

  /** Fills {@link #weights} in the order of the workers and returns their sum. */
  private double weigh(IntList workers) {
    double least = Double.POSITIVE_INFINITY;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < workers.size(); i++) {
      least = Math.min(least, cost.of(workers.getInt(i)));
      largest = Math.max(largest, cost.of(workers.getInt(i)));
    }
    double sum = 0;
    for (int i = 0; i < workers.size(); i++) {
      double scaled =
          largest == least ? 0 : (cost.of(workers.getInt(i)) - least) / (largest - least);
      weights[i] = StrictMath.exp(-scaled / temperature);
      sum += weights[i];
    }
    return sum;
  }
}
