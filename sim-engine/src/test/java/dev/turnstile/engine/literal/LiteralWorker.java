package dev.turnstile.engine.literal;

import static java.util.Objects.requireNonNull;

import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

/**
 * A worker of the vLLM discipline that puts every step into the event queue.
 *
 * <p>A step is decided whole at its start: batch, allocation, eviction, prefix hits and duration.
 * At its end tokens come out and the next step is asked for, after the arrivals of that time. An
 * idle worker asks for a step when a request is submitted. {@link #advance} has nothing to do.
 */
public final class LiteralWorker implements Worker {
  private final int id;
  private final WorkerConfig config;
  private final Simulation simulation;
  private final EngineRequests requests;
  private final BlockIdentity identity;
  private final StepPricer pricer;
  private final WorkerListener listener;

  private final KvEvents events = new KvEvents();
  private final TokenGaps gaps = new TokenGaps();
  private final LiteralPool pool;
  private final LiteralScheduler scheduler;
  private final Int2ObjectOpenHashMap<Sequence> sequences = new Int2ObjectOpenHashMap<>();
  private final BatchSums sums;
  private final BatchSums emitterSums;

  private long arrivals;

  /** Whether a step is under way or its start is in the event queue. */
  private boolean awake;

  /**
   * Creates an idle worker with an empty pool.
   *
   * @param id its number, from 0
   * @param requests the requests of the run, their blocks cut at {@link WorkerConfig#blockTokens}
   * @param pricer turns a batch into nanoseconds
   * @param listener hears what happens on the worker
   * @throws IllegalArgumentException if the requests' blocks have another size than the pool's
   */
  public LiteralWorker(
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
    this.pricer = requireNonNull(pricer, "pricer is null");
    this.listener = requireNonNull(listener, "listener is null");
    pool = new LiteralPool(config, requests.blocks(), events);
    scheduler = new LiteralScheduler(id, config, pool);
    sums = new BatchSums(pricer.timing().slidingWindowTokens());
    emitterSums = new BatchSums(pricer.timing().slidingWindowTokens());
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
    long outputTokens = config.cappedOutput(inputTokens, askedTokens);
    Sequence sequence =
        new Sequence(
            request,
            new BlockPath(requests, identity, request),
            inputTokens,
            outputTokens,
            outputTokens < askedTokens,
            requests.priority(request),
            arrivals++);
    if (sequences.put(request, sequence) != null) {
      throw new IllegalArgumentException("request " + request + " is already on worker " + id);
    }
    scheduler.arrive(sequence);
    wake();
  }

  private void wake() {
    if (!awake) {
      awake = true;
      simulation.schedule(simulation.nowNanos(), Rank.STEP_START, id, this::startStep, 0);
    }
  }

  private void startStep(int unused) {
    scheduler.formBatch(simulation.nowNanos());
    boolean formed = !scheduler.batch().isEmpty();
    long durationNanos = formed ? price() : 0;
    if (formed) {
      long endNanos = Math.addExact(simulation.nowNanos(), durationNanos);
      simulation.schedule(endNanos, Rank.STEP_END, id, this::endStep, 0);
    }
    awake = formed;
    tellPass();
    if (formed) {
      if (scheduler.deferred()) {
        listener.onDeferred(id, 1);
      }
      listener.onSteps(
          id,
          simulation.nowNanos(),
          durationNanos,
          1,
          scheduler.batch().size(),
          scheduler.batchTokens());
    }
  }

  private long price() {
    sums.clear();
    emitterSums.clear();
    boolean fused = pricer.composition() == Composition.FUSED;
    for (Sequence s : scheduler.batch()) {
      if (fused || !s.isDecoding()) {
        sums.add(s.scheduled, s.computed, s.emits(), s.isDecoding());
      }
      if (!fused && s.emits()) {
        emitterSums.addEmitter(s.scheduled, s.computed);
      }
    }
    return fused ? pricer.fusedNanos(sums) : pricer.splitNanos(sums, emitterSums);
  }

  private void tellPass() {
    for (Sequence sequence : scheduler.preempted()) {
      listener.onPreempted(id, sequence.request);
    }
    for (Sequence sequence : scheduler.firstScheduled()) {
      listener.onFirstScheduled(id, sequence.request, sequence.facts);
    }
    if (!config.eventsAtPassEnd()) {
      events.tell(id, listener);
    }
    long evicted = pool.takeEvictedCount();
    if (evicted > 0) {
      listener.onEvicted(id, evicted);
    }
  }

  private void endStep(int unused) {
    scheduler.settle();
    for (Sequence sequence : scheduler.batch()) {
      if (sequence.sampled) {
        noteGap(sequence);
      }
      if (sequence.isComplete()) {
        sequences.remove(sequence.request);
      }
    }
    awake = false;
    if (!sequences.isEmpty()) {
      wake();
    }
    tellEnd();
  }

  private void noteGap(Sequence sequence) {
    long now = simulation.nowNanos();
    if (sequence.generated() > 1) {
      long gapNanos = now - sequence.lastTokenNanos;
      gaps.add(gapNanos);
      sequence.maxTokenGapNanos = Math.max(sequence.maxTokenGapNanos, gapNanos);
    }
    sequence.lastTokenNanos = now;
  }

  private void tellEnd() {
    events.tell(id, listener);
    for (Sequence sequence : scheduler.batch()) {
      if (sequence.sampled && sequence.generated() == 1) {
        listener.onFirstToken(id, sequence.request);
      } else if (sequence.sampled && sequence.generated() == 2) {
        listener.onSecondToken(id, sequence.request);
      }
      if (sequence.isComplete()) {
        listener.onCompleted(
            id,
            sequence.request,
            sequence.outputTokens,
            sequence.lengthCapped,
            sequence.preemptions,
            sequence.recomputedTokens,
            sequence.maxTokenGapNanos);
      }
    }
    gaps.tell(id, listener);
    listener.onStepEnd(id);
  }

  @Override
  public void advance() {
    // Every step is an event, so the state is always that of now.
  }

  @Override
  public int runningRequests() {
    return scheduler.running().size();
  }

  @Override
  public int waitingRequests() {
    return scheduler.waitingRequests();
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
    return sequence == null ? 0 : sequence.generated();
  }

  @Override
  public long residentPromptBlocks(int request) {
    long promptBlocks = requests.inputTokens(request) / config.blockTokens();
    BlockPath path = new BlockPath(requests, identity, request);
    return pool.residentBlocks(path, Math.toIntExact(promptBlocks));
  }

  @Override
  public void checkInvariants(boolean idle) {
    scheduler.check();
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
