package dev.turnstile.replay;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.policies.spi.WorkerView;
import java.util.ArrayList;
import java.util.List;

/** The workers of a run: equal replicas of one configuration. */
final class Cluster {
  private final WorkerConfig config;
  private final EngineRequests requests;
  private final List<Worker> workers = new ArrayList<>();
  private final List<WorkerView> views = new ArrayList<>();

  Cluster(
      ClusterPlan plan,
      WorkerFactory factory,
      Simulation simulation,
      EngineRequests requests,
      WorkerListener listener) {
    config = plan.config();
    this.requests = requests;
    boolean limited = config.kvBlocks() != WorkerConfig.UNLIMITED;
    for (int id = 0; id < plan.workers(); id++) {
      workers.add(factory.create(id, config, simulation, requests, plan.pricer(), listener));
      views.add(
          new WorkerView(
              id,
              limited ? config.kvBlocks() : WorkerView.UNKNOWN,
              config.blockTokens(),
              0,
              config.maxNumBatchedTokens(),
              WorkerView.UNPUBLISHED));
    }
  }

  int size() {
    return workers.size();
  }

  /** Lets all workers tell what has happened up to the present. */
  void advance() {
    for (Worker worker : workers) {
      worker.advance();
    }
  }

  Worker worker(int id) {
    return workers.get(id);
  }

  WorkerView view(int id) {
    return views.get(id);
  }

  /** Whether the number names a worker. */
  boolean contains(int id) {
    return id >= 0 && id < workers.size();
  }

  /** Whether the worker can ever serve the request. */
  boolean eligible(int request, int worker) {
    return contains(worker)
        && config.canEverServe(requests.inputTokens(request), requests.outputTokens(request));
  }

  /** Whether some worker can ever serve the request. */
  boolean servable(int request) {
    return eligible(request, 0);
  }

  /** Why no worker can ever serve the request. */
  String whyUnservable(int request) {
    long input = requests.inputTokens(request);
    if (config.maxModelLen() != 0 && input >= config.maxModelLen()) {
      return "prompt too long: input_length=" + input + " max_model_len=" + config.maxModelLen();
    }
    return "larger than the KV pool: needed_blocks="
        + config.neededBlocks(input, requests.outputTokens(request))
        + " pool_blocks="
        + config.kvBlocks();
  }

  /** Leading tokens of the prompt that the worker holds, at most all but the last one. */
  long cachedTokens(int request, int worker) {
    long usable = (requests.inputTokens(request) - 1) / config.blockTokens();
    long held = workers.get(worker).residentPromptBlocks(request);
    return Math.min(usable, held) * config.blockTokens();
  }

  /**
   * Tokens of the prompt that some worker holds now beyond what the given one holds: what the
   * choice of that worker loses.
   */
  long routingLossTokens(int request, int chosen) {
    long best = 0;
    for (int worker = 0; worker < workers.size(); worker++) {
      best = Math.max(best, cachedTokens(request, worker));
    }
    return best - cachedTokens(request, chosen);
  }
}
