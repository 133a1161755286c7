package dev.turnstile.benchmarks;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * ThunderAgent on four workers whose KV holds two thirds of the contexts of all sessions, with one
 * request in flight for every tenth session.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ThunderAgentBenchmark {
  private static final int WORKERS = 4;
  private static final long MEAN_BLOCKS = 640;
  private static final long TICK_NANOS = 1_000_000_000;
  private static final int TURNS_PER_TICK = 1000;

  /** Number of sessions that have had a turn. */
  @Param({"100", "1000", "10000"})
  public int sessions = 100;

  private record Sent(BenchmarkRequest request, int worker) {}

  private BenchmarkContext context = new BenchmarkContext(1, 1, 1);
  private AdmissionGate gate = gate();
  private final ArrayDeque<Sent> inFlight = new ArrayDeque<>();

  /** Sessions between turns. */
  private final ArrayDeque<Integer> idle = new ArrayDeque<>();

  private int requests;

  private AdmissionGate gate() {
    PolicySelection.Part part = PolicyRegistry.builtIn().select("thunderagent").router();
    return (AdmissionGate) part.factory().create(part.params(), context);
  }

  /** Lets every session have a turn. */
  @Setup
  public void fill() {
    context = new BenchmarkContext(WORKERS, sessions * MEAN_BLOCKS * 2 / 3 / WORKERS, sessions);
    gate = gate();
    for (int worker = 0; worker < WORKERS; worker++) {
      gate.onWorkerAdded(context.worker(worker));
    }
    for (int session = 0; session < sessions; session++) {
      idle.add(session);
    }
    for (int i = 0; i < sessions; i++) {
      turn();
    }
  }

  /** A turn ends if so many are in flight, and another session's turn arrives; ticks in between. */
  @Benchmark
  public int turn() {
    if (requests % TURNS_PER_TICK == 0 || idle.isEmpty()) {
      tick();
    }
    context.passTime(TICK_NANOS / TURNS_PER_TICK);
    if (inFlight.size() >= sessions / 10) {
      Sent oldest = inFlight.remove();
      idle.add(oldest.request().sessionNumber());
      gate.onComplete(oldest.request(), oldest.worker(), oldest.request().inputTokens() + 1);
    }
    if (!idle.isEmpty()) {
      BenchmarkRequest request = context.request(requests, idle.remove());
      gate.onArrival(request);
      settle(request, gate.admit(request));
    }
    requests++;
    return inFlight.size();
  }

  /** A tick. */
  @Benchmark
  public int tick() {
    gate.onTick();
    while (!context.releases().isEmpty()) {
      BenchmarkContext.Release release = context.releases().remove();
      settle(release.request(), release.how());
    }
    return inFlight.size();
  }

  private void settle(RequestView request, Admission admission) {
    if (admission.kind() == Admission.Kind.RELEASE) {
      int worker = ((Router) gate).route(request, admission.target(), 0).worker();
      gate.onDispatch(request, worker);
      gate.onFirstToken(request, worker);
      inFlight.add(new Sent((BenchmarkRequest) request, worker));
    }
  }
}
