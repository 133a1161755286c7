package dev.turnstile.reports.console;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The first lines of a summary: what was replayed on what. */
public final class RunHeader {
  private static final int WIDTH = 80;
  private static final int LABEL = 10;
  private static final String UNSET = "none";

  private RunHeader() {}

  static List<String> lines(RunResult run) {
    List<String> lines = new ArrayList<>();
    facts(run).forEach((label, text) -> lines.addAll(labelled(label, text)));
    return lines;
  }

  /** Trace, cluster, KV cache and load in one line each, by name. */
  public static Map<String, String> facts(RunResult run) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("trace", trace(run.workload()));
    facts.put("cluster", cluster(run));
    facts.put("KV cache", cache(run));
    facts.put("load", load(run));
    return facts;
  }

  static List<String> labelled(String label, String text) {
    return WarningLines.wrap(Numbers.left(label, LABEL) + text, " ".repeat(LABEL + 2), WIDTH);
  }

  private static String trace(Workload workload) {
    TraceInfo info = workload.info();
    String files =
        info.files().size() == 1
            ? fileName(info.files().get(0).name())
            : Numbers.counted(info.files().size(), "file");
    return String.format(
        Locale.ROOT,
        "%s (%s): %s in %s",
        files,
        info.format(),
        Numbers.counted(workload.graph().requestCount(), "request"),
        Numbers.counted(workload.graph().playCount(), "session tree"));
  }

  private static String fileName(String path) {
    return path.equals("-") ? "standard input" : path.substring(path.lastIndexOf('/') + 1);
  }

  private static String cluster(RunResult run) {
    return text(run, "cluster", "workers")
        + " x "
        + text(run, "cluster", "model")
        + " on "
        + text(run, "cluster", "gpu")
        + " TP"
        + text(run, "cluster", "tp");
  }

  private static String cache(RunResult run) {
    long blocks = run.workers().get(0).capacityBlocks();
    String block = text(run, "kv", "block_size");
    if (blocks == Long.MAX_VALUE) {
      return "unlimited, blocks of " + block + " tokens";
    }
    return String.format(
        Locale.ROOT,
        "%,d tokens on each worker (%,d blocks of %s)",
        blocks * Long.parseLong(block),
        blocks,
        block);
  }

  private static String load(RunResult run) {
    List<String> parts = new ArrayList<>();
    parts.add(arrival(run));
    if (!text(run, "load", "arrival_speedup").equals("1")) {
      parts.add("sped up " + text(run, "load", "arrival_speedup") + " times");
    }
    addIfSet(parts, run, "gaps of at most ", "max_gap", "");
    addIfSet(parts, run, "idle at most ", "idle_cap", "");
    addIfSet(parts, run, "at most ", "request_concurrency", " requests in flight");
    parts.add("timing " + text(run, "timing", "provider"));
    return String.join(", ", parts);
  }

  private static String arrival(RunResult run) {
    Number slots = run.summary().get("requested_concurrency");
    if (slots != null) {
      return "closed loop, " + Numbers.counted(slots.longValue(), "live session tree");
    }
    if (text(run, "load", "arrival").equals("closed")) {
      return "closed loop, all session trees at once";
    }
    String rate = text(run, "load", "request_rate");
    return rate.equals(UNSET) ? "open loop" : "open loop, " + rate + " starts/s drawn";
  }

  private static void addIfSet(
      List<String> parts, RunResult run, String before, String key, String after) {
    String value = text(run, "load", key);
    if (!value.equals(UNSET) && !value.equals(Numbers.NONE)) {
      parts.add(before + value + after);
    }
  }

  static String text(RunResult run, String group, String key) {
    Object values = run.config().get(group);
    Object value = values instanceof Map<?, ?> map ? map.get(key) : null;
    return value == null ? Numbers.NONE : value.toString();
  }
}
