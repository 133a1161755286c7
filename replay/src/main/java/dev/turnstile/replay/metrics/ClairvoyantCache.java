package dev.turnstile.replay.metrics;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.worker.EngineRequests;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Caches that know the future: the most hits that any eviction could have had, with the placement
 * and the order of requests of one run.
 *
 * <p>Each worker is judged alone, by the order in which its requests were first scheduled and
 * ended. A request names the blocks of its prompt, and those of its output where the tree names
 * them. While it runs they are there for every other request and take no room; between two uses
 * they are idle, and have to be kept. Private blocks take no room either. What is not charged makes
 * the bound higher, never lower: whatever a real pool holds idle at some time fits into it, and a
 * block can enter a pool only while a request that names it runs.
 *
 * <p>A block counts if it is a hit of a request that is counted; uses that do not count (warm-up,
 * requests that were not served, the block with the last token of an aligned prompt) are no reason
 * to keep it. So the bounds hold for the metric, exactly.
 *
 * <p>Idle blocks with the same two uses stand together along a path and are one span ({@link
 * IdleSpans}); the number of spans grows almost linearly with requests, as the changes of colour in
 * Sleator and Tarjan's dynamic trees do, and not with blocks.
 */
final class ClairvoyantCache {
  /**
   * Hits of the counted requests.
   *
   * @param pooledTokens with each worker's own pool
   * @param unlimitedTokens with unlimited pools
   */
  record Hits(long pooledTokens, long unlimitedTokens) {}

  private final EngineRequests requests;
  private final RequestLog log;
  private final BlockTree blocks;
  private final RequestPaths paths;
  private final LastUses uses;
  private final IdleSpans spans = new IdleSpans();
  private final IntArrayList path = new IntArrayList();
  private final int[] endOf;
  private long heldByOthers;

  ClairvoyantCache(EngineRequests requests, RequestLog log) {
    this.requests = requests;
    this.log = log;
    blocks = requests.blocks();
    paths = new RequestPaths(requests);
    uses = new LastUses(blocks.nodeCount());
    endOf = new int[requests.count()];
  }

  /**
   * The hits at best.
   *
   * @param order what happened, in order: {@code r} = request r was first scheduled, {@code ~r} =
   *     it ended
   * @param capacityBlocks pool of each worker
   */
  Hits hits(IntArrayList order, long[] capacityBlocks) {
    long pooled = 0;
    long unlimited = 0;
    int[][] byWorker = byWorker(order, capacityBlocks.length);
    for (int worker = 0; worker < capacityBlocks.length; worker++) {
      int[] events = byWorker[worker];
      findSpans(events);
      unlimited += heldByOthers + spans.total();
      pooled += heldByOthers + spans.kept(events.length, capacityBlocks[worker]);
    }
    return new Hits(pooled * blocks.blockTokens(), unlimited * blocks.blockTokens());
  }

  private int[][] byWorker(IntArrayList order, int workers) {
    int[] size = new int[workers];
    for (int i = 0; i < order.size(); i++) {
      size[worker(order.getInt(i))]++;
    }
    int[][] events = new int[workers][];
    Arrays.setAll(events, worker -> new int[size[worker]]);
    Arrays.fill(size, 0);
    for (int i = 0; i < order.size(); i++) {
      int worker = worker(order.getInt(i));
      events[worker][size[worker]++] = order.getInt(i);
    }
    return events;
  }

  private int worker(int event) {
    return log.worker(event < 0 ? ~event : event);
  }

  private void findSpans(int[] events) {
    uses.clear();
    spans.clear(events.length);
    heldByOthers = 0;
    for (int time = 0; time < events.length; time++) {
      if (events[time] < 0) {
        endOf[~events[time]] = time;
      } else {
        endOf[events[time]] = Integer.MAX_VALUE;
      }
    }
    for (int time = 0; time < events.length; time++) {
      if (events[time] >= 0) {
        schedule(events[time], time);
      }
    }
  }

  private void schedule(int request, int now) {
    if (!log.warmup(request) && log.status(request).served()) {
      find(paths.promptNode(request), paths.reusableBlocks(request), now);
    }
    use(paths.promptNode(request), paths.promptBlocks(request), endOf[request]);
    int output = paths.outputBlocks(request, log.outputTokens(request));
    if (output > 0) {
      use(requests.outputNode(request), output, endOf[request]);
    }
  }

  /** Adds what has been used of the first blocks of a path, from the start of the prompt on. */
  private void find(int node, int depth, int now) {
    path.clear();
    for (int at = node; at != PromptTree.NO_NODE; at = blocks.parent(at)) {
      path.push(at);
    }
    int reached = 0;
    while (!path.isEmpty()) {
      int at = path.popInt();
      int limit = Math.min(depth, blocks.end(at));
      for (int step = uses.first(at); step != LastUses.NONE && reached < limit; ) {
        int to = Math.min(limit, uses.depth(step));
        add(to - reached, uses.time(step), now);
        reached = to;
        step = uses.next(step);
      }
      if (reached < limit) {
        return;
      }
    }
  }

  private void add(int count, int lastUse, int now) {
    if (lastUse > now) {
      heldByOthers += count;
    } else {
      spans.add(count, lastUse, now);
    }
  }

  private void use(int node, int depth, int until) {
    for (int at = node; at != PromptTree.NO_NODE; at = blocks.parent(at)) {
      int end = Math.min(depth, blocks.end(at));
      if (end > blocks.start(at)) {
        uses.use(at, end, until);
      }
    }
  }
}
