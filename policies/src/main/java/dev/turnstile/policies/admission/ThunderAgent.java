package dev.turnstile.policies.admission;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.admission.ThunderMetrics.Counter;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.ChangedWorkers;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyMetrics;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import dev.turnstile.policies.spi.WorkerView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ThunderAgent: program-aware admission. It follows whole agent sessions (programs), not requests,
 * and keeps the contexts of the programs bound to a worker within the worker's KV capacity.
 *
 * <p>A session that was admitted runs its turns on one worker. Where the contexts of a worker grow
 * over its budget, sessions that are between turns are paused, smallest first; their next turn
 * waits at the gate until a periodic tick finds room for them, on any worker. Nothing that runs is
 * preempted, and nothing is evicted: a pause only stops new turns.
 *
 * <p>Source: ThunderAgent (paper and open-source proxy) and its two ports in NVIDIA Dynamo; the
 * {@code profile} parameter chooses among them. Rule numbers in comments are those of {@code
 * docs/reference/policies/thunderagent.md}.
 *
 * <p>It is also a router: used alone it sends a request to the worker that the gate chose ({@link
 * ThunderPlacement}).
 *
 * <p>Decisions cost O(log programs), and O(workers + turns in flight) for a new session; a tick
 * walks all programs. {@link #finished} checks that the accounts equal a recomputation.
 */
public final class ThunderAgent implements AdmissionGate, Router, PolicyMetrics {
  /** Id of the policy. */
  public static final String ID = "thunderagent";

  private final ThunderConfig config;
  private final PolicyContext context;
  private final WorkerLedger ledger;
  private final ProgramTable table;
  private final ThunderMetrics metrics;
  private final ThunderLog log;
  private final Turns turns;
  private final AdmissionRules rules;
  private final TableBounds bounds;
  private final SchedulerTick tick;
  private final ThunderPlacement placement;

  /** Requests of sessions that have arrived and not ended. */
  private long trackedRequests;

  ThunderAgent(ThunderConfig config, PolicyContext context) {
    this.config = config;
    this.context = context;
    ledger = new WorkerLedger(config, context);
    placement = new ThunderPlacement(config.profile, context, ledger);
    table =
        new ProgramTable(
            ledger, config.profile == ThunderProfile.ORIGINAL, ResumePacking.order(config));
    metrics = new ThunderMetrics(context, table, ledger);
    log = new ThunderLog(context, table, ledger);
    turns = new Turns(config, context, table, metrics, log);
    rules = new AdmissionRules(config, context, table, ledger, turns);
    bounds = new TableBounds(config, context, table, metrics, log);
    tick = new SchedulerTick(config, context, table, ledger, bounds, log, turns);
  }

  @Override
  public Admission admit(RequestView request) {
    if (request.sessionId() == null) {
      log.note("admit", request, "no_session");
      return Admission.release();
    }
    SessionLane known = table.findLane(request);
    if (known != null && known.current == request) {
      return admitAgain(known, request);
    }
    String refusal = bounds.refusal(request, isFinal(request), trackedRequests);
    if (!refusal.isEmpty()) {
      log.note("reject", request, refusal);
      return Admission.reject(refusal);
    }
    trackedRequests++;
    SessionLane lane = table.lane(request);
    lane.enqueue(request);
    if (lane.current != null) {
      metrics.queued(1);
      log.note("queue", request, "session_busy");
      return Admission.hold();
    }
    return admitNext(lane);
  }

  /** A request comes back from a worker that has gone: it is the same turn. */
  private Admission admitAgain(SessionLane lane, RequestView request) {
    Program p = lane.program;
    if (p == null) {
      return Admission.release();
    }
    table.takeBack(p);
    return rules.decide(p, request, false);
  }

  /** Takes up the next request of an idle lane, which has one. */
  private Admission admitNext(SessionLane lane) {
    RequestView request = lane.advance();
    if (request == null) {
      throw new IllegalStateException("session " + lane.sessionId + " has no request");
    }
    if (isFinal(request)) {
      return admitFinal(lane);
    }
    boolean isNew = lane.program == null;
    if (isNew) {
      metrics.count(Counter.PROGRAMS_CREATED);
    }
    return rules.decide(table.beginTurn(lane, request), request, isNew);
  }

  private boolean isFinal(RequestView request) {
    return config.sessionEnd.obeysFlags() && request.sessionFinal();
  }

  /** The record goes before the last request runs; that one needs no room. */
  private Admission admitFinal(SessionLane lane) {
    Program p = lane.program;
    int worker = p == null ? Program.NO_WORKER : p.worker;
    log.note("session_end", lane, worker, "final");
    if (p != null) {
      bounds.end(p);
    }
    lane.released = true;
    metrics.count(Counter.REQUESTS_ADMITTED);
    return worker == Program.NO_WORKER || !context.live(worker)
        ? Admission.release()
        : Admission.release(worker);
  }

  @Override
  public void onDispatch(RequestView request, int worker) {
    SessionLane lane = runningLane(request);
    if (lane == null) {
      return;
    }
    Program p = lane.program;
    if (p != null) {
      turns.bind(p, worker);
      table.confirm(p, request);
    } else if (config.sharedPrefixBudget) {
      lane.reservedWorker = worker;
      lane.reservedTokens = request.inputTokens() + config.perProgramTokens;
      ledger.reserve(worker, lane.reservedTokens);
    }
  }

  @Override
  public void onComplete(RequestView request, int worker, long contextTokens) {
    SessionLane lane = runningLane(request);
    if (lane == null) {
      return;
    }
    Program p = lane.program;
    if (p != null) {
      boolean ends =
          config.sessionEnd == ThunderConfig.SessionEnd.SIGNAL
              && request.lastOfSession()
              && lane.queued() == 0;
      if (ends) {
        log.note("session_end", lane, p.worker, "signal");
        bounds.end(p);
      } else {
        completeTurn(p, contextTokens);
      }
    }
    next(lane);
  }

  /** The lane in which a request runs; null for a request without a session. */
  private @Nullable SessionLane runningLane(RequestView request) {
    SessionLane lane = table.findLane(request);
    boolean running = lane != null && lane.current == request && lane.released;
    if (request.sessionId() != null && !running) {
      throw new IllegalStateException(
          "request " + request.requestId() + " runs, but the gate has not let it go");
    }
    return lane;
  }

  private void completeTurn(Program p, long contextTokens) {
    boolean pause = p.marked;
    table.mark(p, false);
    table.completeTurn(p, contextTokens, context.nowNanos());
    if (pause) {
      turns.pause(p, Counter.PAUSES_MARKED);
    }
  }

  @Override
  public void onAbort(RequestView request) {
    SessionLane lane = table.findLane(request);
    if (lane == null) {
      return;
    }
    if (lane.current != request) {
      if (lane.remove(request)) {
        trackedRequests--;
        metrics.queued(-1);
      }
      return;
    }
    Program p = lane.program;
    if (p != null) {
      log.note("cancel", lane, p.worker, p.prior.existed ? "restored" : "forgotten");
      table.cancelTurn(p, context);
      metrics.count(Counter.ADMISSIONS_CANCELLED);
    }
    next(lane);
  }

  /** The current request of a lane has ended: the next one of the session has its turn. */
  private void next(SessionLane lane) {
    trackedRequests--;
    if (lane.reservedTokens != 0) {
      ledger.reserve(lane.reservedWorker, -lane.reservedTokens);
      lane.reservedTokens = 0;
    }
    if (lane.queued() == 0) {
      lane.advance();
      table.drop(lane);
      return;
    }
    metrics.queued(-1);
    Admission admission = admitNext(lane);
    RequestView request = lane.current;
    if (admission.kind() == Admission.Kind.RELEASE && request != null) {
      context.release(request, admission);
    }
  }

  @Override
  public void onWorkerAdded(WorkerView worker) {
    ledger.open(worker);
  }

  @Override
  public void onWorkerRemoved(int worker) {
    table.unbindAll(worker);
  }

  @Override
  public long tickPeriodNanos() {
    return config.tickNanos;
  }

  @Override
  public void onTick() {
    tick.run();
  }

  @Override
  public void onWake() {
    tick.resumeTimedOut();
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    return placement.route(request, advisoryTarget, prioritySeconds);
  }

  @Override
  public void finished() {
    ledger.verify();
  }

  @Override
  public List<String> counterNames() {
    return metrics.counterNames();
  }

  @Override
  public long counter(int index) {
    return metrics.counter(index);
  }

  @Override
  public List<String> gaugeNames() {
    return metrics.gaugeNames();
  }

  @Override
  public long gauge(int index) {
    return metrics.gauge(index);
  }

  @Override
  public List<String> workerGaugeNames() {
    return metrics.workerGaugeNames();
  }

  @Override
  public long workerGauge(int index, int worker) {
    return metrics.workerGauge(index, worker);
  }

  @Override
  public ChangedWorkers changedWorkers() {
    return metrics.changedWorkers();
  }

  /** The records, for tests. */
  @Nullable Program program(RequestView request) {
    SessionLane lane = table.findLane(request);
    return lane == null ? null : lane.program;
  }

  /** The accounts, for tests. */
  WorkerLedger ledger() {
    return ledger;
  }

  /** Makes {@link ThunderAgent}s. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    /** Called by the service loader. */
    public Factory() {}

    @Override
    public String id() {
      return ID;
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.PLACING_GATE;
    }

    @Override
    public boolean wantsFinalRequests(PolicyParams params) {
      return params.text("session_end").equals("final_request");
    }

    @Override
    public String summary() {
      return "Program-aware admission: pauses whole agent sessions so that the contexts of the"
          + " others stay in the KV cache.";
    }

    @Override
    public String source() {
      return "ThunderAgent (paper and open-source proxy); Dynamo's Python and Rust ports";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return ThunderParameters.all();
    }

    @Override
    public Map<String, String> defaults(Map<String, String> given) {
      String profile = given.getOrDefault("profile", ThunderProfile.NATIVE.id());
      for (ThunderProfile known : ThunderProfile.values()) {
        if (known.id().equals(profile)) {
          return known.defaults();
        }
      }
      return Map.of();
    }

    @Override
    public ThunderAgent create(PolicyParams params, PolicyContext context) {
      ThunderConfig config = new ThunderConfig(params);
      if (config.budgetTiers == ThunderConfig.BudgetTiers.HOST) {
        for (int worker = 0; worker < context.workerCount(); worker++) {
          if (context.worker(worker).hostTokens() == 0) {
            throw new PolicyConfigException(
                ID, "budget_tiers", "host", "worker " + worker + " has no host tier");
          }
        }
      }
      return new ThunderAgent(config, context);
    }
  }
}
