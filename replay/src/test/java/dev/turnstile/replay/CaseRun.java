package dev.turnstile.replay;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One case from its files to its result. */
final class CaseRun {
  private final RunResult result;

  private CaseRun(RunResult result) {
    this.result = result;
  }

  /** Reads resources and replays them in blocks of the trace's size. */
  static CaseRun of(String format, List<String> files, Map<String, String> settings) {
    return ofFiles(format, files.stream().map(CaseRun::path).toList(), settings);
  }

  /** As {@link #of}, from any files. */
  static CaseRun ofFiles(String format, List<Path> files, Map<String, String> settings) {
    Scenario scenario = Scenarios.base();
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      scenario = scenario.with(setting.getKey(), setting.getValue());
    }
    Workload workload =
        new TraceLoader()
            .load(
                TraceInput.of(files, InputStream.nullInputStream()),
                format,
                scenario.workload().readerOptions(!scenario.load().closedLoop()));
    int block = workload.info().traceBlockTokens();
    return new CaseRun(
        new Replayer()
            .run(
                scenario.with("kv.block_size", Integer.toString(block)),
                workload,
                RunOptions.SILENT));
  }

  static Path path(String file) {
    URL url = CaseRun.class.getResource("cases/" + file);
    if (url == null) {
      throw new IllegalArgumentException("no resource cases/" + file);
    }
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  RunResult result() {
    return result;
  }

  /** A number of the summary, or a statistic of a distribution, by its flat name. */
  @Nullable Number summary(String name) {
    if (result.summary().containsKey(name)) {
      return result.summary().get(name);
    }
    int cut = name.indexOf('_');
    Distribution d = result.distributions().get(name.substring(cut + 1));
    if (d == null) {
      throw new IllegalArgumentException("no metric " + name);
    }
    double value =
        switch (name.substring(0, cut)) {
          case "mean" -> d.mean();
          case "std" -> d.std();
          default -> d.percentile(Double.parseDouble(name.substring(1, cut)));
        };
    return d.count() == 0 ? null : value;
  }

  /** A fact about a request by its column name: a number, a text, or null. */
  @Nullable Object request(String id, String column) {
    RequestLog log = result.requests();
    SessionGraph graph = result.workload().graph();
    int r =
        IntStream.range(0, log.count())
            .filter(i -> graph.request(i).id().equals(id))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no request " + id));
    return switch (column) {
      case "arrival_time_ms" -> ms(log.arrivalNanos(r), 0);
      case "terminal_time_ms" -> ms(log.endNanos(r), 0);
      case "ttft_ms" -> ms(log.firstTokenNanos(r), log.arrivalNanos(r));
      case "e2e_latency_ms" -> ms(log.endNanos(r), log.arrivalNanos(r));
      case "hit_tokens" -> log.hitTokens(r);
      case "worker_id" -> log.worker(r);
      case "status" -> log.status(r).label();
      case "needed_blocks" ->
          Long.parseLong(log.reason(r).replaceFirst(".*needed_blocks=([0-9]+).*", "$1"));
      default -> throw new IllegalArgumentException("no column " + column);
    };
  }

  private static @Nullable Double ms(long nanos, long since) {
    return nanos == RequestLog.NO_TIME ? null : (nanos - since) / 1e6;
  }
}
