package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;

/**
 * The blocks that requests in flight have begun with their output, by worker.
 *
 * <p>A request has begun one block for every block boundary that it has crossed since its prompt;
 * each counts 1, because no client says how long its output will be. Counting takes time
 * proportional to the requests in flight.
 */
final class OutputBlocks {
  private final PolicyContext context;
  private final long blockTokens;
  private final Int2ObjectLinkedOpenHashMap<RequestView> inFlight =
      new Int2ObjectLinkedOpenHashMap<>();
  private final Int2IntOpenHashMap workerOfRequest = new Int2IntOpenHashMap();

  OutputBlocks(PolicyContext context) {
    this.context = context;
    blockTokens = context.blocks().blockTokens();
  }

  void onDispatch(RequestView request, int worker) {
    inFlight.put(request.number(), request);
    workerOfRequest.put(request.number(), worker);
  }

  /** A request is no longer in flight, if it was. */
  void onEnd(RequestView request) {
    inFlight.remove(request.number());
    workerOfRequest.remove(request.number());
  }

  /** Adds each worker's output blocks of now. */
  void addTo(long[] perWorker) {
    for (RequestView request : inFlight.values()) {
      long prompt = request.inputTokens();
      long begun = blocks(prompt + context.generatedTokens(request)) - blocks(prompt);
      perWorker[workerOfRequest.get(request.number())] += begun;
    }
  }

  private long blocks(long tokens) {
    return (tokens + blockTokens - 1) / blockTokens;
  }
}
