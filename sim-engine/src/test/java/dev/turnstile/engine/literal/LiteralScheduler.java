package dev.turnstile.engine.literal;

import dev.turnstile.engine.literal.LiteralPool.Eviction;
import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.List;

/**
 * The order of work of a worker: forms batches and settles them (worker model, sections 2.4 to
 * 2.7).
 */
final class LiteralScheduler {
  private final int worker;
  private final WorkerConfig config;
  private final LiteralPool pool;
  private final WaitingQueue waiting;
  private final ObjectArrayList<Sequence> running = new ObjectArrayList<>();

  private final ObjectArrayList<Sequence> batch = new ObjectArrayList<>();
  private final ObjectArrayList<Sequence> preempted = new ObjectArrayList<>();
  private final ObjectArrayList<Sequence> firstScheduled = new ObjectArrayList<>();
  private long nowNanos;
  private long budget;
  private boolean deferred;

  LiteralScheduler(int worker, WorkerConfig config, LiteralPool pool) {
    this.worker = worker;
    this.config = config;
    this.pool = pool;
    waiting = WaitingQueue.of(config.queueOrder());
  }

  void arrive(Sequence sequence) {
    waiting.arrive(sequence);
  }

  int waitingRequests() {
    return waiting.queue().size();
  }

  List<Sequence> running() {
    return running;
  }

  /**
   * The requests of the step that was formed last, in running order; empty if there was no work.
   */
  List<Sequence> batch() {
    return batch;
  }

  /** The requests that forming the last step preempted, in that order. */
  List<Sequence> preempted() {
    return preempted;
  }

  /** The requests that the last step schedules for the first time, in that order. */
  List<Sequence> firstScheduled() {
    return firstScheduled;
  }

  /** Tokens that the last formed step computes. */
  long batchTokens() {
    return config.maxNumBatchedTokens() - budget;
  }

  /** Whether the head of the queue had to wait for lack of blocks. */
  boolean deferred() {
    return deferred;
  }

  /**
   * Forms the next step.
   *
   * <p>A pass can preempt the very request it looks at and end without a batch although others run.
   * That is no step; the next pass follows at once. Each such pass empties a place in the running
   * batch, so there is a last one.
   */
  void formBatch(long timeNanos) {
    nowNanos = timeNanos;
    preempted.clear();
    firstScheduled.clear();
    batch.clear();
    boolean formed = pass();
    while (!formed) {
      formed = pass();
    }
    for (int i = 0; i < running.size(); i++) {
      if (running.get(i).scheduled > 0) {
        batch.add(running.get(i));
      }
    }
  }

  /** Returns false if nothing was scheduled because of a preemption. */
  private boolean pass() {
    budget = config.maxNumBatchedTokens();
    deferred = false;
    int before = preempted.size();
    scheduleRunning();
    if (preempted.size() == before) {
      admitWaiting();
      return true;
    }
    return batchTokens() > 0;
  }

  private void scheduleRunning() {
    for (int i = 0; i < running.size() && budget > 0; i++) {
      Sequence sequence = running.get(i);
      long tokens = cut(sequence.known - sequence.computed);
      while (!pool.canTake(missingBlocks(sequence, sequence.computed + tokens), 0)) {
        int victim = victim();
        preempt(victim);
        if (victim == i) {
          return;
        }
        if (victim < i) {
          i--;
        }
      }
      schedule(sequence, tokens);
    }
  }

  private void admitWaiting() {
    while (budget > 0 && running.size() < config.maxNumSeqs()) {
      Sequence head = waiting.queue().peek();
      if (head == null) {
        return;
      }
      int hits = prefixHit(head);
      long missing = head.known - hitTokens(hits);
      if (!config.enableChunkedPrefill() && missing > budget) {
        return;
      }
      long tokens = cut(missing);
      if (!fits(head, hits, tokens)) {
        deferred = true;
        return;
      }
      waiting.queue().remove();
      admit(head, hits, tokens);
    }
  }

  private long cut(long tokens) {
    long threshold = config.longPrefillTokenThreshold();
    long limit = threshold == 0 ? budget : Math.min(budget, threshold);
    return Math.min(tokens, limit);
  }

  /** Leading blocks that are cached; the last known token is always left to be computed. */
  private int prefixHit(Sequence sequence) {
    return config.enablePrefixCaching()
        ? pool.residentBlocks(sequence.path, fullBlocks(sequence.known - 1))
        : 0;
  }

  private boolean fits(Sequence sequence, int hits, long tokens) {
    boolean somethingScheduled = batchTokens() > 0;
    long kept = somethingScheduled ? config.watermarkBlocks() : 0;
    long revived = pool.inactiveBlocks(sequence.path, hits);
    long need = config.blocksFor(hitTokens(hits) + tokens) - hits;
    long needOfAll = config.blocksFor(sequence.known) - hits;
    return pool.canTake(need + kept, revived)
        && (!config.fullSequenceMustFit() || pool.canTake(needOfAll + kept, revived));
  }

  private void admit(Sequence sequence, int hits, long tokens) {
    if (!sequence.wasScheduled) {
      sequence.wasScheduled = true;
      noteFacts(sequence, hits);
      firstScheduled.add(sequence);
    }
    pool.touch(sequence.path, hits, sequence.blocks);
    sequence.cachedBlocks = hits;
    sequence.computed = hitTokens(hits);
    sequence.reached = Math.max(sequence.reached, sequence.computed);
    running.add(sequence);
    schedule(sequence, tokens);
  }

  private void noteFacts(Sequence sequence, int hits) {
    int promptBlocks = fullBlocks(sequence.promptTokens);
    boolean aligned = sequence.promptTokens % config.blockTokens() == 0;
    boolean allResident = pool.residentBlocks(sequence.path, promptBlocks) == promptBlocks;
    sequence.facts.hitTokensHbm = hitTokens(hits);
    sequence.facts.fullHitRecomputeTokens = aligned && allResident ? config.blockTokens() : 0;
    sequence.facts.reprefilledTokens =
        hitTokens(pool.goneBlocks(sequence.path, hits, promptBlocks));
    for (int block = hits; block < promptBlocks; block++) {
      Eviction eviction = pool.eviction(sequence.path, block);
      if (eviction != null) {
        sequence.facts.evictions.add(eviction.request(), 1, eviction.timeNanos());
      }
    }
  }

  private Eviction cause(Sequence sequence) {
    return new Eviction(sequence.request, nowNanos);
  }

  /** Allocates what the tokens need, makes the blocks that they fill addressable, and counts. */
  private void schedule(Sequence sequence, long tokens) {
    long end = sequence.computed + tokens;
    pool.take(missingBlocks(sequence, end), sequence.blocks, cause(sequence));
    if (config.enablePrefixCaching()) {
      cacheUpTo(sequence, fullBlocks(end));
    }
    sequence.scheduled = tokens;
    budget -= tokens;
  }

  private void cacheUpTo(Sequence sequence, int end) {
    int block = sequence.cachedBlocks;
    for (int run = sequence.path.runOf(block); block < end; run++) {
      for (; block < Math.min(sequence.path.end(run), end); block++) {
        pool.cache(sequence.blocks.getInt(block), sequence.path.owner(run), block);
      }
    }
    sequence.cachedBlocks = end;
  }

  private int victim() {
    if (config.queueOrder() == QueueOrder.FCFS) {
      return config.preemptionMode() == PreemptionMode.LIFO ? running.size() - 1 : 0;
    }
    int victim = 0;
    for (int i = 1; i < running.size(); i++) {
      if (WaitingQueue.BY_PRIORITY.compare(running.get(i), running.get(victim)) > 0) {
        victim = i;
      }
    }
    return victim;
  }

  private void preempt(int position) {
    Sequence victim = running.remove(position);
    // Blocks that only this step would have filled are not going to be filled.
    for (int i = victim.cachedBlocks - 1; i >= fullBlocks(victim.computed); i--) {
      pool.uncache(victim.blocks.getInt(i), cause(victim));
    }
    pool.release(victim.blocks);
    budget += victim.scheduled;
    victim.scheduled = 0;
    victim.computed = 0;
    victim.cachedBlocks = 0;
    victim.preemptions++;
    if (victim.preemptions > config.maxPreemptions()) {
      throw new PreemptionLimitException(
          worker, victim.request, victim.preemptions, config.maxPreemptions());
    }
    waiting.putBack(victim);
    preempted.add(victim);
  }

  /** Ends the step: its tokens have KV, the sampled ones are known, what is complete leaves. */
  void settle() {
    for (Sequence sequence : batch) {
      boolean samples = sequence.emits();
      long computed = sequence.computed + sequence.scheduled;
      sequence.recomputedTokens +=
          Math.max(0, Math.min(computed, sequence.reached) - sequence.computed);
      sequence.computed = computed;
      sequence.reached = Math.max(sequence.reached, computed);
      sequence.scheduled = 0;
      sequence.sampled = samples;
      if (samples) {
        sequence.known++;
      }
      if (sequence.isComplete()) {
        pool.release(sequence.blocks);
      }
    }
    running.removeIf(Sequence::isComplete);
  }

  /** Checks what must hold between any two events. */
  void check() {
    require(running.size() <= config.maxNumSeqs(), "running requests", running.size());
    require(batchTokens() <= config.maxNumBatchedTokens(), "batch tokens", batchTokens());
    for (Sequence sequence : running) {
      long tokens = sequence.computed + sequence.scheduled;
      require(tokens <= sequence.known, "computed tokens", tokens);
      require(sequence.blocks.size() == config.blocksFor(tokens), "blocks", sequence.blocks.size());
    }
    for (Sequence sequence : waiting.queue()) {
      require(sequence.blocks.isEmpty(), "blocks of a waiting request", sequence.blocks.size());
    }
    pool.check(running.stream().map(sequence -> sequence.blocks).toList());
  }

  private void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalStateException(
          "worker " + worker + " is inconsistent: " + what + ", got " + value);
    }
  }

  private long missingBlocks(Sequence sequence, long tokens) {
    return config.blocksFor(tokens) - sequence.blocks.size();
  }

  private int fullBlocks(long tokens) {
    return Math.toIntExact(tokens / config.blockTokens());
  }

  private long hitTokens(int blocks) {
    return (long) blocks * config.blockTokens();
  }
}
