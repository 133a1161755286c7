package dev.turnstile.policies.admission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Greedy resume: which paused programs come back, and where.
 *
 * <p>Small contexts are selected first until the room of all workers together is used up; the
 * selected ones are then placed largest first, each on the worker with the most room. What fits on
 * no single worker stays paused, although it has used up its share of the selection. (The published
 * name, best-fit decreasing, notwithstanding: taking the roomiest worker is worst fit.)
 */
final class ResumePacking {
  private static final Comparator<Program> LARGEST_FIRST =
      Comparator.<Program>comparingLong(p -> -p.tokens).thenComparing(Program.BY_ID);

  private static final Comparator<Room> ROOMIEST_FIRST =
      Comparator.<Room>comparingLong(room -> -room.tokens).thenComparingInt(room -> room.worker);

  private final long perProgramTokens;
  private final boolean originFirst;
  private final boolean obeysPins;

  ResumePacking(ThunderConfig config) {
    perProgramTokens = config.perProgramTokens;
    originFirst = config.originFirst;
    obeysPins = config.profile.isNative();
  }

  /** A program and the worker on which it comes back. */
  record Resume(Program program, int worker) {}

  /** What a worker can take. */
  static final class Room {
    final int worker;
    private long tokens;
    private long turns;

    /**
     * States what is free.
     *
     * @param tokens tokens below the resume ceiling
     * @param turns turns that may start; {@link Long#MAX_VALUE} if not limited
     */
    Room(int worker, long tokens, long turns) {
      this.worker = worker;
      this.tokens = tokens;
      this.turns = turns;
    }
  }

  /**
   * The order in which paused programs are looked at: waiting turns of known sessions, then new
   * sessions, then programs for which nobody waits; inside, smaller first. The paper knows only
   * waiting ones and the others.
   */
  static Comparator<Program> order(ThunderConfig config) {
    boolean paper = config.profile == ThunderProfile.PAPER;
    Comparator<Program> byGroup =
        Comparator.comparingInt(p -> paper ? (p.acting ? 1 : 0) : group(p));
    if (!config.newByArrival) {
      return byGroup.thenComparing(Program.BY_SIZE);
    }
    Comparator<Program> bySizeOrArrival =
        (a, b) ->
            group(a) == NEW ? Long.compare(a.serial, b.serial) : Program.BY_SIZE.compare(a, b);
    return byGroup.thenComparing(bySizeOrArrival);
  }

  private static final int CONTINUES = 0;
  private static final int NEW = 1;
  private static final int NOBODY_WAITS = 2;

  private static int group(Program p) {
    if (p.steps <= 1) {
      return NEW;
    }
    return p.acting ? NOBODY_WAITS : CONTINUES;
  }

  /**
   * Packs programs.
   *
   * @param ordered paused programs in {@link #order}
   * @param rooms the workers; those with no more room than the charge per program are left out
   * @return the resumes in the order in which they are placed
   */
  List<Resume> pack(Collection<Program> ordered, List<Room> rooms) {
    List<Room> open = new ArrayList<>(rooms);
    open.removeIf(room -> room.tokens <= perProgramTokens);
    if (open.isEmpty()) {
      return List.of();
    }
    List<Program> selected = select(ordered, open);
    selected.sort(LARGEST_FIRST);
    open.sort(ROOMIEST_FIRST);
    List<Resume> resumes = new ArrayList<>(selected.size());
    for (Program p : selected) {
      Room room = place(p, open);
      if (room != null) {
        take(p, room, open);
        resumes.add(new Resume(p, room.worker));
      }
    }
    return resumes;
  }

  private List<Program> select(Collection<Program> ordered, List<Room> open) {
    long tokensLeft = 0;
    long turnsLeft = 0;
    for (Room room : open) {
      tokensLeft += room.tokens;
      turnsLeft = room.turns == Long.MAX_VALUE ? Long.MAX_VALUE : turnsLeft + room.turns;
    }
    List<Program> selected = new ArrayList<>();
    for (Program p : ordered) {
      boolean turnFree = p.acting || turnsLeft > 0;
      if (turnFree && need(p) <= tokensLeft) {
        selected.add(p);
        tokensLeft -= need(p);
        turnsLeft -= p.acting || turnsLeft == Long.MAX_VALUE ? 0 : 1;
      }
    }
    return selected;
  }

  private @Nullable Room place(Program p, List<Room> open) {
    int pin = obeysPins && p.lane.current != null ? p.lane.current.pinnedWorker() : -1;
    Room roomiest = null;
    for (Room room : open) {
      boolean fits = need(p) <= room.tokens && (p.acting || room.turns > 0);
      if (!fits || (pin >= 0 && room.worker != pin)) {
        continue;
      }
      if (originFirst && room.worker == p.lastWorker) {
        return room;
      }
      roomiest = roomiest == null ? room : roomiest;
    }
    return roomiest;
  }

  private void take(Program p, Room room, List<Room> open) {
    room.tokens -= need(p);
    room.turns -= p.acting || room.turns == Long.MAX_VALUE ? 0 : 1;
    open.remove(room);
    if (room.tokens > perProgramTokens) {
      int place = Collections.binarySearch(open, room, ROOMIEST_FIRST);
      open.add(-place - 1, room);
    }
  }

  private long need(Program p) {
    return p.tokens + perProgramTokens;
  }
}
