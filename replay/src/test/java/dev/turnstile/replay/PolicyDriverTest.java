package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.policies.spi.WorkerView;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PolicyDriverTest {
  private static final PolicySelection.Part FIRST_WORKER =
      TestPolicies.router(context -> (Router) (request, target, priority) -> Placement.on(0));

  private final List<String> calls = new ArrayList<>();

  private static RequestLog run(
      Scenario scenario, Workload workload, PolicySelection.Part... policies) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT, List.of(policies)).requests();
  }

  /** Writes every callback down. */
  private class Recorder implements Policy {
    private final String name;

    Recorder(String name) {
      this.name = name;
    }

    private void add(String what) {
      calls.add(name + " " + what);
    }

    @Override
    public void onArrival(RequestView request) {
      add("arrival " + request);
    }

    @Override
    public void onDispatch(RequestView request, int worker) {
      add("dispatch " + request + " to " + worker);
    }

    @Override
    public void onFirstToken(RequestView request, int worker) {
      add("first token " + request);
    }

    @Override
    public void onComplete(RequestView request, int worker, long contextTokens) {
      add("complete " + request + " with " + contextTokens);
    }

    @Override
    public void onSessionEnd(RequestView lastRequest) {
      add("end of " + lastRequest.sessionId());
    }

    @Override
    public void onAbort(RequestView request) {
      add("abort " + request);
    }

    @Override
    public void onWorkerAdded(WorkerView worker) {
      add("worker " + worker.id());
    }

    @Override
    public void onKvStored(int worker, KvTier tier, int node, int fromBlock, int toBlock) {
      add("stored " + fromBlock + ".." + toBlock);
    }

    @Override
    public void finished() {
      add("finished");
    }
  }

  private final class RecordingGate extends Recorder implements AdmissionGate {
    RecordingGate() {
      super("gate");
    }

    @Override
    public Admission admit(RequestView request) {
      calls.add("gate admit " + request);
      return Admission.release(1);
    }
  }

  private final class RecordingRouter extends Recorder implements Router {
    RecordingRouter() {
      super("router");
    }

    @Override
    public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
      calls.add("router route " + request + " advised " + advisoryTarget);
      return Placement.on(0);
    }
  }

  @Test
  void callsTheGateBeforeTheRouter() {
    Workload workload = new Workloads(64).first("s", "a", 0, 70, 2, 1, 2).build();

    run(
        Scenarios.base().with("cluster.workers", "2"),
        workload,
        TestPolicies.gate(context -> new RecordingGate()),
        TestPolicies.router(context -> new RecordingRouter()));

    assertThat(calls)
        .containsExactly(
            "gate worker 0",
            "gate worker 1",
            "router worker 0",
            "router worker 1",
            "gate arrival a",
            "router arrival a",
            "gate admit a",
            "router route a advised 1",
            "gate dispatch a to 0",
            "router dispatch a to 0",
            "gate stored 0..1",
            "router stored 0..1",
            "gate first token a",
            "router first token a",
            "gate complete a with 72",
            "router complete a with 72",
            "gate end of s",
            "router end of s",
            "gate finished",
            "router finished");
  }

  @Test
  void callsAPolicyInBothRolesOnce() {
    final class Both extends Recorder implements AdmissionGate, Router {
      Both() {
        super("both");
      }

      @Override
      public Admission admit(RequestView request) {
        return Admission.release();
      }

      @Override
      public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
        return Placement.on(0);
      }
    }

    run(
        Scenarios.base(),
        new Workloads(64).root("a", 0, 64, 1, 1).build(),
        TestPolicies.gate(context -> new Both()));

    assertThat(calls)
        .containsOnlyOnce("both arrival a", "both dispatch a to 0", "both complete a with 65");
    assertThat(calls).noneMatch(call -> call.contains("end of"));
  }

  @Test
  void tellsNothingOfARequestThatNoWorkerCanServe() {
    Workload workload = new Workloads(64).root("big", 0, 640, 1, Workloads.hashes(1, 10)).build();

    run(
        Scenarios.base().with("kv.num_gpu_blocks", "9"),
        workload,
        TestPolicies.gate(context -> new RecordingGate()),
        TestPolicies.router(context -> new RecordingRouter()));

    assertThat(calls)
        .containsExactly("gate worker 0", "router worker 0", "gate finished", "router finished");
  }

  @Test
  void rejectsOnTheGatesWordAndTellsBoth() {
    PolicySelection.Part gate =
        TestPolicies.gate(
            context ->
                new AdmissionGate() {
                  @Override
                  public Admission admit(RequestView request) {
                    return Admission.reject("no budget");
                  }
                });

    RequestLog log =
        run(
            Scenarios.base(),
            new Workloads(64).first("s", "a", 0, 64, 1, 1).next("s", "b", 0, 64, 1, 1).build(),
            gate,
            TestPolicies.router(context -> new RecordingRouter()));

    assertThat(log.status(0)).isEqualTo(RequestStatus.REJECTED);
    assertThat(log.reason(0)).isEqualTo("no budget");
    assertThat(log.status(1)).isEqualTo(RequestStatus.SKIPPED);
    assertThat(calls).contains("router abort a").doesNotContain("router dispatch a to 0");
  }

  @Test
  void keepsAHardPinFromTheRouter() {
    RequestNode.Extras pinned =
        new RequestNode.Extras(false, false, -1, RequestNode.NO_TIME, 0, 0, null, 1);
    RequestNode.Extras lost =
        new RequestNode.Extras(false, false, -1, RequestNode.NO_TIME, 0, 0, null, 5);
    Workload workload =
        new Workloads(64)
            .extras(pinned)
            .root("pinned", 0, 64, 1, 1)
            .extras(lost)
            .root("lost", 0, 64, 1, 2)
            .build();

    RequestLog log = run(Scenarios.base().with("cluster.workers", "2"), workload, FIRST_WORKER);

    assertThat(log.worker(0)).isEqualTo(1);
    assertThat(log.status(1)).isEqualTo(RequestStatus.REJECTED);
    assertThat(log.reason(1)).isEqualTo("pinned to worker 5, which is not there");
  }

  /** Lets one request in at a time, the others in the order in which they came. */
  private static final class OneAtATime implements AdmissionGate {
    private final PolicyContext context;
    private final Deque<RequestView> held = new ArrayDeque<>();
    private boolean busy;

    OneAtATime(PolicyContext context) {
      this.context = context;
    }

    @Override
    public Admission admit(RequestView request) {
      if (busy) {
        held.add(request);
        return Admission.hold();
      }
      busy = true;
      return Admission.release();
    }

    @Override
    public void onComplete(RequestView request, int worker, long contextTokens) {
      busy = !held.isEmpty();
      if (busy) {
        context.release(held.remove(), Admission.release());
      }
    }
  }

  @Test
  void letsAReleaseTakeEffectAtTheTimeOfTheCallback() {
    Workload workload =
        new Workloads(64)
            .root("a", 0, 100, 1, 1, 2)
            .root("b", 0, 100, 1, 3, 4)
            .root("c", 1, 100, 1, 5, 6)
            .build();

    RequestLog log =
        run(Scenarios.base(), workload, TestPolicies.gate(OneAtATime::new), FIRST_WORKER);

    // each prompt takes 10 ms
    assertThat(log.admittedNanos(1)).isEqualTo(10 * Workloads.MS);
    assertThat(log.admittedNanos(2)).isEqualTo(20 * Workloads.MS);
    assertThat(log.releasedNanos(2)).isEqualTo(20 * Workloads.MS);
    assertThat(log.endNanos(2)).isEqualTo(30 * Workloads.MS);
  }

  @Test
  void countsTheTokensThatHaveStreamedBack() {
    List<Long> seen = new ArrayList<>();
    final class Ticking implements Router {
      private final PolicyContext context;
      private final List<RequestView> all = new ArrayList<>();

      Ticking(PolicyContext context) {
        this.context = context;
      }

      @Override
      public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
        all.add(request);
        return Placement.on(0);
      }

      @Override
      public long tickPeriodNanos() {
        return 10 * Workloads.MS;
      }

      @Override
      public void onTick() {
        seen.add(context.generatedTokens(all.get(0)));
      }
    }

    run(
        Scenarios.base(),
        new Workloads(64).root("a", 0, 64, 4, 1).build(),
        TestPolicies.router(Ticking::new));

    // prefill ends at 6.4 ms, then a token every 10 ms; at 40 ms the run is over
    assertThat(seen).containsExactly(1L, 2L, 3L);
  }

  @Test
  void writesDecisionsAsLines() {
    List<String> lines = new ArrayList<>();
    Workload workload =
        new Workloads(64)
            .root("a", 0, 64, 1, 1)
            .root("big", 2.5, 640, 1, Workloads.hashes(1, 10))
            .build();

    new Replayer()
        .run(
            Scenarios.base().with("kv.num_gpu_blocks", "2"),
            workload,
            RunOptions.logging(lines::add),
            List.of(FIRST_WORKER));

    assertThat(lines)
        .containsExactly(
            "{\"t_ms\":0,\"event\":\"dispatch\",\"request_id\":\"a\",\"worker\":0}",
            "{\"t_ms\":2.5,\"event\":\"reject\",\"request_id\":\"big\",\"reason\":\"larger than the"
                + " KV pool: needed_blocks=10 pool_blocks=2\"}");
  }
}
