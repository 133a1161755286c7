package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The choice of the worker with the smallest value, with the tie rule that all routers share.
 *
 * <p>{@code lowest_id} takes the first of the workers that tie exactly. {@code random} walks them
 * in order and lets the i-th (i = 2, 3, …) replace the choice if the stream's {@code nextInt(i)} is
 * 0, so each is as likely.
 */
final class Choice {
  /** The key that every router declares. */
  static final PolicyParameter TIE_BREAK =
      PolicyParameter.choice(
          "tie_break",
          List.of("lowest_id", "random"),
          "Which of the workers that tie exactly is taken, where the policy has no rule of its own.");

  private final boolean atRandom;
  private final SplittableRandom random;
  private final IntArrayList tied = new IntArrayList();
  private double smallest;

  Choice(PolicyParams params, SplittableRandom random) {
    atRandom = params.text(TIE_BREAK.name()).equals("random");
    this.random = random;
  }

  /** Forgets the workers of the last decision. */
  Choice clear() {
    tied.clear();
    return this;
  }

  /** Offers a worker; workers are offered by ascending id. */
  void offer(int worker, double value) {
    if (tied.isEmpty() || value < smallest) {
      tied.clear();
      smallest = value;
    }
    if (value == smallest) {
      tied.add(worker);
    }
  }

  /** The worker taken among those offered, at least one. */
  int take() {
    int choice = tied.getInt(0);
    for (int i = 2; atRandom && i <= tied.size(); i++) {
      if (random.nextInt(i) == 0) {
        choice = tied.getInt(i - 1);
      }
    }
    return choice;
  }
}
