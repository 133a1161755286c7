package dev.turnstile.replay.scenario;

import dev.turnstile.workload.load.ArrivalMode;
import dev.turnstile.workload.load.LoadSettings;
import dev.turnstile.workload.load.LoadSettings.DelayPolicy;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How the load is driven (trace formats, section 4).
 *
 * @param arrival open or closed loop
 * @param concurrency slots of the closed loop
 * @param laneAssignment how slots are given
 * @param requestConcurrency bound on requests in flight
 * @param requestRate rate of drawn play starts
 * @param arrivalSpeedup divisor of recorded times
 * @param delayPolicy how several predecessors combine
 * @param maxGapNanos cap on delays
 * @param idleCapNanos cap on idle time
 * @param repeatSessions copies of each play
 * @param maxSimTimeNanos end of sending, 0 = none
 */
public record LoadGroup(
    @Setting(
            key = "arrival",
            value = "auto",
            option = "--arrival",
            doc =
                "open loop by recorded time, or closed loop; auto = closed where concurrency is set, else trace")
        Arrival arrival,
    @Setting(
            key = "concurrency",
            value = "none",
            min = "1",
            unit = "plays",
            option = "--concurrency",
            aliases = {"--session-concurrency", "--replay-concurrency", "--lanes"},
            doc = "closed loop: plays (session trees) alive at once, each through its gaps")
        OptionalInt concurrency,
    @Setting(
            key = "lane_assignment",
            value = "dynamic",
            doc =
                "dynamic: the next play takes the first free slot; static: play i runs in lane i mod concurrency")
        LaneAssignment laneAssignment,
    @Setting(
            key = "request_concurrency",
            value = "none",
            min = "1",
            unit = "requests",
            option = "--request-concurrency",
            aliases = {"--max-in-flight"},
            doc = "most requests that the client has in flight")
        OptionalInt requestConcurrency,
    @Setting(
            key = "request_rate",
            value = "none",
            min = ">0",
            unit = "plays/s",
            option = "--request-rate",
            doc =
                "draw play starts with exponential gaps of this mean rate instead of the recorded ones")
        Optional<BigDecimal> requestRate,
    @Setting(
            key = "arrival_speedup",
            value = "1",
            min = ">0",
            option = "--arrival-speedup",
            aliases = {"--arrival-speedup-ratio"},
            doc = "divides root offsets, floors and gaps")
        BigDecimal arrivalSpeedup,
    @Setting(
            key = "delay_policy",
            value = "edge",
            option = "--delay-policy",
            doc =
                "edge: each edge has its own delay; residual: one delay after the last predecessor")
        DelayPolicy delayPolicy,
    @Setting(
            key = "max_gap",
            value = "none",
            min = "0",
            unit = "s",
            option = "--max-gap",
            doc = "cap on every delay between requests")
        OptionalLong maxGapNanos,
    @Setting(
            key = "idle_cap",
            value = "none",
            min = "0",
            unit = "s",
            option = "--idle-cap",
            doc =
                "longest wait while no request is in flight; pending starts are pulled forward together")
        OptionalLong idleCapNanos,
    @Setting(
            key = "repeat_sessions",
            value = "1",
            min = "1",
            option = "--repeat-sessions",
            doc =
                "replay each play so many times, with fresh private blocks and the same shared prefixes")
        int repeatSessions,
    @Setting(
            key = "max_sim_time",
            value = "0",
            min = "0",
            unit = "s",
            option = "--max-sim-time",
            doc = "send nothing after this time; 0 = no end")
        long maxSimTimeNanos) {

  /** Kind of loop. */
  public enum Arrival {
    /** Closed where a concurrency is set, else open. */
    AUTO,
    /** Open loop by recorded or drawn times. */
    TRACE,
    /** Closed loop. */
    CLOSED
  }

  /** How a closed loop gives its slots. */
  public enum LaneAssignment {
    /** The next play takes the first free slot. */
    DYNAMIC,
    /** Play i runs in lane i mod N. */
    STATIC
  }

  /** Whether plays wait for slots instead of times. */
  public boolean closedLoop() {
    return arrival == Arrival.CLOSED || (arrival == Arrival.AUTO && concurrency.isPresent());
  }

  /** Whether plays start at their recorded times; otherwise in slots or at drawn times. */
  public boolean recordedStarts() {
    return !closedLoop() && requestRate.isEmpty();
  }

  /** The settings of the load driver. */
  public LoadSettings settings() {
    return new LoadSettings(
        mode(),
        new LoadSettings.Gaps(
            arrivalSpeedup,
            maxGapNanos.orElse(LoadSettings.NO_CAP),
            idleCapNanos.orElse(LoadSettings.NO_CAP),
            delayPolicy),
        requestConcurrency.orElse(LoadSettings.NO_LIMIT),
        maxSimTimeNanos == 0 ? Long.MAX_VALUE : maxSimTimeNanos);
  }

  private ArrivalMode mode() {
    if (closedLoop()) {
      return new ArrivalMode.ClosedLoop(
          concurrency.orElse(ArrivalMode.ClosedLoop.ALL_PLAYS),
          laneAssignment == LaneAssignment.STATIC);
    }
    return requestRate.isPresent()
        ? new ArrivalMode.Poisson(requestRate.get())
        : new ArrivalMode.Recorded();
  }

  /** Refuses what cannot go together. */
  void check() {
    if (arrival == Arrival.TRACE && concurrency.isPresent()) {
      throw new ScenarioException(
          "load.concurrency",
          "an open loop has no slots, got " + concurrency.getAsInt() + " with load.arrival trace",
          "drop one of them, or use --request-concurrency to bound requests in flight");
    }
    if (closedLoop() && requestRate.isPresent()) {
      throw new ScenarioException(
          "load.request_rate",
          "a closed loop draws no start times, got " + Units.plain(requestRate.get()),
          "drop it, or drop " + (concurrency.isPresent() ? "load.concurrency" : "load.arrival"));
    }
  }
}
