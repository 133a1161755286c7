package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.util.List;
import java.util.OptionalLong;

/**
 * A kind of timing model that can be chosen by name: what it is, what it is set with, how to make
 * it.
 */
public interface TimingProvider {
  /** Returns the name in options and scenario, lower-case kebab. */
  String id();

  /** Returns one sentence for help texts, with the source of the model. */
  String summary();

  /** Returns the parameters in the order of help texts. */
  List<TimingParameter> parameters();

  /**
   * Creates the model.
   *
   * @param values a checked value for each declared parameter
   * @param deployment what the worker runs and on what
   * @param poolTokens the tokens that the worker's KV pool holds, empty if it is unlimited
   */
  StepTiming create(TimingValues values, Deployment deployment, OptionalLong poolTokens);
}
