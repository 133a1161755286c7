package dev.turnstile.replay.metrics;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Evictions;
import dev.turnstile.workload.graph.SessionGraph;

/**
 * Gives every computed prompt token its {@link Cause}.
 *
 * <p>What a worker has ever had of a prompt is a prefix of it, and so is what any worker has ever
 * had and what any request has ever had. These three depths cut the prompt into what the worker
 * lost, what was elsewhere, what was being computed, and what is new.
 */
final class LossFinder {
  private static final int NOBODY = -1;

  private final EngineRequests requests;
  private final BlockTree blocks;
  private final BlockIdentity identity;
  private final SessionGraph graph;
  private final RequestLog log;
  private final LossLog losses;

  /** By tree node, up to which block any worker has ever stored it. */
  private final int[] storedEnd;

  /** By request, the leading blocks that some worker had ever stored when it was scheduled. */
  private final int[] everStored;

  LossFinder(EngineRequests requests, SessionGraph graph, RequestLog log) {
    this.requests = requests;
    this.graph = graph;
    this.log = log;
    losses = log.losses();
    blocks = requests.blocks();
    identity = new BlockIdentity(requests);
    storedEnd = new int[blocks.nodeCount()];
    everStored = new int[requests.count()];
  }

  /** Blocks of a tree node up to {@code toBlock} are stored on a worker. */
  void stored(int node, int toBlock) {
    storedEnd[node] = Math.max(storedEnd[node], toBlock);
  }

  /** A request is in a batch for the first time. */
  void firstScheduled(int request, AdmissionFacts facts, HeldElsewhere elsewhere) {
    int hit = blocksOf(facts.hitTokensHbm);
    int evicted = blocksOf(facts.reprefilledTokens);
    int computedAnyway = blocksOf(facts.fullHitRecomputeTokens);
    losses.set(Cause.REPREFILLED, request, evicted);
    losses.set(Cause.FULL_HIT_RECOMPUTE, request, computedAnyway);
    if (evicted > 0) {
      split(request, facts.evictions);
    }
    int here = hit + evicted + computedAnyway;
    int ever = Math.max(here, storedBlocks(request));
    everStored[request] = ever;
    if (ever > here) {
      elsewhere(request, here, ever, elsewhere);
    }
  }

  private int blocksOf(long tokens) {
    return Math.toIntExact(tokens / blocks.blockTokens());
  }

  /** Leading blocks of a prompt that KV events have told of; above a stored block all are. */
  private int storedBlocks(int request) {
    int depth = identity.namedPromptBlocks(request);
    int node = identity.namedPromptNode(request);
    for (; node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      int end = Math.min(depth, storedEnd[node]);
      if (end > blocks.start(node)) {
        return end;
      }
    }
    return 0;
  }

  private void split(int request, Evictions evictions) {
    int play = graph.play(request);
    int own = 0;
    int others = 0;
    int away = 0;
    int held = 0;
    int queued = 0;
    for (int run = 0; run < evictions.size(); run++) {
      int count = evictions.blocks(run);
      int evictor = graph.play(evictions.request(run));
      if (evictor == play) {
        own += count;
      } else {
        others += count;
        losses.taken(request, evictor, count);
      }
      if (evictions.timeNanos(run) < log.arrivalNanos(request)) {
        away += count;
      } else if (evictions.timeNanos(run) < log.admittedNanos(request)) {
        held += count;
      } else {
        queued += count;
      }
    }
    losses.set(Cause.REPREFILLED_OWN, request, own);
    losses.set(Cause.REPREFILLED_OTHERS, request, others);
    losses.set(Cause.REPREFILLED_AWAY, request, away);
    losses.set(Cause.REPREFILLED_HELD, request, held);
    losses.set(Cause.REPREFILLED_QUEUED, request, queued);
  }

  /** Says why blocks {@code [here, ever)}, which only other workers have had, are computed here. */
  private void elsewhere(int request, int here, int ever, HeldElsewhere elsewhere) {
    if (movedByGate(request)) {
      losses.set(Cause.MIGRATED, request, ever - here);
      return;
    }
    int most = elsewhere.blocks(request, log.worker(request), ever);
    int held = Math.max(here, Math.min(most, ever));
    losses.set(Cause.ROUTED, request, held - here);
    losses.set(Cause.GONE, request, ever - held);
  }

  /** The turn before ran elsewhere, and the gate held this one or asked for this worker. */
  private boolean movedByGate(int request) {
    int before = graph.previousInSession(request);
    int worker = log.worker(request);
    if (before < 0 || log.worker(before) == NOBODY || log.worker(before) == worker) {
      return false;
    }
    boolean held = log.releasedNanos(request) > log.arrivalNanos(request);
    return held || log.advisedWorker(request) == worker;
  }

  /**
   * The run is over, and so many leading blocks of a request's prompt were in prompts and outputs
   * of requests scheduled before it.
   */
  void seen(int request, int seenBlocks) {
    losses.set(Cause.CONCURRENT, request, seenBlocks - everStored[request]);
    long seenTokens = (long) seenBlocks * blocks.blockTokens();
    losses.setFirstTime(request, requests.inputTokens(request) - seenTokens);
  }
}
