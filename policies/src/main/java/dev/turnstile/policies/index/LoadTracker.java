package dev.turnstile.policies.index;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The router's books of what it has sent to each worker and not got back.
 *
 * <p>The active blocks of a worker are kept per tree node: how many requests in flight cover the
 * node's whole run, and how far the others reach into it. The distinct blocks of a node are then
 * the longest reach, and no set of blocks is kept. A prompt's blocks beyond its hashed ones, the
 * partial last block for instance, cannot be shared and count once per request.
 *
 * <p>The run loop feeds it. Every call takes time proportional to the nodes on the prompt's path;
 * memory grows with the largest request number and the nodes covered by requests in flight.
 */
public final class LoadTracker implements LoadView {
  private final BlockTree blocks;
  private final int[] activeRequests;
  private final long[] activePrefillTokens;
  private final long[] activeBlocks;

  /** By request number; zero, or its worker plus one while it is in flight. */
  private int[] workerOfRequest = new int[0];

  /** By request number: prompt tokens that wait for their prefill. */
  private long[] prefillOfRequest = new long[0];

  /** Value: how many requests cover the node's whole run. */
  private final NodeWorkers covers;

  /** By slot of {@link #covers}: ends of the requests that stop inside the run, ascending. */
  private @Nullable IntArrayList[] stops = new IntArrayList[0];

  /**
   * Creates empty books.
   *
   * @param workers number of workers, at least 1
   * @param blocks the prompt tree at the engine's block size
   */
  public LoadTracker(int workers, BlockTree blocks) {
    this.blocks = blocks;
    activeRequests = new int[workers];
    activePrefillTokens = new long[workers];
    activeBlocks = new long[workers];
    covers = new NodeWorkers(blocks.nodeCount());
  }

  /**
   * Books a request that goes to a worker's queue.
   *
   * @param uncachedTokens prompt tokens that the router believes will be computed there, at least 0
   * @throws IllegalStateException if the request is already in flight
   */
  public void onDispatch(RequestView request, int worker, long uncachedTokens) {
    if (uncachedTokens < 0) {
      throw new IllegalArgumentException("uncachedTokens must be >= 0, got " + uncachedTokens);
    }
    if (inFlight(request)) {
      throw new IllegalStateException(
          "request " + request.requestId() + " was dispatched to worker " + worker + " twice");
    }
    makeRoomFor(request.number());
    workerOfRequest[request.number()] = worker + 1;
    activeRequests[worker]++;
    prefillOfRequest[request.number()] = uncachedTokens;
    activePrefillTokens[worker] += uncachedTokens;
    activeBlocks[worker] += privateBlocks(request);
    int hashed = request.hashedBlocks();
    for (int node = bottom(request); node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      if (blocks.start(node) < blocks.end(node)) {
        activeBlocks[worker] += cover(node, worker, hashed);
      }
    }
  }

  /**
   * Takes the request's prompt off the worker's prefill backlog.
   *
   * @throws IllegalStateException if the request is not in flight
   */
  public void onFirstToken(RequestView request) {
    activePrefillTokens[workerOf(request)] -= prefillOfRequest[request.number()];
    prefillOfRequest[request.number()] = 0;
  }

  /**
   * Takes a complete request off the books.
   *
   * @throws IllegalStateException if the request is not in flight
   */
  public void onComplete(RequestView request) {
    int worker = workerOf(request);
    workerOfRequest[request.number()] = 0;
    activeRequests[worker]--;
    activePrefillTokens[worker] -= prefillOfRequest[request.number()];
    activeBlocks[worker] -= privateBlocks(request);
    int hashed = request.hashedBlocks();
    for (int node = bottom(request); node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      if (blocks.start(node) < blocks.end(node)) {
        activeBlocks[worker] -= uncover(node, worker, hashed);
      }
    }
  }

  /** Takes a request off the books if it is in flight. */
  public void onAbort(RequestView request) {
    if (inFlight(request)) {
      onComplete(request);
    }
  }

  @Override
  public int activeRequests(int worker) {
    return activeRequests[worker];
  }

  @Override
  public long activePrefillTokens(int worker) {
    return activePrefillTokens[worker];
  }

  @Override
  public long activeBlocks(int worker) {
    return activeBlocks[worker];
  }

  @Override
  public long addedBlocks(RequestView request, int worker) {
    long added = promptBlocks(request);
    for (int node = bottom(request); node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      int slot = covers.find(node, worker);
      if (slot != NodeWorkers.NONE) {
        added -= shared(node, slot, request.hashedBlocks());
      }
    }
    return added;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Takes time proportional to the workers, plus the workers that cover each node of the path.
   */
  @Override
  public void addedBlocks(RequestView request, long[] perWorker) {
    Arrays.fill(perWorker, promptBlocks(request));
    for (int node = bottom(request); node != PromptTree.NO_NODE; node = blocks.parent(node)) {
      int slot = covers.first(node);
      for (; slot != NodeWorkers.NONE; slot = covers.next(slot)) {
        perWorker[covers.worker(slot)] -= shared(node, slot, request.hashedBlocks());
      }
    }
  }

  /**
   * Checks that nothing is in flight.
   *
   * @throws IllegalStateException naming the counter that is not zero
   */
  public void checkIdle() {
    for (int worker = 0; worker < activeRequests.length; worker++) {
      if (activeRequests[worker] != 0
          || activePrefillTokens[worker] != 0
          || activeBlocks[worker] != 0) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "load books of worker %d are not empty: %d requests, %d prefill tokens, %d blocks",
                worker,
                activeRequests[worker],
                activePrefillTokens[worker],
                activeBlocks[worker]));
      }
    }
    if (covers.size() != 0) {
      throw new IllegalStateException(covers.size() + " nodes are covered by no request");
    }
  }

  private int workerOf(RequestView request) {
    if (!inFlight(request)) {
      throw new IllegalStateException("request " + request.requestId() + " is not in flight");
    }
    return workerOfRequest[request.number()] - 1;
  }

  private boolean inFlight(RequestView request) {
    return request.number() < workerOfRequest.length && workerOfRequest[request.number()] != 0;
  }

  private void makeRoomFor(int request) {
    workerOfRequest = IntArrays.grow(workerOfRequest, request + 1);
    prefillOfRequest = LongArrays.grow(prefillOfRequest, request + 1);
  }

  /** All blocks of the prompt, the partial last one included. */
  private long promptBlocks(RequestView request) {
    int blockTokens = blocks.blockTokens();
    return (request.inputTokens() + blockTokens - 1) / blockTokens;
  }

  private long privateBlocks(RequestView request) {
    return promptBlocks(request) - request.hashedBlocks();
  }

  /** The lowest node of the path that holds hashed blocks of the prompt. */
  private int bottom(RequestView request) {
    int hashed = request.hashedBlocks();
    return hashed == 0 ? PromptTree.NO_NODE : blocks.nodeAt(request.promptNode(), hashed - 1);
  }

  /** Blocks of a node's run that are active at {@code slot} and among the first {@code hashed}. */
  private int shared(int node, int slot, int hashed) {
    return Math.min(reach(node, slot), hashed) - blocks.start(node);
  }

  /** Index behind the last active block of a node's run. */
  private int reach(int node, int slot) {
    return covers.value(slot) > 0
        ? blocks.end(node)
        : stopsOf(slot).getInt(stopsOf(slot).size() - 1);
  }

  /** Adds a request that covers the node's run up to {@code hashed}; returns the new blocks. */
  private int cover(int node, int worker, int hashed) {
    int slot = covers.find(node, worker);
    int before = blocks.start(node);
    if (slot == NodeWorkers.NONE) {
      slot = covers.add(node, worker, 0);
    } else {
      before = reach(node, slot);
    }
    if (hashed >= blocks.end(node)) {
      covers.setValue(slot, covers.value(slot) + 1);
    } else {
      IntArrayList ends = stopsOf(slot);
      ends.add(position(ends, hashed), hashed);
    }
    return reach(node, slot) - before;
  }

  /** Undoes {@link #cover}; returns the blocks that nobody covers any more. */
  private int uncover(int node, int worker, int hashed) {
    int slot = covers.find(node, worker);
    int before = reach(node, slot);
    if (hashed >= blocks.end(node)) {
      covers.setValue(slot, covers.value(slot) - 1);
    } else {
      IntArrayList ends = stopsOf(slot);
      ends.removeInt(position(ends, hashed));
    }
    if (covers.value(slot) == 0 && stopsOf(slot).isEmpty()) {
      covers.remove(slot);
      return before - blocks.start(node);
    }
    return before - reach(node, slot);
  }

  private IntArrayList stopsOf(int slot) {
    if (slot >= stops.length) {
      stops = Arrays.copyOf(stops, Math.max(slot + 1, stops.length + (stops.length >> 1)));
    }
    IntArrayList ends = stops[slot];
    if (ends == null) {
      ends = new IntArrayList(1);
      stops[slot] = ends;
    }
    return ends;
  }

  /** Where {@code end} is, or belongs, in an ascending list. */
  private static int position(IntArrayList ends, int end) {
    int found = Arrays.binarySearch(ends.elements(), 0, ends.size(), end);
    return found >= 0 ? found : -found - 1;
  }
}
