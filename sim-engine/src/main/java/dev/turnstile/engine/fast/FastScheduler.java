package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of work of a worker: forms batches (worker model, sections 2.4 to 2.6).
 *
 * <p>A pass goes over the running sequences that are not {@link Decoders} alone as long as neither
 * tokens nor blocks are short; otherwise it goes over all of them, one by one.
 */
final class FastScheduler {
  private final int worker;
  private final WorkerConfig config;
  private final RangePool pool;
  private final Decoders decoders;
  private final RunningSequences running;
  private final ObjectArrayList<Sequence> others;
  private final WaitingQueue waiting;
  private final ObjectArrayList<Sequence> preempted = new ObjectArrayList<>();
  private final ObjectArrayList<Sequence> firstScheduled = new ObjectArrayList<>();
  private long budget;
  private int batchOthers;
  private boolean deferred;

  FastScheduler(int worker, WorkerConfig config, RangePool pool, RunningSequences running) {
    this.worker = worker;
    this.config = config;
    this.pool = pool;
    this.running = running;
    decoders = running.decoders();
    others = running.others();
    waiting = WaitingQueue.of(config.queueOrder());
  }

  /** Puts a new sequence into the queue; returns whether it is the head now. */
  boolean arrive(Sequence sequence) {
    waiting.arrive(sequence);
    return waiting.head() == sequence;
  }

  WaitingQueue waiting() {
    return waiting;
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

  /** Requests in the last formed step. */
  int batchSequences() {
    return batchTokens() == 0 ? 0 : decoders.size() + batchOthers;
  }

  /** Whether the head of the queue had to wait for lack of blocks. */
  boolean deferred() {
    return deferred;
  }

  /** Whether the next steps are like the last formed one as long as nothing ends or arrives. */
  boolean isUniform() {
    return others.isEmpty() && running.newcomers().isEmpty() && preempted.isEmpty();
  }

  /**
   * Forms the next step.
   *
   * <p>A pass can preempt the very request it looks at and end without a batch although others run.
   * That is no step; the next pass follows at once. Each such pass empties a place in the running
   * batch, so there is a last one.
   */
  void formBatch(long nowNanos) {
    preempted.clear();
    firstScheduled.clear();
    pool.beginPass(nowNanos);
    decoders.settleSums();
    boolean formed = pass(nowNanos);
    while (!formed) {
      formed = pass(nowNanos);
    }
    batchOthers = 0;
    for (int i = 0; i < others.size(); i++) {
      batchOthers += others.get(i).scheduled > 0 ? 1 : 0;
    }
  }

  /** Returns false if nothing was scheduled because of a preemption. */
  private boolean pass(long nowNanos) {
    budget = config.maxNumBatchedTokens();
    deferred = false;
    int before = preempted.size();
    if (!scheduleTogether()) {
      scheduleOneByOne(nowNanos);
    }
    if (preempted.size() == before) {
      admitWaiting();
      return true;
    }
    return budget < config.maxNumBatchedTokens();
  }

  /**
   * Schedules all running sequences if nobody has to give way to anybody. Blocks are what can be
   * short: a sequence is admitted to tokens that the running ones leave, and only the last one may
   * want more of them later.
   *
   * @return whether that was so; if not, nothing has happened
   */
  private boolean scheduleTogether() {
    long left = budget - decoders.size();
    long need = decoders.neededBlocks();
    if (left < 0) {
      return false;
    }
    for (int i = 0; i < others.size(); i++) {
      Sequence sequence = others.get(i);
      long wanted = cut(sequence.known - sequence.computed, Long.MAX_VALUE);
      long tokens = Math.min(wanted, left);
      if (tokens < wanted && sequence != running.last()) {
        return false;
      }
      sequence.scheduled = tokens;
      need += tokens == 0 ? 0 : missingBlocks(sequence, sequence.computed + tokens);
      left -= tokens;
    }
    if (!pool.canTake(need, 0)) {
      return false;
    }
    budget = left;
    decoders.beginGrowth();
    for (int i = 0; i < others.size(); i++) {
      Sequence sequence = others.get(i);
      if (sequence.scheduled > 0) {
        decoders.growUpTo(sequence.place);
        pool.allocate(sequence, sequence.computed + sequence.scheduled);
      }
    }
    decoders.growUpTo(Long.MAX_VALUE);
    return true;
  }

  private void scheduleOneByOne(long nowNanos) {
    for (int i = 0; i < others.size(); i++) {
      others.get(i).scheduled = 0;
    }
    Sequence sequence = running.first();
    while (sequence != null && budget > 0) {
      long computed = sequence.decoding ? decoders.computed(sequence) : sequence.computed;
      long tokens = cut(sequence.decoding ? 1 : sequence.known - computed, budget);
      boolean stays = true;
      while (stays && !pool.canTake(missingBlocks(sequence, computed + tokens), 0)) {
        Sequence victim = victim();
        preempt(victim, nowNanos);
        stays = victim != sequence;
      }
      if (!stays) {
        break;
      }
      schedule(sequence, tokens);
      sequence = sequence.after;
    }
    regroup(nowNanos);
  }

  private void schedule(Sequence sequence, long tokens) {
    if (sequence.decoding) {
      decoders.grow(sequence);
    } else {
      pool.allocate(sequence, sequence.computed + tokens);
    }
    sequence.scheduled = tokens;
    budget -= tokens;
  }

  /** Takes the decoders that sit out this step from their group. */
  private void regroup(long nowNanos) {
    others.clear();
    for (Sequence at = running.first(); at != null; at = at.after) {
      if (at.decoding && at.scheduled == 0) {
        decoders.remove(at, nowNanos);
      }
      if (at.decoding) {
        at.scheduled = 0;
      } else {
        others.add(at);
      }
    }
  }

  private @Nullable Sequence victim() {
    if (config.queueOrder() == QueueOrder.FCFS) {
      return config.preemptionMode() == PreemptionMode.LIFO ? running.last() : running.first();
    }
    Sequence victim = running.first();
    for (Sequence at = victim; at != null; at = at.after) {
      if (WaitingQueue.BY_PRIORITY.compare(at, victim) > 0) {
        victim = at;
      }
    }
    return victim;
  }

  private void preempt(@Nullable Sequence victim, long nowNanos) {
    if (victim == null) {
      throw new IllegalStateException("nobody is left to preempt");
    }
    if (victim.decoding) {
      decoders.remove(victim, nowNanos);
    }
    running.remove(victim);
    // Blocks that only this step would have filled are not going to be filled.
    pool.uncache(victim, Math.min(victim.cachedBlocks, fullBlocks(victim.computed)));
    pool.release(victim);
    budget += victim.scheduled;
    victim.scheduled = 0;
    victim.computed = 0;
    victim.preemptions++;
    if (victim.preemptions > config.maxPreemptions()) {
      throw new PreemptionLimitException(
          worker, victim.request, victim.preemptions, config.maxPreemptions());
    }
    waiting.putBack(victim);
    preempted.add(victim);
  }

  private void admitWaiting() {
    while (budget > 0 && running.size() < config.maxNumSeqs()) {
      Sequence head = waiting.head();
      if (head == null) {
        return;
      }
      int hits = prefixHit(head);
      long missing = head.known - hitTokens(hits);
      if (!config.enableChunkedPrefill() && missing > budget) {
        return;
      }
      long tokens = cut(missing, budget);
      if (!fits(head, hits, tokens)) {
        deferred = true;
        return;
      }
      waiting.removeHead();
      admit(head, hits, tokens);
    }
  }

  private long cut(long tokens, long left) {
    long threshold = config.longPrefillTokenThreshold();
    long limit = threshold == 0 ? left : Math.min(left, threshold);
    return Math.min(tokens, limit);
  }

  /** Leading blocks that are cached; the last known token is always left to be computed. */
  private int prefixHit(Sequence sequence) {
    return config.enablePrefixCaching()
        ? pool.ranges().residentBlocks(sequence.path, fullBlocks(sequence.known - 1))
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
    pool.touch(sequence, hits);
    sequence.computed = hitTokens(hits);
    sequence.reached = Math.max(sequence.reached, sequence.computed);
    running.addLast(sequence);
    others.add(sequence);
    schedule(sequence, tokens);
  }

  private void noteFacts(Sequence sequence, int hits) {
    int promptBlocks = fullBlocks(sequence.promptTokens);
    boolean aligned = sequence.promptTokens % config.blockTokens() == 0;
    boolean allResident = pool.ranges().residentBlocks(sequence.path, promptBlocks) == promptBlocks;
    AdmissionFacts facts = sequence.facts;
    facts.hitTokensHbm = hitTokens(hits);
    facts.fullHitRecomputeTokens = aligned && allResident ? config.blockTokens() : 0;
    facts.evictions.clear();
    facts.reprefilledTokens =
        hitTokens(pool.ranges().goneBlocks(sequence.path, hits, promptBlocks, facts.evictions));
  }

  private int fullBlocks(long tokens) {
    return Math.toIntExact(tokens / config.blockTokens());
  }

  private long hitTokens(int blocks) {
    return (long) blocks * config.blockTokens();
  }

  private long missingBlocks(Sequence sequence, long tokens) {
    return config.blocksFor(tokens) - sequence.blocks;
  }
}
