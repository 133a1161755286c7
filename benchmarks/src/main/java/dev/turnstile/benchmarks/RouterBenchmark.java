package dev.turnstile.benchmarks;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.Placement;
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
 * A router's decision with all that its books cost: a request is placed and dispatched, gets its
 * first token, and the oldest of 16 requests for each worker completes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RouterBenchmark {
  private static final int SESSIONS = 4096;
  private static final int IN_FLIGHT_PER_WORKER = 16;

  /** The router. */
  @Param({
    "round-robin",
    "least-loaded",
    "power-of-two",
    "session-hrw",
    "global-lb",
    "load-aware",
    "two-tier",
    "kv"
  })
  public String policy = "round-robin";

  /** Number of workers. */
  @Param({"4", "64", "1024"})
  public int workers = 4;

  private record Sent(BenchmarkRequest request, int worker) {}

  private BenchmarkContext context = new BenchmarkContext(1, 1, 1);
  private Router router = router();
  private final ArrayDeque<Sent> inFlight = new ArrayDeque<>();
  private int next;

  private Router router() {
    PolicySelection.Part part = PolicyRegistry.builtIn().select(policy).router();
    return (Router) part.factory().create(part.params(), context);
  }

  /** Fills the books. */
  @Setup
  public void fill() {
    context = new BenchmarkContext(workers, 1 << 20, SESSIONS);
    router = router();
    for (int worker = 0; worker < workers; worker++) {
      router.onWorkerAdded(context.worker(worker));
    }
    for (int session = 0; session < SESSIONS; session++) {
      context.store(session % workers, session);
    }
    for (int i = 0; i < IN_FLIGHT_PER_WORKER * workers; i++) {
      send();
    }
  }

  private int send() {
    BenchmarkRequest request = context.request(next, next % SESSIONS);
    next++;
    router.onArrival(request);
    Placement placement = router.route(request, Admission.NO_TARGET, 0);
    int worker = placement.worker();
    context.loadTracker().onDispatch(request, worker, request.inputTokens());
    router.onDispatch(request, worker);
    context.loadTracker().onFirstToken(request);
    router.onFirstToken(request, worker);
    inFlight.add(new Sent(request, worker));
    return worker;
  }

  /** Routes a request and completes another one. */
  @Benchmark
  public int route() {
    context.passTime(1_000_000);
    Sent oldest = inFlight.remove();
    context.loadTracker().onComplete(oldest.request());
    router.onComplete(oldest.request(), oldest.worker(), oldest.request().inputTokens());
    return send();
  }
}
