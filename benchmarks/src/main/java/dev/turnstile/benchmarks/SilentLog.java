package dev.turnstile.benchmarks;

import dev.turnstile.policies.spi.DecisionLog;

/** A log that nobody reads. */
enum SilentLog implements DecisionLog {
  /** The only one. */
  INSTANCE;

  @Override
  public boolean enabled() {
    return false;
  }

  @Override
  public Entry entry(String event) {
    throw new IllegalStateException("the log is off");
  }
}
