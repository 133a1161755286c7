package dev.turnstile.engine.kernel;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The owner of virtual time and of the event queue of one run.
 *
 * <p>Events are ordered by {@code (time, rank, subject, sequence)}; the queue stamps the sequence,
 * so the order is total and does not depend on anything outside the run. Scheduling, cancelling and
 * taking an event costs O(log n) and allocates nothing once the queue has grown. Single-threaded.
 */
public final class Simulation {
  private static final int INITIAL_CAPACITY = 256;

  /** Rank and subject share one key: rank in the upper, subject in the lower 32 bits. */
  private static final int SUBJECT_BITS = 32;

  private long[] time = new long[INITIAL_CAPACITY];
  private long[] key = new long[INITIAL_CAPACITY];
  private long[] sequence = new long[INITIAL_CAPACITY];
  private int[] argument = new int[INITIAL_CAPACITY];
  private @Nullable EventTarget[] target = new @Nullable EventTarget[INITIAL_CAPACITY];

  /** The handle of each event, and where in the arrays the event of each handle is. */
  private int[] handle = new int[INITIAL_CAPACITY];

  private int[] position = new int[INITIAL_CAPACITY];

  private int size;
  private int handles;
  private final IntArrayList freeHandles = new IntArrayList();
  private int pendingTimers;
  private long nextSequence;
  private long nowNanos;

  /** The last key, in their order, of the events of the current time that were processed. */
  private long latestKey = -1;

  private long processed;

  /** Nanoseconds since the start of the run. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Number of events processed so far. */
  public long processedEvents() {
    return processed;
  }

  /** Number of events in the queue that are work, that is of any rank but {@link Rank#TIMER}. */
  public int pendingWork() {
    return size - pendingTimers;
  }

  /** Number of events in the queue. */
  public int pendingEvents() {
    return size;
  }

  /**
   * Puts an event into the queue.
   *
   * @param timeNanos when it is due, not before now
   * @param subject the second key after the rank, at least 0: worker id, or load order of a request
   * @return a handle for {@link #cancel}, which names the event until it is processed or cancelled
   * @throws IllegalArgumentException if the time lies in the past or the subject is negative
   */
  public int schedule(
      long timeNanos, Rank rank, int subject, EventTarget receiver, int eventArgument) {
    if (timeNanos < nowNanos) {
      throw new IllegalArgumentException(
          "event in the past: " + timeNanos + " ns, now " + nowNanos + " ns");
    }
    if (subject < 0) {
      throw new IllegalArgumentException("subject must be >= 0, got " + subject);
    }
    if (size == time.length) {
      grow();
    }
    if (rank == Rank.TIMER) {
      pendingTimers++;
    }
    int eventHandle = freeHandles.isEmpty() ? handles++ : freeHandles.popInt();
    siftUp(
        size++,
        timeNanos,
        key(rank, subject),
        nextSequence++,
        eventArgument,
        receiver,
        eventHandle);
    return eventHandle;
  }

  private static long key(Rank rank, int subject) {
    return ((long) rank.ordinal() << SUBJECT_BITS) | subject;
  }

  /**
   * Takes an event out of the queue that was not processed yet.
   *
   * @param eventHandle what {@link #schedule} returned for it
   */
  public void cancel(int eventHandle) {
    int at = position[eventHandle];
    if (key[at] >>> SUBJECT_BITS == Rank.TIMER.ordinal()) {
      pendingTimers--;
    }
    remove(at);
  }

  /**
   * Whether events of this rank and subject that have been due now since the past have had their
   * turn: whether one of them, or one that comes after them in the order, was processed.
   */
  public boolean hadTurn(Rank rank, int subject) {
    return latestKey >= key(rank, subject);
  }

  /**
   * Processes the first event.
   *
   * @return false if the queue was empty
   */
  public boolean step() {
    if (size == 0) {
      return false;
    }
    latestKey = time[0] == nowNanos ? Math.max(latestKey, key[0]) : key[0];
    nowNanos = time[0];
    EventTarget receiver = target[0];
    int eventArgument = argument[0];
    if (key[0] >>> SUBJECT_BITS == Rank.TIMER.ordinal()) {
      pendingTimers--;
    }
    remove(0);
    processed++;
    if (receiver == null) {
      throw new IllegalStateException("event without a receiver");
    }
    receiver.onEvent(eventArgument);
    return true;
  }

  /** Closes the gap at a position with the last event. */
  private void remove(int at) {
    freeHandles.push(handle[at]);
    size--;
    long lastTime = time[size];
    long lastKey = key[size];
    long lastSequence = sequence[size];
    int lastArgument = argument[size];
    EventTarget lastTarget = target[size];
    int lastHandle = handle[size];
    target[size] = null;
    if (at == size) {
      return;
    }
    if (at > 0 && before(lastTime, lastKey, lastSequence, (at - 1) >>> 1)) {
      siftUp(at, lastTime, lastKey, lastSequence, lastArgument, lastTarget, lastHandle);
    } else {
      siftDown(at, lastTime, lastKey, lastSequence, lastArgument, lastTarget, lastHandle);
    }
  }

  private void siftUp(
      int from,
      long atTime,
      long atKey,
      long atSequence,
      int anArgument,
      @Nullable EventTarget aTarget,
      int aHandle) {
    int hole = from;
    while (hole > 0) {
      int above = (hole - 1) >>> 1;
      if (!before(atTime, atKey, atSequence, above)) {
        break;
      }
      move(above, hole);
      hole = above;
    }
    put(hole, atTime, atKey, atSequence, anArgument, aTarget, aHandle);
  }

  private void siftDown(
      int from,
      long atTime,
      long atKey,
      long atSequence,
      int anArgument,
      @Nullable EventTarget aTarget,
      int aHandle) {
    int hole = from;
    while (true) {
      int child = 2 * hole + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(time[child + 1], key[child + 1], sequence[child + 1], child)) {
        child++;
      }
      if (before(atTime, atKey, atSequence, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    put(hole, atTime, atKey, atSequence, anArgument, aTarget, aHandle);
  }

  /** The one total order: time, then rank and subject, then sequence. */
  private boolean before(long atTime, long atKey, long atSequence, int other) {
    if (atTime != time[other]) {
      return atTime < time[other];
    }
    if (atKey != key[other]) {
      return atKey < key[other];
    }
    return atSequence < sequence[other];
  }

  private void move(int from, int to) {
    time[to] = time[from];
    key[to] = key[from];
    sequence[to] = sequence[from];
    argument[to] = argument[from];
    target[to] = target[from];
    handle[to] = handle[from];
    position[handle[to]] = to;
  }

  private void put(
      int at,
      long atTime,
      long atKey,
      long atSequence,
      int anArgument,
      @Nullable EventTarget aTarget,
      int aHandle) {
    time[at] = atTime;
    key[at] = atKey;
    sequence[at] = atSequence;
    argument[at] = anArgument;
    target[at] = aTarget;
    handle[at] = aHandle;
    position[aHandle] = at;
  }

  private void grow() {
    int capacity = Math.addExact(time.length, time.length >> 1);
    time = Arrays.copyOf(time, capacity);
    key = Arrays.copyOf(key, capacity);
    sequence = Arrays.copyOf(sequence, capacity);
    argument = Arrays.copyOf(argument, capacity);
    target = Arrays.copyOf(target, capacity);
    handle = Arrays.copyOf(handle, capacity);
    position = Arrays.copyOf(position, capacity);
  }
}
