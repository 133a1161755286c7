package dev.turnstile.policies.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that a policy keeps about itself, for the report.
 *
 * <p>Any policy may implement it beside its role. Names are {@code snake_case}; where
 * metrics-and-reports names a quantity ({@code pauses}, {@code resumes}, {@code forced_resumes},
 * {@code paused_programs}), the policy uses that name. The lists of names do not change during a
 * run, and an index into a list identifies the quantity, so that reading costs no look-up. Reading
 * has no side effect.
 */
public interface PolicyMetrics {
  /** Value of a gauge that is not known, for instance the capacity of an unlimited pool. */
  long UNKNOWN = -1;

  /** Names of the counters; a counter never falls. */
  List<String> counterNames();

  /** Value of a counter since the start of the run. */
  long counter(int index);

  /** Names of the gauges of the policy as a whole. */
  List<String> gaugeNames();

  /** Present value of a gauge, or {@link #UNKNOWN}. */
  long gauge(int index);

  /** Names of the gauges that every worker has. */
  List<String> workerGaugeNames();

  /** Present value of a worker's gauge, or {@link #UNKNOWN}. */
  long workerGauge(int index, int worker);

  /**
   * The marks of workers whose gauges have changed other than by the passing of time; null if the
   * policy does not keep any, so that all workers are read after every decision.
   */
  default @Nullable ChangedWorkers changedWorkers() {
    return null;
  }
}
