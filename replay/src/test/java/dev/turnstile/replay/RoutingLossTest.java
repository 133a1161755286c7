package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a choice of worker loses is what the workers themselves say, however many there are. */
final class RoutingLossTest {
  private final List<Worker> workers = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "1, 4, pass_start, random",
    "2, 12, pass_start, random",
    "3, 12, pass_end, random",
    "4, 30, pass_start, kv",
    "5, 12, pass_start, kv:router_queue_threshold=0.1",
    "6, 1, pass_start, round-robin",
  })
  void equalsWhatTheWorkersHold(long seed, int count, String visibility, String policy) {
    Scenario scenario =
        Scenarios.base()
            .with("policy.spec", policy)
            .with("cluster.workers", Integer.toString(count))
            .with("engine.event_visibility", visibility)
            .with("engine.max_num_batched_tokens", "256")
            .with("kv.num_gpu_blocks", "14");
    Workload workload = RandomWorkloads.sessions(seed);
    long[] expected = new long[workload.graph().requestCount()];

    RequestLog log =
        new Replayer(watched(workload, expected))
            .run(scenario, workload, RunOptions.SILENT)
            .requests();

    long[] told = IntStream.range(0, log.count()).mapToLong(log::routingLossTokens).toArray();
    assertThat(told).isEqualTo(expected);
    assertThat(Arrays.stream(told).anyMatch(loss -> loss > 0)).isEqualTo(count > 1);
  }

  /** Workers that are all asked before a request is submitted to one of them. */
  private WorkerFactory watched(Workload workload, long[] expected) {
    return (id, config, simulation, requests, pricer, listener) -> {
      Worker worker = new LiteralWorker(id, config, simulation, requests, pricer, listener);
      workers.add(worker);
      return (Worker)
          Proxy.newProxyInstance(
              Worker.class.getClassLoader(),
              new Class<?>[] {Worker.class},
              (self, method, arguments) -> {
                if (method.getName().equals("submit")) {
                  int request = (int) arguments[0];
                  long input = workload.graph().request(request).prompt().inputTokens();
                  expected[request] = most(request, input) - cached(worker, request, input);
                }
                try {
                  return method.invoke(worker, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    };
  }

  private long most(int request, long inputTokens) {
    return workers.stream().mapToLong(w -> cached(w, request, inputTokens)).max().orElseThrow();
  }

  /** Whole blocks, and never the last token. */
  private static long cached(Worker worker, int request, long inputTokens) {
    return Math.min(worker.residentPromptBlocks(request), (inputTokens - 1) / 64) * 64;
  }
}
