package dev.turnstile.engine.compare;

import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Everything that decides what happens on a few workers; small, mutable, printable. */
final class Scenario {
  int workers = 1;
  int traceBlockTokens = 4;
  int blockTokens = 4;
  long kvBlocks = WorkerConfig.UNLIMITED;
  long budget = 8192;
  int maxNumSeqs = 256;
  long threshold;
  boolean chunked = true;
  boolean caching = true;
  long watermarkBlocks;
  boolean fullSequenceMustFit = true;
  QueueOrder queueOrder = QueueOrder.FCFS;
  PreemptionMode preemptionMode = PreemptionMode.LIFO;
  FreeOrder freeOrder = FreeOrder.FREE_FIRST;
  long maxModelLen;
  int maxPreemptions = 30;
  boolean eventsAtPassEnd;
  TestTimings timing = TestTimings.TOKENS;
  boolean split;
  double speedup = 1;
  double decodeSpeedup = 1;
  List<Request> requests = new ArrayList<>();
  List<Look> looks = new ArrayList<>();

  /** What makes a request arrive. */
  enum Trigger {
    /** A time. */
    TIME,
    /** So long after another request has completed; 0 is the same time. */
    COMPLETION,
    /** Another request's completion, from inside the call that tells of it. */
    AT_COMPLETION,
    /** Another request's first token, from inside the call that tells of it. */
    AT_FIRST_TOKEN,
    /** The first KV event on another request's worker, once that one is there, inside the call. */
    AT_KV_EVENT
  }

  /** One request. */
  static final class Request {
    int worker;
    Trigger trigger = Trigger.TIME;

    /** The request that triggers it; an earlier one. */
    int after;

    /** Arrival, or delay after the trigger. */
    long nanos;

    long input;
    long output;
    int priority;

    /** Ids of the trace blocks of the prompt; may name fewer than it has. */
    long[] prompt = {};

    /** Whether the last of the ids is that of a partial block and counts. */
    boolean tail;

    /** Ids that follow the whole blocks of the prompt in the output; empty if it is unique. */
    long[] outputIds = {};

    Request copy() {
      Request copy = new Request();
      copy.worker = worker;
      copy.trigger = trigger;
      copy.after = after;
      copy.nanos = nanos;
      copy.input = input;
      copy.output = output;
      copy.priority = priority;
      copy.prompt = prompt;
      copy.tail = tail;
      copy.outputIds = outputIds;
      return copy;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "worker %d, %s %d ns (after %d), %d in %s%s, %d out %s, priority %d",
          worker,
          trigger,
          nanos,
          after,
          input,
          Arrays.toString(prompt),
          tail ? " with tail" : "",
          output,
          Arrays.toString(outputIds),
          priority);
    }
  }

  /**
   * Somebody looks at all workers at some moment of the event order.
   *
   * @param advances whether the workers are advanced before; if not, only what must be right anyway
   *     is looked at
   */
  record Look(long nanos, Rank rank, int subject, boolean advances) {}

  Scenario copy() {
    Scenario copy = new Scenario();
    copy.workers = workers;
    copy.traceBlockTokens = traceBlockTokens;
    copy.blockTokens = blockTokens;
    copy.kvBlocks = kvBlocks;
    copy.budget = budget;
    copy.maxNumSeqs = maxNumSeqs;
    copy.threshold = threshold;
    copy.chunked = chunked;
    copy.caching = caching;
    copy.watermarkBlocks = watermarkBlocks;
    copy.fullSequenceMustFit = fullSequenceMustFit;
    copy.queueOrder = queueOrder;
    copy.preemptionMode = preemptionMode;
    copy.freeOrder = freeOrder;
    copy.maxModelLen = maxModelLen;
    copy.maxPreemptions = maxPreemptions;
    copy.eventsAtPassEnd = eventsAtPassEnd;
    copy.timing = timing;
    copy.split = split;
    copy.speedup = speedup;
    copy.decodeSpeedup = decodeSpeedup;
    requests.forEach(request -> copy.requests.add(request.copy()));
    copy.looks.addAll(looks);
    return copy;
  }

  WorkerConfig config() {
    return new WorkerConfig(
        blockTokens,
        kvBlocks,
        budget,
        maxNumSeqs,
        threshold,
        chunked,
        caching,
        watermarkBlocks,
        fullSequenceMustFit,
        queueOrder,
        preemptionMode,
        freeOrder,
        maxModelLen,
        maxPreemptions,
        eventsAtPassEnd);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(config()).append('\n');
    text.append(
        String.format(
            Locale.ROOT,
            "%d workers, trace blocks of %d tokens, timing %s %s, speedup %s, decode speedup %s%n",
            workers,
            traceBlockTokens,
            timing,
            split ? "split" : "fused",
            speedup,
            decodeSpeedup));
    for (int i = 0; i < requests.size(); i++) {
      text.append("request ").append(i).append(": ").append(requests.get(i)).append('\n');
    }
    looks.forEach(look -> text.append(look).append('\n'));
    return text.toString();
  }
}
