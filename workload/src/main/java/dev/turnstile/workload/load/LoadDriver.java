package dev.turnstile.workload.load;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.Trigger;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Sends the requests of a session graph when they are ready.
 *
 * <p>A request is ready when all its edges have been passed: trigger time plus delay, the latest
 * one decides; in open loop a recorded floor holds as well. Requests that are ready at one time are
 * sent in load order. With a bound on requests in flight a ready request waits for a permit, the
 * one that was ready first goes first.
 *
 * <p>After a rejected or cancelled request the rest of its play is skipped: every request that has
 * not been sent yet. The driver allocates nothing per request once its queues have grown; a step
 * costs O(log n) in the number of waiting requests. Single-threaded.
 */
public final class LoadDriver {
  /** The system that the driver sends requests to. */
  public interface Host {
    /**
     * Asks for a call of {@link LoadDriver#onWake} at a time that is not in the past, after the
     * completions of that time.
     */
    void wakeAt(long timeNanos);

    /**
     * A request enters the system now.
     *
     * @param scheduledNanos when it was ready; earlier than now only if it waited for a permit
     */
    void arrive(int request, long scheduledNanos);

    /** A request will never be sent, because an earlier one of its play failed. */
    void skip(int request);
  }

  /** Where a request stands. */
  public enum State {
    /** It waits for other requests or for a slot of the closed loop. */
    BLOCKED,
    /** Its time is known and not yet come, or it waits for a permit. */
    QUEUED,
    /** It is in the system. */
    IN_FLIGHT,
    /** It has left the system. */
    TERMINAL,
    /** It is never sent. */
    SKIPPED
  }

  private final SessionGraph graph;
  private final LoadSettings settings;
  private final Host host;
  private final GapTimes gaps;
  private final PlayTimes plays;
  private final State[] state;
  private final int[] openEdges;

  /** Ready time of each request on the driver's own clock: simulated time plus skipped time. */
  private final long[] readyNanos;

  private final RequestQueue pending;
  private final RequestQueue due;
  private final int[] playOpen;
  private final boolean[] playFailed;

  /** Wake-ups asked for and not yet come, the earliest last. */
  private final LongArrayList wakes = new LongArrayList();

  private int nextPlay;
  private int inFlight;
  private int queued;
  private long skippedNanos;
  private boolean delivering;
  private boolean stopped;

  /**
   * Prepares a run; nothing happens before {@link #start}.
   *
   * @param random the stream {@code arrivals}, used by {@link ArrivalMode.Poisson} only
   * @throws IllegalArgumentException in open loop if a first turn has no recorded time
   */
  public LoadDriver(SessionGraph graph, LoadSettings settings, SplittableRandom random, Host host) {
    this.graph = graph;
    this.settings = settings;
    this.host = host;
    gaps = new GapTimes(graph, settings.gaps());
    plays = new PlayTimes(graph, settings, gaps, random);
    int requests = graph.requestCount();
    state = new State[requests];
    openEdges = new int[requests];
    readyNanos = new long[requests];
    playOpen = new int[graph.playCount()];
    playFailed = new boolean[graph.playCount()];
    pending = new RequestQueue(readyNanos);
    due = new RequestQueue(readyNanos);
    for (int r = 0; r < requests; r++) {
      state[r] = State.BLOCKED;
      openEdges[r] = graph.incomingEdges(r);
    }
    for (int play = 0; play < playOpen.length; play++) {
      playOpen[play] = graph.playSize(play);
    }
  }

  /** Starts the load at time 0. */
  public void start() {
    int first = Math.min(plays.slots(), graph.playCount());
    for (int play = 0; play < first; play++) {
      startPlay(play, plays.startNanos(play));
    }
    nextPlay = first;
    arm(0);
  }

  /** Sends what is due; called at the times asked for with {@link Host#wakeAt}. */
  public void onWake(long nowNanos) {
    while (!wakes.isEmpty() && wakes.topLong() <= nowNanos) {
      wakes.popLong();
    }
    delivering = true;
    while (true) {
      if (nowNanos > settings.maxSimTimeNanos()) {
        stop();
      }
      takeDue(nowNanos);
      if (due.isEmpty() || inFlight >= settings.requestConcurrency()) {
        break;
      }
      send(due.poll(), nowNanos);
    }
    delivering = false;
    arm(nowNanos);
  }

  /**
   * A request has left the system.
   *
   * @param served whether it was completed; otherwise the rest of its play is skipped
   */
  public void onTerminal(int request, long nowNanos, boolean served) {
    if (state[request] != State.IN_FLIGHT) {
      throw new IllegalStateException(
          graph.request(request).id() + " became terminal while " + state[request]);
    }
    state[request] = State.TERMINAL;
    inFlight--;
    int play = graph.play(request);
    playOpen[play]--;
    if (served) {
      pass(request, Trigger.COMPLETION, nowNanos);
    } else {
      skipRest(play);
    }
    if (playOpen[play] == 0) {
      startNext(play, nowNanos);
    }
    if (!delivering) {
      arm(nowNanos);
    }
  }

  /** Whether nothing is in flight and nothing will ever be sent. */
  public boolean finished() {
    return inFlight == 0 && queued == 0;
  }

  /** Whether {@code max_sim_time} has kept requests from being sent, or will do so. */
  public boolean stopped() {
    return stopped || comesTooLate();
  }

  /** Whether a request will be sent without any other one having to end first. */
  public boolean canSend() {
    return queued > 0
        && inFlight < settings.requestConcurrency()
        && !(due.isEmpty() && comesTooLate());
  }

  /** Whether the next request that has a time would come after the last time allowed. */
  private boolean comesTooLate() {
    return !pending.isEmpty()
        && readyNanos[pending.first()] - skippedNanos > settings.maxSimTimeNanos();
  }

  /**
   * The first request in load order that starts its play and has no recorded start; an open loop
   * cannot replay such a graph.
   */
  public static OptionalInt firstUntimedRoot(SessionGraph graph) {
    return IntStream.range(0, graph.requestCount())
        .filter(r -> graph.incomingEdges(r) == 0)
        .filter(r -> graph.request(r).offsetNanos() == RequestNode.NO_TIME)
        .findFirst();
  }

  /** Where a request stands. */
  public State state(int request) {
    return state[request];
  }

  /** Number of requests that have been sent and are not terminal. */
  public int inFlight() {
    return inFlight;
  }

  /** Number of wake-ups that were asked for and have not come. */
  public int outstandingWakes() {
    return wakes.size();
  }

  /** Number of delays that {@code max_gap} has cut in the whole graph. */
  public long gapsCut() {
    return gaps.gapsCut();
  }

  /** Time that {@code max_gap} has cut from the delays of the whole graph. */
  public long gapCutNanos() {
    return gaps.cutNanos();
  }

  /** Idle time skipped so far because of {@code idle_cap}. */
  public long idleSkippedNanos() {
    return skippedNanos;
  }

  private void send(int request, long nowNanos) {
    if (state[request] == State.SKIPPED) {
      return;
    }
    state[request] = State.IN_FLIGHT;
    queued--;
    inFlight++;
    host.arrive(request, readyNanos[request] - skippedNanos);
    pass(request, Trigger.DISPATCH, nowNanos);
  }

  private void takeDue(long nowNanos) {
    while (!pending.isEmpty() && readyNanos[pending.first()] - skippedNanos <= nowNanos) {
      due.add(pending.poll());
    }
  }

  /** Passes the edges of a request that wait for this trigger. */
  private void pass(int request, Trigger trigger, long nowNanos) {
    long clock = nowNanos + skippedNanos;
    for (int edge = graph.firstEdge(request); edge < graph.firstEdge(request + 1); edge++) {
      if (graph.trigger(edge) == trigger) {
        int target = graph.target(edge);
        long passed = LoadRangeException.sum(clock, gaps.edgeNanos(edge));
        readyNanos[target] = Math.max(readyNanos[target], passed);
        if (--openEdges[target] == 0 && state[target] == State.BLOCKED) {
          long ready = LoadRangeException.sum(readyNanos[target], gaps.residualNanos(target));
          enqueue(target, Math.max(ready, plays.floorNanos(target)));
        }
      }
    }
  }

  private void startPlay(int play, long clock) {
    for (int i = 0; i < graph.playSize(play); i++) {
      int request = graph.playRequest(play, i);
      if (graph.incomingEdges(request) == 0) {
        enqueue(request, LoadRangeException.sum(clock, plays.offsetNanos(request)));
      }
    }
  }

  /** The slot of a play is free: in a closed loop the next play takes it. */
  private void startNext(int ended, long nowNanos) {
    int next = plays.staticLanes() ? ended + plays.slots() : nextPlay;
    if (next < graph.playCount() && next >= 0) {
      nextPlay++;
      startPlay(next, nowNanos + skippedNanos);
    }
  }

  private void enqueue(int request, long clock) {
    state[request] = State.QUEUED;
    readyNanos[request] = clock;
    queued++;
    pending.add(request);
  }

  private void skipRest(int play) {
    if (playFailed[play]) {
      return;
    }
    playFailed[play] = true;
    for (int i = 0; i < graph.playSize(play); i++) {
      int request = graph.playRequest(play, i);
      if (state[request] == State.BLOCKED || state[request] == State.QUEUED) {
        queued -= state[request] == State.QUEUED ? 1 : 0;
        state[request] = State.SKIPPED;
        playOpen[play]--;
        host.skip(request);
      }
    }
  }

  /** Asks for the next wake-up; skips idle time first. */
  private void arm(long nowNanos) {
    dropSkipped(pending);
    dropSkipped(due);
    if (!due.isEmpty() && inFlight < settings.requestConcurrency()) {
      wake(nowNanos);
    } else if (!pending.isEmpty()) {
      skipIdle(nowNanos);
      long next = Math.max(nowNanos, readyNanos[pending.first()] - skippedNanos);
      if (next <= settings.maxSimTimeNanos()) {
        wake(next);
      } else if (inFlight == 0) {
        stop();
      }
    }
  }

  /** With nothing in flight, pulls all pending starts forward together. */
  private void skipIdle(long nowNanos) {
    long idleCap = settings.gaps().idleCapNanos();
    if (inFlight == 0 && idleCap != LoadSettings.NO_CAP) {
      long wait = readyNanos[pending.first()] - skippedNanos - nowNanos;
      skippedNanos += Math.max(0, wait - idleCap);
    }
  }

  private void wake(long timeNanos) {
    if (wakes.isEmpty() || timeNanos < wakes.topLong()) {
      wakes.push(timeNanos);
      host.wakeAt(timeNanos);
    }
  }

  private void dropSkipped(RequestQueue queue) {
    while (!queue.isEmpty() && state[queue.first()] == State.SKIPPED) {
      queue.poll();
    }
  }

  /** The time is up: what is queued stays unsent. */
  private void stop() {
    stopped = true;
    pending.clear();
    due.clear();
    queued = 0;
  }
}
