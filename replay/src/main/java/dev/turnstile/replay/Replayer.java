package dev.turnstile.replay;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.kernel.EndOfTimeException;
import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.metrics.MeasureSettings;
import dev.turnstile.replay.metrics.ResultBuilder;
import dev.turnstile.replay.metrics.RunCollector;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Hardware;
import dev.turnstile.replay.scenario.LoadGroup;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.load.LoadDriver;
import dev.turnstile.workload.load.LoadRangeException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Runs a scenario on a workload: the one way from settings to a result.
 *
 * <p>A run is single-threaded, reads nothing but its arguments and gives the same result each time.
 * A replayer has no state; many threads may use one.
 */
public final class Replayer {
  private final WorkerFactory workers;

  /** Creates a replayer with the fast engine. */
  public Replayer() {
    this(FastWorker::new);
  }

  /**
   * Creates a replayer with another engine.
   *
   * @param workers makes the workers of a run
   */
  public Replayer(WorkerFactory workers) {
    this.workers = workers;
  }

  /**
   * Replays a workload.
   *
   * @throws ScenarioException if the scenario is wrong or does not suit the workload
   * @throws PolicyException if a policy breaks its contract
   * @throws DeadlockException if the run cannot finish
   * @throws java.util.concurrent.CancellationException if the options ask to stop
   * @throws IllegalStateException if a check at the end of the run fails
   */
  public RunResult run(Scenario scenario, Workload workload, RunOptions options) {
    return run(scenario, ReplayInput.of(workload, scenario), options);
  }

  /**
   * As the other one, with a workload made ready before; many runs may share it.
   *
   * @param input made with the same {@link ReplayInput.Key}
   */
  public RunResult run(Scenario scenario, ReplayInput input, RunOptions options) {
    return run(scenario, input, options, scenario.policy().parts());
  }

  /** As the other one, with the policies given as objects. */
  RunResult run(
      Scenario scenario,
      Workload workload,
      RunOptions options,
      List<PolicySelection.Part> policies) {
    return run(scenario, ReplayInput.of(workload, scenario), options, policies);
  }

  private RunResult run(
      Scenario scenario,
      ReplayInput input,
      RunOptions options,
      List<PolicySelection.Part> policies) {
    try {
      Run run = prepare(scenario, input.workload(), input.requests(), options);
      new RunLoop(run, options, scenario.measure().stallLimitNanos()).run(policies);
      return result(scenario, input.workload(), input.requests(), run);
    } catch (LoadRangeException e) {
      throw new ScenarioException(
          "load", String.valueOf(e.getMessage()), "is arrival_speedup or request_rate too small?");
    } catch (EndOfTimeException e) {
      throw new ScenarioException(
          "timing", String.valueOf(e.getMessage()), "is a time per token or step in ms?");
    }
  }

  /** Puts the parts of a run together; nothing has happened in it yet. */
  Run prepare(Scenario scenario, Workload workload, EngineRequests requests, RunOptions options) {
    scenario.check();
    checkStarts(scenario.load(), workload);
    Simulation simulation = new Simulation();
    RunKit kit =
        new RunKit(
            simulation,
            new RandomStreams(scenario.seed()),
            new JsonlDecisionLog(simulation, options.decisions()));
    RunCollector collector =
        new RunCollector(
            simulation,
            requests,
            workload.graph(),
            scenario.cluster().workers(),
            scenario.measure().warmupRequests(),
            scenario.measure().warmupNanos());
    ClusterPlan plan =
        new ClusterPlan(
            scenario.cluster().workers(),
            Hardware.workerConfig(scenario),
            Hardware.pricer(scenario));
    return new Run(
        kit, workload.graph(), requests, plan, workers, scenario.load().settings(), collector);
  }

  private static void checkStarts(LoadGroup settings, Workload load) {
    if (settings.closedLoop() || settings.requestRate().isPresent()) {
      return;
    }
    LoadDriver.firstUntimedRoot(load.graph())
        .ifPresent(
            r -> {
              throw new ScenarioException(
                  "load.arrival",
                  "request " + load.graph().request(r).id() + " has no recorded start",
                  "use a closed loop: --concurrency N");
            });
  }

  private static RunResult result(
      Scenario scenario, Workload load, EngineRequests requests, Run run) {
    long end = run.kit().simulation().nowNanos();
    RunChecks checks = new RunChecks(run, requests, scenario.measure().oracle());
    List<String> held = checks.beforeResult();
    int workerCount = scenario.cluster().workers();
    long[] capacity = new long[workerCount];
    for (int worker = 0; worker < workerCount; worker++) {
      capacity[worker] = run.cluster().worker(worker).capacityBlocks();
    }
    RunResult result =
        new ResultBuilder(
                scenario.policy().toString(),
                load,
                requests,
                measures(scenario),
                scenario.toMap(),
                Definitions.of(scenario, load),
                capacity,
                run.gauges().counters(),
                held,
                notes(run.load()))
            .build(run.collector(), end);
    checks.ofResult(result);
    return result;
  }

  /** The settings that metrics of a run need. */
  public static MeasureSettings measures(Scenario scenario) {
    OptionalLong slots =
        scenario.load().concurrency().isPresent()
            ? OptionalLong.of(scenario.load().concurrency().getAsInt())
            : OptionalLong.empty();
    return new MeasureSettings(
        Math.multiplyExact(scenario.cluster().workers(), scenario.cluster().tp()),
        scenario.kv().blockTokens(),
        !scenario.load().closedLoop(),
        slots,
        scenario.engine().enablePrefixCaching(),
        scenario.measure().oracle(),
        scenario.slo().ttftNanos(),
        scenario.slo().itlNanos(),
        scenario.slo().e2eNanos(),
        scenario.slo().sessionNanos());
  }

  private static List<String> notes(LoadDriver load) {
    List<String> notes = new ArrayList<>();
    if (load.gapsCut() > 0) {
      notes.add(
          "max_gap cut " + load.gapsCut() + " gaps by " + seconds(load.gapCutNanos()) + " in all");
    }
    if (load.idleSkippedNanos() > 0) {
      notes.add("idle_cap skipped " + seconds(load.idleSkippedNanos()));
    }
    return notes;
  }

  private static String seconds(long nanos) {
    BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
    return seconds.toPlainString() + " s";
  }
}
