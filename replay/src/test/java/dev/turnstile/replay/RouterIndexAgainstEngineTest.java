package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import dev.turnstile.policies.index.PrefixIndex;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The router's index, fed by undelayed KV events, knows at every dispatch exactly what each worker
 * holds of the request's prompt.
 */
final class RouterIndexAgainstEngineTest {
  private static final int WORKERS = 3;

  private final List<Worker> workers = new ArrayList<>();
  private int comparisons;

  @ParameterizedTest
  @CsvSource({
    "1, free_first, 16, 8",
    "2, strict_queue, 16, 8",
    "3, free_first, 64, 64",
    "4, strict_queue, 12, 4",
    "5, free_first, unlimited, 256",
  })
  void agreesWithTheWorkersAtEveryDispatch(long seed, String order, String blocks, String seqs) {
    Scenario scenario =
        Scenarios.base()
            .with("policy.spec", "random")
            .with("cluster.workers", Integer.toString(WORKERS))
            .with("engine.max_num_seqs", seqs)
            .with("engine.max_num_batched_tokens", "256")
            .with("engine.free_order", order)
            .with("kv.num_gpu_blocks", blocks);
    Workload workload = RandomWorkloads.sessions(seed);

    new Replayer(comparing(workload)).run(scenario, workload, RunOptions.SILENT);

    assertThat(comparisons).isGreaterThan(500);
  }

  /** Workers whose events also feed an index, which is asked before each submit. */
  private WorkerFactory comparing(Workload workload) {
    List<PrefixIndex> index = new ArrayList<>();
    return (id, config, simulation, requests, pricer, listener) -> {
      if (index.isEmpty()) {
        index.add(new PrefixIndex(WORKERS, requests.blocks()));
      }
      WorkerListener feeding =
          proxy(
              WorkerListener.class,
              listener,
              (method, arguments) -> feed(index.get(0), method, arguments));
      Worker worker = new LiteralWorker(id, config, simulation, requests, pricer, feeding);
      workers.add(worker);
      return proxy(
          Worker.class,
          worker,
          (method, arguments) -> {
            if (method.equals("submit")) {
              compare(index.get(0), workload, requests, (int) arguments[0]);
            }
          });
    };
  }

  private static void feed(PrefixIndex index, String method, Object[] arguments) {
    boolean stored = method.equals("onStored");
    if ((stored || method.equals("onRemoved")) && !BlockIdentity.isPrivate((int) arguments[1])) {
      int worker = (int) arguments[0];
      int node = (int) arguments[1];
      if (stored) {
        index.onStored(worker, KvTier.HBM, node, (int) arguments[2], (int) arguments[3]);
      } else {
        index.onRemoved(worker, KvTier.HBM, node, (int) arguments[2], (int) arguments[3]);
      }
    }
  }

  private void compare(PrefixIndex index, Workload workload, EngineRequests requests, int request) {
    int hashed = new BlockIdentity(requests).promptPathBlocks(request);
    ReplayRequest view =
        new ReplayRequest(workload.graph(), request, 0, requests.promptNode(request), hashed);
    long[] all = new long[WORKERS];
    index.blocks(view, KvTier.HBM, all);
    assertThat(index.mostDeviceBlocks(view)).isEqualTo(LongStream.of(all).max().orElseThrow());
    for (int worker = 0; worker < WORKERS; worker++) {
      assertThat(all[worker]).isEqualTo(workers.get(worker).residentPromptBlocks(request));
      comparisons++;
    }
  }

  private interface Before {
    void call(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, T target, Before before) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              before.call(method.getName(), arguments == null ? new Object[0] : arguments);
              return invoke(target, method, arguments);
            }));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
