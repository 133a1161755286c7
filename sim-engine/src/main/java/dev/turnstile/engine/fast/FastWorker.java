package dev.turnstile.engine.fast;

import static java.util.Objects.requireNonNull;

import dev.turnstile.engine.kernel.EventTarget;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.List;

/**
 * A worker of the vLLM discipline that puts one event into the queue for each decision.
 *
 * <p>A step that decides something is formed at its start as the literal engine does it. The steps
 * that follow it alike are priced at once, as a plan, and happen later: at the plan's end, or up to
 * the present when somebody looks ({@link #advance}). A request that arrives cuts the plan at the
 * end of the step under way. Whatever another part of the simulation could react to is told when it
 * happens; step counts, token gaps and a request's own new blocks are told up to a plan later.
 */
public final class FastWorker implements Worker {
  /** Plans start short, as an arrival may cut them, and double while nothing disturbs them. */
  private static final int SHORTEST_PLAN_STEPS = 32;

  private static final int LONGEST_PLAN_STEPS = 1024;

  private enum State {
    /** There is nothing to do. */
    ASLEEP,
    /** The start of a step is in the event queue. */
    STARTING,
    /** The end of the plan is in the event queue. */
    RUNNING
  }

  private final int id;
  private final WorkerConfig config;
  private final Simulation simulation;
  private final EngineRequests requests;
  private final BlockIdentity identity;
  private final EventTarget startStep = argument -> startStep();
  private final EventTarget endStep = argument -> endStep();

  private final Announcer announcer;
  private final RangePool pool;
  private final RunningSequences running;
  private final Decoders decoders;
  private final FastScheduler scheduler;
  private final StepSettler settler;
  private final BatchPricer pricer;
  private final StepPlan plan = new StepPlan();
  private final Int2ObjectOpenHashMap<Sequence> sequences = new Int2ObjectOpenHashMap<>();
  private final ObjectArrayList<Sequence> unused = new ObjectArrayList<>();
  private final BlockPath askedPath = new BlockPath();

  private State state = State.ASLEEP;
  private int event;
  private long planLimit = SHORTEST_PLAN_STEPS;
  private long longestNanos;
  private long arrivals;

  /**
   * Creates an idle worker with an empty pool.
   *
   * @param id its number, from 0
   * @param requests the requests of the run, their blocks cut at {@link WorkerConfig#blockTokens}
   * @param pricer turns a batch into nanoseconds
   * @param listener hears what happens on the worker
   * @throws IllegalArgumentException if the requests' blocks have another size than the pool's
   */
  public FastWorker(
      int id,
      WorkerConfig config,
      Simulation simulation,
      EngineRequests requests,
      StepPricer pricer,
      WorkerListener listener) {
    if (requests.blocks().blockTokens() != config.blockTokens()) {
      throw new IllegalArgumentException(
          "requests are cut into blocks of "
              + requests.blocks().blockTokens()
              + " tokens, the pool has "
              + config.blockTokens());
    }
    this.id = id;
    this.config = config;
    this.simulation = requireNonNull(simulation, "simulation is null");
    this.requests = requests;
    this.identity = new BlockIdentity(requests);
    KvEvents events = new KvEvents();
    announcer =
        new Announcer(
            id, config.eventsAtPassEnd(), requireNonNull(listener, "listener is null"), events);
    pool = new RangePool(config, events);
    decoders = new Decoders(config, pool, pricer.timing().slidingWindowTokens());
    running = new RunningSequences(decoders);
    scheduler = new FastScheduler(id, config, pool, running);
    settler = new StepSettler(pool, running);
    this.pricer = new BatchPricer(pricer, pool, running);
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public void submit(int request) {
    long inputTokens = requests.inputTokens(request);
    long askedTokens = requests.outputTokens(request);
    if (!config.canEverServe(inputTokens, askedTokens)) {
      throw new IllegalArgumentException("worker " + id + " can never serve request " + request);
    }
    if (sequences.containsKey(request)) {
      throw new IllegalArgumentException("request " + request + " is already on worker " + id);
    }
    advance();
    Sequence sequence = unused.isEmpty() ? new Sequence() : unused.pop();
    long outputTokens = config.cappedOutput(inputTokens, askedTokens);
    sequence.reset(
        request,
        inputTokens,
        outputTokens,
        outputTokens < askedTokens,
        requests.priority(request),
        arrivals++);
    sequence.path.set(requests, identity, request);
    sequences.put(request, sequence);
    boolean isNext = scheduler.arrive(sequence);
    if (state == State.ASLEEP) {
      wake();
    } else if (state == State.RUNNING && isNext && !plan.lastStarted()) {
      cutPlan();
    }
  }

  private void wake() {
    state = State.STARTING;
    event = simulation.schedule(simulation.nowNanos(), Rank.STEP_START, id, startStep, 0);
  }

  /** Lets the next step be decided anew; those behind a queue that waits anyway need not be. */
  private void cutPlan() {
    planLimit = SHORTEST_PLAN_STEPS;
    simulation.cancel(event);
    plan.cut();
    if (plan.stepUnderWay()) {
      event = simulation.schedule(plan.lastEndNanos(), Rank.STEP_END, id, endStep, 0);
    } else {
      wake();
    }
  }

  private void startStep() {
    scheduler.formBatch(simulation.nowNanos());
    boolean formed = scheduler.batchTokens() > 0;
    state = formed ? State.RUNNING : State.ASLEEP;
    if (formed) {
      makePlan();
    }
    announcer.pass(scheduler, pool.takeEvictedCount());
    if (formed) {
      announcer.firstStep(plan);
    }
  }

  private void makePlan() {
    long nanos = pricer.price();
    plan.begin(simulation.nowNanos(), nanos);
    plan.sequences = scheduler.batchSequences();
    plan.tokens = scheduler.batchTokens();
    plan.deferred = scheduler.deferred();
    if (scheduler.isUniform() && nanos > 0 && !announcer.eventsWait()) {
      pricer.planAhead(plan, planLimit);
    }
    event = simulation.schedule(plan.lastEndNanos(), Rank.STEP_END, id, endStep, 0);
  }

  @Override
  public void advance() {
    if (state == State.RUNNING && (plan.ended() > 0 || !plan.lastStarted())) {
      follow();
    }
  }

  /** Lets the planned steps happen up to the present, but for the end of the last one. */
  private void follow() {
    long now = simulation.nowNanos();
    if (!plan.stepUnderWay() && isPast(plan.nextStartNanos(), now, Rank.STEP_START)) {
      startPlannedStep();
    }
    while (plan.endsBefore(now)) {
      endPlannedStep();
      startPlannedStep();
    }
    if (plan.endsAt(now) && simulation.hadTurn(Rank.STEP_END, id)) {
      endPlannedStep();
      if (simulation.hadTurn(Rank.STEP_START, id)) {
        startPlannedStep();
      }
    }
    noteLongest();
    announcer.steps(plan);
  }

  /** Whether this worker's events of a rank at a time have had their turn. */
  private boolean isPast(long timeNanos, long nowNanos, Rank rank) {
    return timeNanos < nowNanos || (timeNanos == nowNanos && simulation.hadTurn(rank, id));
  }

  private void endPlannedStep() {
    long durationNanos = plan.end();
    longestNanos = Math.max(longestNanos, durationNanos);
    decoders.stepEnded();
    announcer.plannedStepEnd(plan, durationNanos, decoders.size());
  }

  private void startPlannedStep() {
    if (decoders.grows()) {
      announcer.steps(plan);
      decoders.beginGrowth();
      decoders.growUpTo(Long.MAX_VALUE);
      announcer.grown();
    }
    plan.start();
  }

  private void noteLongest() {
    if (longestNanos > 0) {
      decoders.noteLongest(longestNanos);
      longestNanos = 0;
    }
  }

  private void endStep() {
    advance();
    long durationNanos = plan.end();
    int decoded = decoders.size();
    longestNanos = Math.max(longestNanos, durationNanos);
    decoders.stepEnded();
    noteLongest();
    settler.settle(simulation.nowNanos());
    if (plan.size() >= planLimit) {
      planLimit = Math.min(2 * planLimit, LONGEST_PLAN_STEPS);
    }
    List<Sequence> settled = settler.settled();
    for (int i = 0; i < settled.size(); i++) {
      if (settled.get(i).isOver()) {
        sequences.remove(settled.get(i).request);
      }
    }
    state = State.ASLEEP;
    if (!sequences.isEmpty()) {
      wake();
    }
    announcer.stepEnd(settler, durationNanos, decoded);
    for (int i = 0; i < settled.size(); i++) {
      if (settled.get(i).isOver()) {
        unused.push(settled.get(i));
      }
    }
  }

  @Override
  public int runningRequests() {
    return running.size();
  }

  @Override
  public int waitingRequests() {
    return scheduler.waiting().size();
  }

  @Override
  public long activeBlocks() {
    return pool.referenced();
  }

  @Override
  public long cachedIdleBlocks() {
    return pool.inactive();
  }

  @Override
  public long freeBlocks() {
    return pool.free();
  }

  @Override
  public long capacityBlocks() {
    return pool.capacity();
  }

  @Override
  public long generatedTokens(int request) {
    Sequence sequence = sequences.get(request);
    if (sequence == null) {
      return 0;
    }
    return sequence.decoding ? decoders.generated(sequence) : sequence.generated();
  }

  @Override
  public long residentPromptBlocks(int request) {
    int promptBlocks = Math.toIntExact(requests.inputTokens(request) / config.blockTokens());
    askedPath.set(requests, identity, request);
    return pool.ranges().residentBlocks(askedPath, promptBlocks);
  }

  @Override
  public void checkInvariants(boolean idle) {
    new FastChecks(id, config, pool, running, scheduler).check();
    if (idle && !(sequences.isEmpty() && pool.referenced() == 0)) {
      throw new IllegalStateException(
          "worker "
              + id
              + " is idle but has "
              + sequences.size()
              + " requests and "
              + pool.referenced()
              + " referenced blocks");
    }
  }
}
