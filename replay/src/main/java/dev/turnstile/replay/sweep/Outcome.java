package dev.turnstile.replay.sweep;

import dev.turnstile.engine.hardware.HardwareConfigException;
import dev.turnstile.engine.hardware.HardwareFileException;
import dev.turnstile.engine.hardware.ModelDoesNotFitException;
import dev.turnstile.engine.timing.TimingConfigException;
import dev.turnstile.policies.PolicyLoadException;
import dev.turnstile.policies.PolicySpecException;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.FlatSummary;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a point of a sweep ended. */
public sealed interface Outcome permits Outcome.Finished, Outcome.Failed {

  /**
   * It ran to its end. This is what is kept of a run: a few kilobytes, whatever its length.
   *
   * @param summary the summary metrics of the run; null = not available
   * @param distributions statistics of its distributions, by metric
   * @param definitions the choices behind the numbers
   * @param policyMetrics what its policies counted
   * @param intervals 95 % intervals of the bootstrap over session trees, by flat metric
   * @param warnings warnings of the run; those of the trace are kept once for the sweep
   * @param notes remarks for people
   */
  record Finished(
      Map<String, @Nullable Number> summary,
      Map<String, Distribution> distributions,
      Map<String, String> definitions,
      Map<String, Long> policyMetrics,
      Map<String, Interval> intervals,
      List<TraceInfo.Warning> warnings,
      List<String> notes)
      implements Outcome {

    /** All metrics under flat names; null = not available. */
    public Map<String, @Nullable Number> metrics() {
      return FlatSummary.of(summary, distributions);
    }

    /**
     * One metric by its flat name: a summary metric, or a statistic of any distribution such as
     * {@code p99_queue_ms}; null = not available or unknown.
     */
    public @Nullable Number metric(String name) {
      Number value = summary.get(name);
      return value == null ? FlatSummary.statistic(name, distributions) : value;
    }

    /** Whether the backlog of an open loop still grew at its end: no steady-state values. */
    public boolean saturated() {
      return warnings.stream().anyMatch(warning -> warning.name().equals("saturated"));
    }
  }

  /**
   * It has no result.
   *
   * @param reason who is wrong
   * @param message what happened
   */
  record Failed(Reason reason, String message) implements Outcome {}

  /** Who is wrong where a point failed. */
  enum Reason {
    /** The settings of the point do not go together, for instance a model that does not fit. */
    SCENARIO,
    /** The trace or another file cannot be read in the way that the point asks for. */
    INPUT,
    /** A policy broke its contract. */
    POLICY,
    /** The run cannot finish. */
    STUCK,
    /** A fault of ours. */
    INTERNAL;

    /** The name in files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Reason of(RuntimeException error) {
      if (error instanceof ScenarioException
          || error instanceof PolicySpecException
          || error instanceof PolicyConfigException
          || error instanceof TimingConfigException
          || error instanceof HardwareConfigException
          || error instanceof ModelDoesNotFitException) {
        return SCENARIO;
      } else if (error instanceof InvalidInputException
          || error instanceof HardwareFileException
          || error instanceof PolicyLoadException) {
        return INPUT;
      } else if (error instanceof PolicyException) {
        return POLICY;
      }
      return error instanceof DeadlockException ? STUCK : INTERNAL;
    }
  }
}
