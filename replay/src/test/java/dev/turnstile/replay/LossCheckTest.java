package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of causes that are wrong end a run. */
final class LossCheckTest {
  /** B evicts a block of A before A's second turn, as in {@code LossCausesTest}. */
  private static final Workload WORKLOAD =
      new Workloads(64)
          .first("A", "a1", 0, 128, 1, 1, 2)
          .first("B", "b", 20, 192, 1, 11, 12, 13)
          .next("A", "a2", 50, 256, 1, 1, 2, 3, 4)
          .build();

  private static final Scenario SCENARIO = Scenarios.base().with("kv.num_gpu_blocks", "4");

  /** What a worker may say wrongly. */
  private enum Fault {
    EVICTED_BLOCK_TOO_MANY {
      @Override
      void plant(AdmissionFacts facts) {
        facts.reprefilledTokens += 64;
      }
    },
    EVICTED_BY_NOBODY {
      @Override
      void plant(AdmissionFacts facts) {
        facts.evictions.add(0, 1, 0);
      }
    },
    FULL_HIT_THAT_WAS_NONE {
      @Override
      void plant(AdmissionFacts facts) {
        facts.fullHitRecomputeTokens = 64;
      }
    };

    abstract void plant(AdmissionFacts facts);
  }

  private static WorkerFactory faulty(Fault fault) {
    return (id, config, simulation, requests, pricer, listener) ->
        new FastWorker(
            id,
            config,
            simulation,
            requests,
            pricer,
            (WorkerListener)
                Proxy.newProxyInstance(
                    WorkerListener.class.getClassLoader(),
                    new Class<?>[] {WorkerListener.class},
                    (self, method, arguments) -> {
                      if (method.getName().equals("onFirstScheduled") && (int) arguments[1] == 2) {
                        fault.plant((AdmissionFacts) arguments[2]);
                      }
                      try {
                        return method.invoke(listener, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                    }));
  }

  @ParameterizedTest
  @EnumSource
  void findsFaultsOfWorkers(Fault fault) {
    Replayer replayer = new Replayer(faulty(fault));

    assertThatThrownBy(() -> replayer.run(SCENARIO, WORKLOAD, RunOptions.SILENT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("check losses_add_up failed: a2");
  }

  @Test
  void findsASummaryThatIsNotTheSum() {
    RunResult right = new Replayer().run(SCENARIO, WORKLOAD, RunOptions.SILENT);

    assertThatCode(() -> LossCheck.check(right)).doesNotThrowAnyException();
    for (String metric : List.of("reprefilled_held_tokens", "gone_tokens", "computed_tokens")) {
      Map<String, @Nullable Number> summary = new LinkedHashMap<>(right.summary());
      summary.put(metric, 64 + right.summary().get(metric).longValue());
      assertThatThrownBy(() -> LossCheck.check(with(right, summary, right.sessions())))
          .hasMessageStartingWith("check losses_add_up failed");
    }
  }

  @Test
  void findsSessionsThatLostOrCausedSomethingElse() {
    RunResult right = new Replayer().run(SCENARIO, WORKLOAD, RunOptions.SILENT);

    List<UnaryOperator<SessionRow>> faults =
        List.of(row -> row(row, 64, 0), row -> row(row, 0, 64), row -> row(row, -64, 64));
    for (UnaryOperator<SessionRow> fault : faults) {
      List<SessionRow> rows = new ArrayList<>(right.sessions());
      rows.set(0, fault.apply(rows.get(0)));
      assertThatThrownBy(() -> LossCheck.check(with(right, right.summary(), rows)))
          .hasMessageStartingWith("check losses_add_up failed");
    }
  }

  private static SessionRow row(SessionRow row, long moreLost, long moreCaused) {
    return new SessionRow(
        row.play(),
        row.label(),
        row.requests(),
        row.servedRequests(),
        row.firstArrivalNanos(),
        row.endNanos(),
        row.status(),
        row.llmNanos(),
        row.pausedNanos(),
        row.toolNanos(),
        row.otherIdleNanos(),
        row.admissionWaitNanos(),
        row.inputTokens(),
        row.outputTokens(),
        row.hitTokens(),
        row.reprefilledTokens(),
        row.lostTokens() + moreLost,
        row.causedTokens() + moreCaused,
        row.peakInputTokens(),
        row.warmup());
  }

  private static RunResult with(
      RunResult run, Map<String, @Nullable Number> summary, List<SessionRow> sessions) {
    return new RunResult(
        run.policy(),
        run.workload(),
        run.config(),
        run.definitions(),
        summary,
        run.distributions(),
        run.requests(),
        run.arrivalOrder(),
        sessions,
        run.workers(),
        run.series(),
        run.policyMetrics(),
        run.warnings(),
        run.checks(),
        run.notes(),
        run.endNanos());
  }
}
