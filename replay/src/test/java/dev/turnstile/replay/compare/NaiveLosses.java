package dev.turnstile.replay.compare;

import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.replay.EngineView;
import dev.turnstile.replay.ReplayInput;
import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.Cause;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.graph.SessionGraph;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The causes of a run's computed tokens block by block, from sets of blocks; for runs in which KV
 * events are told at once.
 */
final class NaiveLosses {
  private record Block(int owner, int index) {}

  /**
   * Blocks beyond the hit that are neither on the worker nor were: what is known when scheduled.
   */
  private record Scheduled(int request, int everAnywhere) {}

  final RunResult result;
  private final EngineView requests;
  private final SessionGraph graph;
  private final BlockIdentity identity;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Set<Block>> everOn = new ArrayList<>();
  private final List<Scheduled> order = new ArrayList<>();
  private final List<Map<Cause, Long>> causes = new ArrayList<>();

  NaiveLosses(RunCase run) {
    ReplayInput input = ReplayInput.of(run.workload(), run.scenario());
    requests = input.requests();
    graph = input.workload().graph();
    identity = new BlockIdentity(requests);
    for (int r = 0; r < requests.count(); r++) {
      causes.add(new EnumMap<>(Cause.class));
    }
    result = new Replayer(watched()).run(run.scenario(), input, RunOptions.SILENT);
    atTheEnd();
  }

  /** What the run should say of a request; without zeros. */
  Map<Cause, Long> of(int request) {
    return causes.get(request);
  }

  private WorkerFactory watched() {
    return (id, config, simulation, view, pricer, listener) -> {
      WorkerListener spy =
          (WorkerListener)
              Proxy.newProxyInstance(
                  WorkerListener.class.getClassLoader(),
                  new Class<?>[] {WorkerListener.class},
                  (self, method, arguments) -> {
                    switch (method.getName()) {
                      case "onFirstScheduled" ->
                          scheduled(
                              (int) arguments[0],
                              (int) arguments[1],
                              (AdmissionFacts) arguments[2]);
                      case "onStored" ->
                          stored(
                              (int) arguments[0],
                              (int) arguments[1],
                              (int) arguments[2],
                              (int) arguments[3]);
                      default -> {}
                    }
                    try {
                      return method.invoke(listener, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  });
      Worker worker = new LiteralWorker(id, config, simulation, view, pricer, spy);
      workers.add(worker);
      everOn.add(new HashSet<>());
      return worker;
    };
  }

  private void stored(int worker, int owner, int from, int to) {
    for (int index = from; index < to; index++) {
      everOn.get(worker).add(new Block(owner, index));
    }
  }

  private void add(int request, Cause cause, long tokens) {
    if (tokens != 0) {
      causes.get(request).merge(cause, tokens, Long::sum);
    }
  }

  private int fullBlocks(int request) {
    return (int) (requests.inputTokens(request) / requests.blocks().blockTokens());
  }

  private void scheduled(int worker, int request, AdmissionFacts facts) {
    int size = requests.blocks().blockTokens();
    int hit = (int) (facts.hitTokensHbm / size);
    int elsewhere = 0;
    for (int other = 0; other < workers.size(); other++) {
      if (other != worker) {
        int held = (int) workers.get(other).residentPromptBlocks(request);
        elsewhere = Math.max(elsewhere, held);
      }
    }
    int known = hit;
    for (int index = hit; index < fullBlocks(request); index++) {
      Block block = new Block(identity.owner(request, index), index);
      if (facts.fullHitRecomputeTokens > 0) {
        // The last one; it may have been stored in the same step and not been told yet.
        add(request, Cause.FULL_HIT_RECOMPUTE, size);
      } else if (everOn.get(worker).contains(block)) {
        add(request, Cause.REPREFILLED, size);
      } else if (everOn.stream().anyMatch(blocks -> blocks.contains(block))) {
        add(request, index < elsewhere ? Cause.ROUTED : Cause.GONE, size);
      } else {
        break;
      }
      known++;
    }
    order.add(new Scheduled(request, known));
  }

  private void atTheEnd() {
    RequestLog log = result.requests();
    int size = requests.blocks().blockTokens();
    Set<Block> seen = new HashSet<>();
    for (Scheduled one : order) {
      int r = one.request;
      moved(r, log);
      int index = one.everAnywhere;
      while (index < fullBlocks(r) && seen.contains(new Block(identity.owner(r, index), index))) {
        add(r, Cause.CONCURRENT, size);
        index++;
      }
      add(r, Cause.FIRST_TIME, requests.inputTokens(r) - (long) index * size);
      long written = requests.inputTokens(r) + Math.max(log.outputTokens(r), 1) - 1;
      for (int i = 0; i < written / size; i++) {
        seen.add(new Block(identity.owner(r, i), i));
      }
    }
  }

  /** What was elsewhere is a migration if the gate moved the session. */
  private void moved(int r, RequestLog log) {
    int before = graph.previousInSession(r);
    boolean other = before >= 0 && log.worker(before) >= 0 && log.worker(before) != log.worker(r);
    boolean held = log.releasedNanos(r) > log.arrivalNanos(r);
    if (other && (held || log.advisedWorker(r) == log.worker(r))) {
      long routed = causes.get(r).getOrDefault(Cause.ROUTED, 0L);
      long gone = causes.get(r).getOrDefault(Cause.GONE, 0L);
      add(r, Cause.MIGRATED, routed + gone);
      causes.get(r).remove(Cause.ROUTED);
      causes.get(r).remove(Cause.GONE);
    }
  }
}
