package dev.turnstile.cli;

import dev.turnstile.engine.hardware.HardwareConfigException;
import dev.turnstile.engine.hardware.HardwareFileException;
import dev.turnstile.engine.hardware.ModelDoesNotFitException;
import dev.turnstile.engine.timing.TimingConfigException;
import dev.turnstile.policies.PolicyLoadException;
import dev.turnstile.policies.PolicySpecException;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.reports.chart.FontsMissingException;
import dev.turnstile.reports.compare.IncomparableException;
import dev.turnstile.reports.data.UnusableOutputException;
import dev.turnstile.workload.InvalidInputException;

/** What the exit code of {@code sim} means. Scripts rest on these numbers. */
final class ExitCodes {

  static final int DONE = 0;

  /** A bug of ours, or a machine that ran out of memory or disk. */
  static final int OUR_FAULT = 1;

  /** The command line or the scenario is wrong. */
  static final int USAGE = 2;

  /** An input file is missing, unreadable or wrong. */
  static final int INPUT = 3;

  /** A policy broke its contract. */
  static final int POLICY = 4;

  /** The run cannot finish. */
  static final int STUCK = 5;

  /** A sweep finished, but not every point of it. */
  static final int POINTS_FAILED = 6;

  /** The condition of {@code sim compare --fail-if} holds. */
  static final int CONDITION_HOLDS = 7;

  /** Ctrl-C; the Java VM itself ends with this code. */
  static final int INTERRUPTED = 130;

  private ExitCodes() {}

  static int of(Throwable error) {
    if (error instanceof ScenarioException
        || error instanceof UnusableOutputException
        || error instanceof FontsMissingException
        || error instanceof IncomparableException
        || error instanceof PolicySpecException
        || error instanceof PolicyConfigException
        || error instanceof TimingConfigException
        || error instanceof HardwareConfigException
        || error instanceof ModelDoesNotFitException) {
      return USAGE;
    }
    if (error instanceof InvalidInputException
        || error instanceof HardwareFileException
        || error instanceof PolicyLoadException) {
      return INPUT;
    }
    if (error instanceof PolicyException) {
      return POLICY;
    }
    if (error instanceof DeadlockException) {
      return STUCK;
    }
    return OUR_FAULT;
  }
}
