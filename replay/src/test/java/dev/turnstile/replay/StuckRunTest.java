package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StuckRunTest {
  private static final long SECOND = 1_000_000_000;

  private static final Workload TURNS =
      new Workloads(64)
          .first("s", "a", 0, 64, 1, 1)
          .next("s", "b", 10, 128, 1, 1, 2)
          .root("c", 3, 64, 1, 9)
          .build();

  private static final PolicySelection.Part FIRST_WORKER =
      TestPolicies.router(context -> (Router) (request, target, priority) -> Placement.on(0));

  /** A gate that holds everything and ticks. */
  private static class Holding implements AdmissionGate {
    final PolicyContext context;
    final long periodNanos;
    final List<RequestView> held = new ArrayList<>();

    Holding(PolicyContext context, long periodNanos) {
      this.context = context;
      this.periodNanos = periodNanos;
    }

    @Override
    public Admission admit(RequestView request) {
      held.add(request);
      return Admission.hold();
    }

    @Override
    public long tickPeriodNanos() {
      return periodNanos;
    }
  }

  private static DeadlockException stuck(Scenario scenario, PolicySelection.Part... policies) {
    return catchThrowableOfType(
        DeadlockException.class,
        () -> new Replayer().run(scenario, TURNS, RunOptions.SILENT, List.of(policies)));
  }

  @Test
  void saysWhoWaitsForWhatWhenNothingIsLeftToHappen() {
    DeadlockException error =
        stuck(
            Scenarios.base(), TestPolicies.gate(context -> new Holding(context, 0)), FIRST_WORKER);

    assertThat(error.unfinished()).isEqualTo(3);
    assertThat(error.timeNanos()).isEqualTo(3 * Workloads.MS);
    assertThat(error.waiting())
        .containsExactly(
            "request a is held by the gate test-gate",
            "request c is held by the gate test-gate",
            "request b waits for request a");
  }

  @Test
  void givesUpATickingGateAfterTheStallLimit() {
    Scenario scenario = Scenarios.base().with("measure.stall_limit_s", "100");
    List<Long> ticks = new ArrayList<>();

    DeadlockException error =
        stuck(
            scenario,
            TestPolicies.gate(
                made ->
                    new Holding(made, 7 * SECOND) {
                      @Override
                      public void onTick() {
                        ticks.add(context.nowNanos() / SECOND);
                      }
                    }),
            FIRST_WORKER);

    // last work at 3 ms; 105 s is the first tick more than 100 s later
    assertThat(error.timeNanos()).isEqualTo(3 * Workloads.MS);
    assertThat(ticks).startsWith(7L, 14L).endsWith(98L, 105L);
  }

  @Test
  void waitsForATimeoutThatWasAskedForBeforeTheStall() {
    Scenario scenario = Scenarios.base().with("measure.stall_limit_s", "100");

    RunResult result =
        new Replayer()
            .run(
                scenario,
                TURNS,
                RunOptions.SILENT,
                List.of(
                    TestPolicies.gate(
                        made ->
                            new Holding(made, 7 * SECOND) {
                              @Override
                              public Admission admit(RequestView request) {
                                context.wakeAt(context.nowNanos() + 500 * SECOND);
                                return super.admit(request);
                              }

                              @Override
                              public void onWake() {
                                context.release(held.remove(0), Admission.release());
                              }
                            }),
                    FIRST_WORKER));

    assertThat(result.requests().admittedNanos(0)).isEqualTo(500 * SECOND);
    assertThat(result.requests().status(1)).isEqualTo(RequestStatus.COMPLETED);
  }

  @Test
  void doesNotWaitForWakesThatOnlyFollowEachOther() {
    Scenario scenario = Scenarios.base().with("measure.stall_limit_s", "100");

    DeadlockException error =
        stuck(
            scenario,
            TestPolicies.gate(
                made ->
                    new Holding(made, 0) {
                      @Override
                      public Admission admit(RequestView request) {
                        context.wakeAt(context.nowNanos() + SECOND);
                        return super.admit(request);
                      }

                      @Override
                      public void onWake() {
                        context.wakeAt(context.nowNanos() + SECOND);
                      }
                    }),
            FIRST_WORKER);

    assertThat(error.unfinished()).isEqualTo(3);
  }

  @Test
  void namesTheRouterThatParksForEver() {
    DeadlockException error =
        stuck(
            Scenarios.base(),
            TestPolicies.router(
                context -> (Router) (request, target, priority) -> Placement.park()));

    assertThat(error.waiting()).contains("request a waits in the queue of the router test-router");
  }

  @Test
  void namesThePermitThatIsMissing() {
    DeadlockException error =
        stuck(
            Scenarios.base().with("load.request_concurrency", "1"),
            TestPolicies.gate(context -> new Holding(context, 0)),
            FIRST_WORKER);

    assertThat(error.waiting())
        .containsExactly(
            "request a is held by the gate test-gate",
            "request c waits for a permit of load.request_concurrency",
            "request b waits for request a");
  }

  @Test
  void namesTheSlotThatIsMissing() {
    DeadlockException error =
        stuck(
            Scenarios.base().with("load.concurrency", "1"),
            TestPolicies.gate(context -> new Holding(context, 0)),
            FIRST_WORKER);

    assertThat(error.waiting()).contains("request c waits for a slot of load.concurrency");
  }

  /** Lets the session of the first request through and holds others until it ends. */
  private static final class OneSession extends Holding {
    OneSession(PolicyContext context, long periodNanos) {
      super(context, periodNanos);
    }

    @Override
    public Admission admit(RequestView request) {
      return request.requestId().equals("c") ? super.admit(request) : Admission.release();
    }

    @Override
    public void onSessionEnd(RequestView last) {
      held.forEach(request -> context.release(request, Admission.release()));
    }
  }

  /** b is ready more than 10 ms after the start of a, c arrives at 3 ms. */
  @ParameterizedTest
  @ValueSource(longs = {0, 7 * SECOND})
  void aRunThatItsTimeLimitCutsIsOverWhenAGateWaitsForWhatDoesNotCome(long tickNanos) {
    Scenario scenario = Scenarios.base().with("load.max_sim_time", "5ms");

    RunResult result =
        new Replayer()
            .run(
                scenario,
                TURNS,
                RunOptions.SILENT,
                List.of(
                    TestPolicies.gate(context -> new OneSession(context, tickNanos)),
                    FIRST_WORKER));

    assertThat(List.of(0, 1, 2))
        .extracting(result.requests()::status)
        .containsExactly(
            RequestStatus.COMPLETED, RequestStatus.INCOMPLETE, RequestStatus.INCOMPLETE);
    assertThat(result.warnings())
        .anyMatch(w -> w.name().equals("incomplete_requests") && w.count() == 2);
  }

  @Test
  void aTimeLimitThatKeepsNothingBackDoesNotExcuseAGate() {
    DeadlockException error =
        stuck(
            Scenarios.base().with("load.max_sim_time", "3ms"),
            TestPolicies.gate(context -> new Holding(context, 7 * SECOND)),
            FIRST_WORKER);

    assertThat(error.unfinished()).isEqualTo(3);
  }
}
