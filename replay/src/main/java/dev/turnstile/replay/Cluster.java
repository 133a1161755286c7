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
  /** No worker. */
  static final int NOBODY = -1;

  private final WorkerConfig config;
  private final EngineRequests requests;
  private final List<Worker> workers = new ArrayList<>();
  private final List<WorkerView> views = new ArrayList<>();

  /** The request that {@link #servable} was asked for last, and its answer: routers ask often. */
  private int judged = -1;

  private boolean judgement;

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
    return contains(worker) && servable(request);
  }

  /** Whether some worker can ever serve the request; then all of them can. */
  boolean servable(int request) {
    if (request != judged) {
      judgement =
          config.canEverServe(requests.inputTokens(request), requests.outputTokens(request));
      judged = request;
    }
    return judgement;
  }

  /** Why no worker can ever serve the request. */
  String whyUnservable(int request) {
    long input = requests.inputTokens(request);
    if (config.maxModelLen() != 0 && input >= config.maxModelLen()) {
      return "prompt too long: input_length=" + input + " max_model_len=" + config.maxModelLen();
    }
    if (!config.stepTakesPrompt(input)) {
      return "prompt larger than a step without chunked prefill: input_length="
          + input
          + " max_num_batched_tokens="
          + config.maxNumBatchedTokens();
    }
    return "larger than the KV pool: needed_blocks="
        + config.neededBlocks(input, requests.outputTokens(request))
        + " pool_blocks="
        + config.kvBlocks();
  }

  /** Whether KV events are told when blocks change, and not at the end of the step. */
  boolean tellsAtOnce() {
    return !config.eventsAtPassEnd();
  }

  /** Leading tokens of the prompt that the worker holds, at most all but the last one. */
  long cachedTokens(int request, int worker) {
    return usableTokens(request, workers.get(worker).residentPromptBlocks(request));
  }

  /** The most that one of the workers holds of the prompt, as {@link #cachedTokens}. */
  long mostCachedTokens(int request) {
    return usableTokens(request, mostHeldBlocks(request, NOBODY));
  }

  /**
   * The most leading blocks of the prompt that a worker holds.
   *
   * @param except the worker that does not count, or {@link #NOBODY}
   */
  int mostHeldBlocks(int request, int except) {
    long most = 0;
    for (int worker = 0; worker < workers.size(); worker++) {
      if (worker != except) {
        most = Math.max(most, workers.get(worker).residentPromptBlocks(request));
      }
    }
    return Math.toIntExact(most);
  }

  /** Tokens of leading blocks that spare the request their computation. */
  long usableTokens(int request, long heldBlocks) {
    long usable = (requests.inputTokens(request) - 1) / config.blockTokens();
    return Math.min(usable, heldBlocks) * config.blockTokens();
  }
}
