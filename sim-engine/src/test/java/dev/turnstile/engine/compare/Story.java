package dev.turnstile.engine.compare;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What workers tell, in a form that does not depend on how ranges and runs are cut.
 *
 * <p>One list per worker holds everything in order: KV events block by block, steps joined to the
 * longest runs of equal steps, each with the counters of the worker and with sums over all token
 * gaps so far. A further list holds what may not be told late, over all workers, with its time.
 */
final class Story implements WorkerListener {
  /** What an entry tells; the first number of an entry is one of these. */
  enum Kind {
    FIRST_SCHEDULED,
    FIRST_TOKEN,
    SECOND_TOKEN,
    COMPLETED,
    PREEMPTED,
    STORED,
    REMOVED,
    EVICTED,
    STEPS,
    LOOK,
    END
  }

  /** Reacts inside a call. */
  interface Reaction {
    void onFirstToken(int request);

    void onCompleted(int request);

    void onKvEvent(int worker);
  }

  private static final Reaction NO_REACTION =
      new Reaction() {
        @Override
        public void onFirstToken(int request) {}

        @Override
        public void onCompleted(int request) {}

        @Override
        public void onKvEvent(int worker) {}
      };

  private final Simulation simulation;
  private final List<LongArrayList> perWorker = new ArrayList<>();
  private final LongArrayList prompt = new LongArrayList();
  private final long[][] gaps;
  private final Steps[] steps;
  Worker[] workers = {};
  Reaction reaction = NO_REACTION;

  Story(Simulation simulation, int count) {
    this.simulation = simulation;
    gaps = new long[count][3];
    steps = new Steps[count];
    for (int i = 0; i < count; i++) {
      perWorker.add(new LongArrayList());
      steps[i] = new Steps();
    }
  }

  /** Equal steps that follow one another. */
  private static final class Steps {
    long from;
    long to;
    long count;
    long[] shape = {};

    /** Deferred steps that were announced for the steps to be told next. */
    long deferred;
  }

  private void add(int worker, Kind kind, long... values) {
    flush(worker);
    append(perWorker.get(worker), kind, values);
  }

  private void addPrompt(int worker, Kind kind, long... values) {
    long[] all = Arrays.copyOf(values, values.length + 2);
    all[values.length] = simulation.nowNanos();
    all[values.length + 1] = Arrays.hashCode(gaps[worker]);
    add(worker, kind, all);
    append(prompt, kind, worker, simulation.nowNanos(), values[0]);
  }

  private static void append(LongArrayList list, Kind kind, long... values) {
    list.add(kind.ordinal());
    list.add(values.length);
    for (long value : values) {
      list.add(value);
    }
  }

  private void flush(int worker) {
    Steps run = steps[worker];
    if (run.count > 0) {
      long[] all = Arrays.copyOf(new long[] {run.from, run.to, run.count}, 3 + run.shape.length);
      System.arraycopy(run.shape, 0, all, 3, run.shape.length);
      append(perWorker.get(worker), Kind.STEPS, all);
      run.count = 0;
    }
  }

  /** Somebody looks at a worker; workers do not notice. */
  void look(int worker, long... values) {
    long[] all = Arrays.copyOf(values, values.length + 2);
    all[values.length] = worker;
    all[values.length + 1] = simulation.nowNanos();
    append(prompt, Kind.LOOK, all);
  }

  /** The end: whatever is left, and all gaps. */
  void end(String how) {
    for (int worker = 0; worker < perWorker.size(); worker++) {
      add(worker, Kind.END, gaps[worker]);
    }
    append(prompt, Kind.END, simulation.nowNanos(), how.hashCode());
  }

  /** Describes the first difference to another story; null if there is none. */
  String difference(Story other) {
    for (int worker = 0; worker < perWorker.size(); worker++) {
      String difference = difference(perWorker.get(worker), other.perWorker.get(worker));
      if (difference != null) {
        return "worker " + worker + ": " + difference;
      }
    }
    return difference(prompt, other.prompt);
  }

  private static String difference(LongArrayList mine, LongArrayList others) {
    if (mine.equals(others)) {
      return null;
    }
    int at = 0;
    StringBuilder before = new StringBuilder();
    while (at < mine.size() && entry(mine, at).equals(entry(others, at))) {
      before.append("\n    ").append(entry(mine, at));
      at += 2 + (int) mine.getLong(at + 1);
    }
    int start = before.length();
    for (int i = 0; i < 6 && start > 0; i++) {
      start = before.lastIndexOf("\n", start - 1);
    }
    return before.substring(Math.max(start, 0))
        + "\n  expected "
        + entry(mine, at)
        + "\n  but was  "
        + entry(others, at);
  }

  private static String entry(LongArrayList list, int at) {
    if (at >= list.size()) {
      return "nothing";
    }
    int length = (int) list.getLong(at + 1);
    return Kind.values()[(int) list.getLong(at)] + " " + list.subList(at + 2, at + 2 + length);
  }

  @Override
  public void onFirstScheduled(int worker, int request, AdmissionFacts facts) {
    LongArrayList values = new LongArrayList();
    values.add(request);
    values.add(facts.hitTokensHbm);
    values.add(facts.reprefilledTokens);
    values.add(facts.fullHitRecomputeTokens);
    for (int run = 0; run < facts.evictions.size(); run++) {
      values.add(facts.evictions.request(run));
      values.add(facts.evictions.blocks(run));
      values.add(facts.evictions.timeNanos(run));
    }
    addPrompt(worker, Kind.FIRST_SCHEDULED, values.toLongArray());
  }

  @Override
  public void onFirstToken(int worker, int request) {
    addPrompt(worker, Kind.FIRST_TOKEN, request);
    reaction.onFirstToken(request);
  }

  @Override
  public void onSecondToken(int worker, int request) {
    addPrompt(worker, Kind.SECOND_TOKEN, request);
  }

  @Override
  public void onCompleted(
      int worker,
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos) {
    addPrompt(
        worker,
        Kind.COMPLETED,
        request,
        outputTokens,
        lengthCapped ? 1 : 0,
        preemptions,
        recomputedTokens,
        maxTokenGapNanos);
    reaction.onCompleted(request);
  }

  @Override
  public void onPreempted(int worker, int request) {
    addPrompt(worker, Kind.PREEMPTED, request);
  }

  @Override
  public void onTokenGaps(int worker, long gapNanos, long count) {
    gaps[worker][0] += count;
    gaps[worker][1] += count * gapNanos;
    gaps[worker][2] += count * ((gapNanos * 0x9e3779b97f4a7c15L) >>> 20);
  }

  @Override
  public void onStored(int worker, int owner, int fromBlock, int toBlock) {
    for (int block = fromBlock; block < toBlock; block++) {
      if (BlockIdentity.isPrivate(owner)) {
        add(worker, Kind.STORED, owner, block);
      } else {
        addPrompt(worker, Kind.STORED, owner, block);
      }
    }
    if (!BlockIdentity.isPrivate(owner)) {
      reaction.onKvEvent(worker);
    }
  }

  @Override
  public void onRemoved(int worker, int owner, int fromBlock, int toBlock) {
    for (int block = toBlock - 1; block >= fromBlock; block--) {
      addPrompt(worker, Kind.REMOVED, owner, block);
    }
    reaction.onKvEvent(worker);
  }

  @Override
  public void onEvicted(int worker, long count) {
    addPrompt(worker, Kind.EVICTED, count);
  }

  @Override
  public void onSteps(
      int worker, long fromNanos, long durationNanos, long count, int sequences, long newTokens) {
    Worker w = workers[worker];
    Steps run = steps[worker];
    long[] shape = {
      sequences,
      newTokens,
      w.runningRequests(),
      w.waitingRequests(),
      w.activeBlocks(),
      w.cachedIdleBlocks(),
      w.freeBlocks(),
      deferred(run, count)
    };
    if (run.count == 0 || run.to != fromNanos || !Arrays.equals(run.shape, shape)) {
      flush(worker);
      run.from = fromNanos;
      run.shape = shape;
    }
    run.to = fromNanos + durationNanos;
    run.count += count;
  }

  /** Whether the steps being told were announced as deferred: 0 no, 1 yes, else nonsense. */
  private static long deferred(Steps run, long count) {
    long announced = run.deferred;
    run.deferred = 0;
    return announced == count ? 1 : -announced;
  }

  @Override
  public void onStepEnd(int worker) {
    // How many of the ends are told is the worker's choice.
  }

  @Override
  public void onDeferred(int worker, long count) {
    steps[worker].deferred += count;
  }
}
