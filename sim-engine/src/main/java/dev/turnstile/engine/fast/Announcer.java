package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.WorkerListener;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/** Tells a worker's listener what has happened, in the order that {@link WorkerListener} names. */
final class Announcer {
  private final int worker;
  private final boolean eventsAtPassEnd;
  private final WorkerListener listener;
  private final KvEvents events;

  /**
   * Creates the announcer of a worker.
   *
   * @param events where the pool puts its KV events
   */
  Announcer(int worker, boolean eventsAtPassEnd, WorkerListener listener, KvEvents events) {
    this.worker = worker;
    this.eventsAtPassEnd = eventsAtPassEnd;
    this.listener = listener;
    this.events = events;
  }

  /** Whether KV events wait for the end of the step. */
  boolean eventsWait() {
    return eventsAtPassEnd && !events.isEmpty();
  }

  /** What forming a step has done. */
  void pass(FastScheduler scheduler, long evictedBlocks) {
    List<Sequence> preempted = scheduler.preempted();
    for (int i = 0; i < preempted.size(); i++) {
      listener.onPreempted(worker, preempted.get(i).request);
    }
    List<Sequence> firstScheduled = scheduler.firstScheduled();
    for (int i = 0; i < firstScheduled.size(); i++) {
      listener.onFirstScheduled(worker, firstScheduled.get(i).request, firstScheduled.get(i).facts);
    }
    grown();
    if (evictedBlocks > 0) {
      listener.onEvicted(worker, evictedBlocks);
    }
  }

  /** Blocks were given to the sequences of a step that starts. */
  void grown() {
    if (!eventsAtPassEnd) {
      events.tell(worker, listener);
    }
  }

  /** The first step of a plan, which starts now. */
  void firstStep(StepPlan plan) {
    steps(plan, plan.startNanos(), plan.firstDurationNanos(), 1);
  }

  /** The steps of a plan that have started and were not told yet. */
  void steps(StepPlan plan) {
    if (plan.untold() > 0) {
      steps(plan, plan.untoldFromNanos(), plan.untoldDurationNanos(), plan.untold());
      plan.tell();
    }
  }

  private void steps(StepPlan plan, long fromNanos, long durationNanos, int steps) {
    if (plan.deferred) {
      listener.onDeferred(worker, steps);
    }
    listener.onSteps(worker, fromNanos, durationNanos, steps, plan.sequences, plan.tokens);
  }

  /** A planned step that is nothing special has ended. */
  void plannedStepEnd(StepPlan plan, long durationNanos, int decoders) {
    if (eventsWait()) {
      steps(plan);
      events.tell(worker, listener);
    }
    listener.onTokenGaps(worker, durationNanos, decoders);
  }

  /**
   * A step has ended now.
   *
   * @param decoders how many sequences were decoders in it
   */
  void stepEnd(StepSettler settler, long durationNanos, int decoders) {
    events.tell(worker, listener);
    List<Sequence> settled = settler.settled();
    for (int i = 0; i < settled.size(); i++) {
      tokens(settled.get(i));
    }
    if (decoders > 0) {
      listener.onTokenGaps(worker, durationNanos, decoders);
    }
    LongArrayList gapsNanos = settler.gapsNanos();
    for (int i = 0; i < gapsNanos.size(); i++) {
      listener.onTokenGaps(worker, gapsNanos.getLong(i), 1);
    }
    listener.onStepEnd(worker);
  }

  private void tokens(Sequence sequence) {
    if (sequence.sampledToken == 1) {
      listener.onFirstToken(worker, sequence.request);
    } else if (sequence.sampledToken == 2) {
      listener.onSecondToken(worker, sequence.request);
    }
    if (sequence.isOver()) {
      listener.onCompleted(
          worker,
          sequence.request,
          sequence.outputTokens,
          sequence.lengthCapped,
          sequence.preemptions,
          sequence.recomputedTokens,
          sequence.maxTokenGapNanos);
    }
  }
}
