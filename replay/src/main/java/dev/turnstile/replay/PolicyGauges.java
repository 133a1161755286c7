package dev.turnstile.replay;

import dev.turnstile.policies.spi.ChangedWorkers;
import dev.turnstile.policies.spi.PolicyMetrics;
import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.RunCollector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the numbers that policies keep about themselves and hands them to the collector. */
final class PolicyGauges {
  /** A number of a policy that is kept over time. */
  private record Source(Gauge gauge, PolicyMetrics metrics, int index, boolean counter) {}

  /** Takes a number that a policy has of each worker. */
  private record WorkerSource(PolicyMetrics metrics, IntConsumer reader) {}

  private final PolicyPanel panel;
  private final RunCollector collector;
  private final List<Source> cluster = new ArrayList<>();
  private final List<WorkerSource> perWorker = new ArrayList<>();
  private boolean found;

  PolicyGauges(PolicyPanel panel, RunCollector collector) {
    this.panel = panel;
    this.collector = collector;
  }

  /** Takes the present values; cheap where no policy keeps numbers. */
  void read(int workers) {
    if (!found) {
      find();
      found = true;
    }
    for (Source source : cluster) {
      long value =
          source.counter
              ? source.metrics.counter(source.index)
              : source.metrics.gauge(source.index);
      collector.policyGauge(source.gauge, value);
    }
    for (WorkerSource source : perWorker) {
      ChangedWorkers changed = source.metrics.changedWorkers();
      if (changed != null) {
        changed.takeAll(source.reader);
      } else {
        for (int worker = 0; worker < workers; worker++) {
          source.reader.accept(worker);
        }
      }
    }
  }

  /** All counters at the end of a run, by name; with several policies their sums. */
  Map<String, Long> counters() {
    Map<String, Long> values = new LinkedHashMap<>();
    for (PolicyMetrics metrics : metrics()) {
      List<String> names = metrics.counterNames();
      for (int i = 0; i < names.size(); i++) {
        values.merge(names.get(i), metrics.counter(i), Long::sum);
      }
    }
    return values;
  }

  private List<PolicyMetrics> metrics() {
    List<PolicyMetrics> all = new ArrayList<>();
    for (HostedPolicy hosted : panel.policies()) {
      if (hosted.policy() instanceof PolicyMetrics metrics) {
        all.add(metrics);
      }
    }
    return all;
  }

  private void find() {
    for (PolicyMetrics metrics : metrics()) {
      add(metrics, metrics.counterNames(), true);
      add(metrics, metrics.gaugeNames(), false);
      for (int i = 0; i < metrics.workerGaugeNames().size(); i++) {
        if (metrics.workerGaugeNames().get(i).equals("used")) {
          int index = i;
          perWorker.add(
              new WorkerSource(
                  metrics,
                  w ->
                      collector.policyGauge(
                          Gauge.PROGRAM_TOKENS, w, metrics.workerGauge(index, w))));
        }
      }
    }
  }

  private void add(PolicyMetrics metrics, List<String> names, boolean counter) {
    for (int i = 0; i < names.size(); i++) {
      Gauge gauge = gauge(names.get(i));
      if (gauge != null) {
        cluster.add(new Source(gauge, metrics, i, counter));
      }
    }
  }

  private static @Nullable Gauge gauge(String name) {
    return switch (name) {
      case "paused_programs" -> Gauge.PAUSED_PROGRAMS;
      case "acting_programs" -> Gauge.ACTING_PROGRAMS;
      case "pauses" -> Gauge.CUMULATIVE_PAUSES;
      case "resumes" -> Gauge.CUMULATIVE_RESUMES;
      case "forced_resumes" -> Gauge.CUMULATIVE_FORCED_RESUMES;
      default -> null;
    };
  }
}
