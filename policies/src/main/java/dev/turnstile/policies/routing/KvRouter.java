package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.policies.spi.WorkerView;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the worker with the least cost, in which cached blocks cancel prefill ({@link KvCost}).
 *
 * <p>NVIDIA Dynamo's KV router. Modelled: the cost with all its weights; choice by softmax at a
 * {@code router_temperature}; overlap from KV events or, without {@code use_kv_events}, guessed
 * from the router's own dispatches for {@code approx_ttl_seconds} after their last use; the router
 * queue ({@link KvQueue}); session affinity ({@link SessionAffinity}); a prefill backlog that falls
 * at an assumed rate ({@link PrefillDecay}). Not modelled: several router replicas, taints, policy
 * classes.
 *
 * <p>With {@code router_queue_threshold} θ a request is parked while every worker that may serve it
 * has more than θ times its step budget of prefill tokens waiting, or while others are parked. The
 * queue moves when load falls, one request at a time, each seeing the load of the one before.
 *
 * <p>With {@code session_affinity_mode=hard} a bound session may go to its worker only; if that one
 * cannot take the request, the request is rejected and the session is free again. The soft mode
 * changes no decision of this router: the log shows the bound worker beside the chosen one.
 */
public final class KvRouter implements Router {
  private final PolicyContext context;
  private final Candidates candidates;
  private final KvBooks books;
  private final KvCost cost;
  private final KvPick pick;
  private final RouteLog log;
  private final @Nullable SessionAffinity affinity;
  private final boolean hardAffinity;
  private final @Nullable KvQueue queue;
  private final long[] busyAboveTokens;
  private final IntArrayList onlyBound = new IntArrayList(1);

  /** The parked request that was placed and whose dispatch has not been told yet. */
  private @Nullable RequestView leaving;

  KvRouter(PolicyParams params, PolicyContext context, KvBooks.Overlap overlap) {
    this.context = context;
    books = new KvBooks(params, context, overlap);
    cost = new KvCost(params, context, books);
    pick = new KvPick(params, context, cost);
    candidates = new Candidates(context);
    log = new RouteLog(context);
    affinity =
        params.optionalDecimal("session_affinity_ttl_seconds").isEmpty()
            ? null
            : new SessionAffinity(
                params.secondsAsNanos("session_affinity_ttl_seconds"),
                params.text("session_affinity_key").equals("parent-group"));
    hardAffinity = params.text("session_affinity_mode").equals("hard");
    Optional<BigDecimal> threshold = params.optionalDecimal("router_queue_threshold");
    queue = threshold.isEmpty() ? null : new KvQueue(params.text(KvQueue.POLICY.name()));
    busyAboveTokens = new long[context.workerCount()];
    for (int worker = 0; threshold.isPresent() && worker < busyAboveTokens.length; worker++) {
      busyAboveTokens[worker] = line(threshold.get(), context.worker(worker));
    }
  }

  /** A worker is busy above this many tokens; the comparison with whole tokens stays exact. */
  private static long line(BigDecimal threshold, WorkerView worker) {
    return threshold
        .multiply(BigDecimal.valueOf(worker.maxNumBatchedTokens()))
        .setScale(0, RoundingMode.FLOOR)
        .longValueExact();
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    IntList workers = workersFor(request);
    if (workers.isEmpty()) {
      return Placement.reject("the worker that its session is bound to cannot take it");
    }
    if (queue != null && (!queue.isEmpty() || leaving != null || allBusy(workers))) {
      queue.park(request, prioritySeconds, cost.mostCachedTokens(request, workers));
      if (log.enabled()) {
        context
            .log()
            .entry("park")
            .put("request_id", request.requestId())
            .put("parked", queue.size())
            .write();
      }
      return Placement.park();
    }
    return Placement.on(choose(request, workers));
  }

  /** The workers among which the request's is chosen; none if its hard binding cannot be kept. */
  private IntList workersFor(RequestView request) {
    int bound = boundWorker(request);
    if (!hardAffinity || bound == SessionAffinity.UNBOUND) {
      return candidates.of(request);
    }
    onlyBound.clear();
    if (candidates.contains(request, bound)) {
      onlyBound.add(bound);
    } else if (affinity != null) {
      affinity.unbind(request);
    }
    return onlyBound;
  }

  private int boundWorker(RequestView request) {
    return affinity == null
        ? SessionAffinity.UNBOUND
        : affinity.workerOf(request, context.nowNanos());
  }

  private boolean allBusy(IntList workers) {
    for (int i = 0; i < workers.size(); i++) {
      int worker = workers.getInt(i);
      if (cost.prefillTokens(worker) <= busyAboveTokens[worker]) {
        return false;
      }
    }
    return true;
  }

  private int choose(RequestView request, IntList workers) {
    cost.compute(request, workers);
    int worker = pick.among(workers);
    if (log.enabled()) {
      DecisionLog.Entry entry = log.begin(request, worker, pick.rule(), workers.size());
      int bound = boundWorker(request);
      if (bound != SessionAffinity.UNBOUND) {
        entry.put("bound_worker", bound);
      }
      for (int i = 0; i < workers.size(); i++) {
        if (RouteLog.shows(i, workers.getInt(i), worker)) {
          cost.log(entry, workers.getInt(i));
        }
      }
      entry.write();
    }
    return worker;
  }

  /** Places the head of the queue if it may go. Its dispatch comes back and calls again. */
  private void moveQueue() {
    RequestView head = queue == null || leaving != null ? null : queue.head();
    if (queue == null || head == null) {
      return;
    }
    IntList workers = workersFor(head);
    if (!workers.isEmpty() && allBusy(workers)) {
      return;
    }
    queue.removeHead();
    leaving = head;
    context.place(
        head,
        workers.isEmpty()
            ? Placement.reject("the worker that its session is bound to cannot take it")
            : Placement.on(choose(head, workers)));
  }

  @Override
  public void onDispatch(RequestView request, int worker) {
    books.onDispatch(request, worker);
    if (affinity != null) {
      affinity.onDispatch(request, worker, context.nowNanos());
    }
    if (leaving == request) {
      leaving = null;
    }
    moveQueue();
  }

  @Override
  public void onFirstToken(RequestView request, int worker) {
    books.onFirstToken(request);
    moveQueue();
  }

  @Override
  public void onComplete(RequestView request, int worker, long contextTokens) {
    end(request);
  }

  @Override
  public void onAbort(RequestView request) {
    if (queue != null) {
      queue.remove(request);
    }
    if (leaving == request) {
      leaving = null;
    }
    end(request);
  }

  private void end(RequestView request) {
    books.onEnd(request);
    if (affinity != null) {
      affinity.onEnd(request, context.nowNanos());
    }
    moveQueue();
  }

  @Override
  public void onWorkerAdded(WorkerView worker) {
    moveQueue();
  }

  @Override
  public void onWorkerRemoved(int worker) {
    books.onWorkerRemoved(worker);
    moveQueue();
  }

  /** Makes {@link KvRouter}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "kv";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes the worker with the least prefill and decode load, cached blocks credited.";
    }

    @Override
    public String source() {
      return "NVIDIA Dynamo, KV router";
    }

    @Override
    public List<PolicyParameter> parameters() {
      List<PolicyParameter> all = new ArrayList<>(KvParameters.OVERLAP);
      all.addAll(KvParameters.LOAD);
      return all;
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      boolean events = params.flag("use_kv_events");
      return new KvRouter(
          params, context, events ? KvBooks.Overlap.EVENTS : KvBooks.Overlap.DISPATCHES);
    }
  }
}
