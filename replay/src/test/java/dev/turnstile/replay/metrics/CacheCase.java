package dev.turnstile.replay.metrics;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A small run of one worker with its blocks spelled out, and what plain methods make of it: each
 * block is one bit of a set.
 */
final class CacheCase {
  private final ChainRequests requests;
  private final IntArrayList order;
  private final RequestLog log;
  private final int[] named;
  private final int[][] prompt;
  private final int[] reusable;

  private CacheCase(ChainRequests requests, IntArrayList order, RequestLog log) {
    this.requests = requests;
    this.order = order;
    this.log = log;
    named = new int[requests.count()];
    prompt = new int[requests.count()][];
    reusable = new int[requests.count()];
    Map<List<Long>, Integer> ids = new LinkedHashMap<>();
    for (int r = 0; r < requests.count(); r++) {
      ChainRequests.Prompt p = requests.prompt(r);
      long written = p.inputTokens() + Math.max(p.outputTokens(), 1) - 1;
      int all = (int) Math.min(p.chain().length, written / ChainRequests.BLOCK);
      prompt[r] = new int[p.promptBlocks()];
      List<Long> prefix = new ArrayList<>();
      for (int block = 0; block < all; block++) {
        prefix.add(p.chain()[block]);
        int id = ids.computeIfAbsent(List.copyOf(prefix), key -> ids.size());
        named[r] |= 1 << id;
        if (block < p.promptBlocks()) {
          prompt[r][block] = id;
        }
      }
      boolean counts = !log.warmup(r) && log.status(r).served();
      reusable[r] = counts ? (int) ((p.inputTokens() - 1) / ChainRequests.BLOCK) : 0;
    }
  }

  /** Up to nine requests over a small tree; a few run at the same time. */
  static CacheCase random(SplittableRandom random) {
    int count = 1 + random.nextInt(9);
    List<ChainRequests.Prompt> prompts = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      long[] chain = new long[1 + random.nextInt(4)];
      Arrays.setAll(chain, block -> random.nextInt(2));
      int blocks = Math.max(0, chain.length - random.nextInt(3));
      int more = random.nextInt(blocks == 0 ? 1 : 0, 3);
      prompts.add(new ChainRequests.Prompt(chain, blocks, more, random.nextInt(40)));
    }
    RequestLog log = new RequestLog(count, ChainRequests.BLOCK);
    IntArrayList order = new IntArrayList();
    IntArrayList running = new IntArrayList();
    int started = 0;
    while (started < count || !running.isEmpty()) {
      if (started < count && running.size() < 3 && (running.isEmpty() || random.nextBoolean())) {
        log.worker[started] = 0;
        log.outputTokens[started] = prompts.get(started).outputTokens();
        log.warmup[started] = random.nextInt(8) == 0;
        boolean served = random.nextInt(8) != 0;
        log.status[started] = served ? RequestStatus.COMPLETED : RequestStatus.CANCELLED;
        order.add(started);
        running.add(started++);
      } else {
        order.add(~running.removeInt(random.nextInt(running.size())));
      }
    }
    return new CacheCase(new ChainRequests(prompts), order, log);
  }

  ClairvoyantCache.Hits bounds(long capacity) {
    return new ClairvoyantCache(requests, log).hits(order, new long[] {capacity});
  }

  private int hits(int request, int present) {
    int hits = 0;
    while (hits < Math.min(reusable[request], prompt[request].length)
        && (present >> prompt[request][hits] & 1) == 1) {
      hits++;
    }
    return hits;
  }

  private static int held(IntArrayList running, int[] named) {
    int held = 0;
    for (int i = 0; i < running.size(); i++) {
      held |= named[running.getInt(i)];
    }
    return held;
  }

  /** The most hit tokens over all ways to choose what is kept. */
  long best(int capacity) {
    Map<Integer, Integer> best = new TreeMap<>(Map.of(0, 0));
    IntArrayList running = new IntArrayList();
    for (int event : order) {
      Map<Integer, Integer> after = new TreeMap<>();
      if (event >= 0) {
        int held = held(running, named);
        best.forEach(
            (idle, hits) ->
                after.merge(idle & ~named[event], hits + hits(event, idle | held), Math::max));
        running.add(event);
      } else {
        running.rem(~event);
        int freed = named[~event] & ~held(running, named);
        best.forEach(
            (idle, hits) ->
                subsets(idle | freed, capacity).forEach(s -> after.merge(s, hits, Math::max)));
      }
      best = after;
    }
    return (long) best.values().stream().max(Integer::compare).orElseThrow() * ChainRequests.BLOCK;
  }

  /** All subsets of a set with as many members as may be. */
  private static List<Integer> subsets(int set, int capacity) {
    int size = Math.min(capacity, Integer.bitCount(set));
    List<Integer> all = new ArrayList<>();
    for (int s = set; ; s = (s - 1) & set) {
      if (Integer.bitCount(s) == size) {
        all.add(s);
      }
      if (s == 0) {
        return all;
      }
    }
  }

  /** Hit tokens if the block goes first that was used longest ago, of one request its deepest. */
  long leastRecentlyUsed(int capacity) {
    IntArrayList idle = new IntArrayList();
    IntArrayList running = new IntArrayList();
    long hits = 0;
    for (int event : order) {
      if (event >= 0) {
        int present = held(running, named);
        for (int block : idle) {
          present |= 1 << block;
        }
        hits += hits(event, present);
        idle.removeIf(block -> (named[event] >> block & 1) == 1);
        running.add(event);
      } else {
        running.rem(~event);
        int freed = named[~event] & ~held(running, named);
        // A block has a smaller number than those below it, so the deepest is freed first.
        for (int block = Integer.SIZE - 1; block >= 0; block--) {
          if ((freed >> block & 1) == 1) {
            idle.add(block);
          }
        }
        idle.removeElements(0, Math.max(0, idle.size() - capacity));
      }
    }
    return hits * ChainRequests.BLOCK;
  }

  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (int event : order) {
      int r = event < 0 ? ~event : event;
      texts.add(
          (event < 0 ? "end " : "start ")
              + r
              + Arrays.toString(requests.prompt(r).chain())
              + "/"
              + requests.prompt(r).promptBlocks()
              + (log.warmup(r) ? " warm-up" : ""));
    }
    return String.join(", ", texts);
  }
}
