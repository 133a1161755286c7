package dev.turnstile.reports.console;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The first lines of a summary: what was replayed on what. */
final class RunHeader {
  private static final int WIDTH = 80;

  private RunHeader() {}

  static List<String> lines(RunResult run) {
    List<String> lines = new ArrayList<>();
    lines.addAll(labelled("trace", trace(run.workload())));
    lines.addAll(labelled("cluster", cluster(run)));
    lines.addAll(labelled("load", load(run)));
    return lines;
  }

  private static List<String> labelled(String label, String text) {
    return WarningLines.wrap(Numbers.left(label, 18) + text, " ".repeat(20), WIDTH);
  }

  private static String trace(Workload workload) {
    TraceInfo info = workload.info();
    String files =
        info.files().size() == 1 ? info.files().get(0).name() : info.files().size() + " files";
    return String.format(
        Locale.ROOT,
        "%s (%s): %,d requests in %,d session trees",
        files,
        info.format(),
        workload.graph().requestCount(),
        workload.graph().playCount());
  }

  private static String cluster(RunResult run) {
    long capacity = run.workers().get(0).capacityBlocks();
    String kv =
        capacity == Long.MAX_VALUE
            ? "unlimited KV"
            : String.format(Locale.ROOT, "%,d KV blocks each", capacity);
    return text(run, "cluster", "workers")
        + " x "
        + text(run, "cluster", "model")
        + " on "
        + text(run, "cluster", "gpu")
        + " TP"
        + text(run, "cluster", "tp")
        + ", block "
        + text(run, "kv", "block_size")
        + ", "
        + kv;
  }

  private static String load(RunResult run) {
    Number slots = run.summary().get("requested_concurrency");
    String arrival =
        slots == null
            ? "arrival " + text(run, "load", "arrival")
            : "closed loop, " + slots + " live session trees";
    return arrival + ", timing " + text(run, "timing", "provider");
  }

  private static String text(RunResult run, String group, String key) {
    Object values = run.config().get(group);
    Object value = values instanceof Map<?, ?> map ? map.get(key) : null;
    return value == null ? Numbers.NONE : value.toString();
  }
}
