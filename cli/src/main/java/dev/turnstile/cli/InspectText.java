package dev.turnstile.cli;

import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.console.WarningLines;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.inspect.Inspection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code sim inspect} prints for people. */
final class InspectText {

  private static final int WIDTH = 80;
  private static final int LABEL = 14;
  private static final int SHOWN_FILES = 5;

  private final Inspection trace;
  private final List<String> lines = new ArrayList<>();

  private InspectText(Inspection trace) {
    this.trace = trace;
  }

  static List<String> lines(Inspection trace) {
    InspectText text = new InspectText(trace);
    text.source();
    text.structure();
    text.sharing();
    text.timing();
    text.cacheCurve();
    text.lines.addAll(WarningLines.of(trace.warnings()));
    return text.lines;
  }

  private void source() {
    Inspection.Source source = trace.source();
    add("format", source.format() + ", " + source.mode());
    List<TraceInfo.InputFile> files = source.files();
    for (TraceInfo.InputFile file : files.subList(0, Math.min(files.size(), SHOWN_FILES))) {
      String label = lines.size() == 1 ? "files" : "";
      lines.add(
          padded(label)
              + WarningLines.printable(file.name())
              + " ("
              + grouped(file.bytes())
              + " bytes)");
    }
    if (files.size() > SHOWN_FILES) {
      add("", "and " + grouped(files.size() - SHOWN_FILES) + " more");
    }
    add("rows", counts(source.rows()));
    if (!source.skipped().isEmpty()) {
      add("skipped", counts(source.skipped()));
    }
    add("models", source.models().isEmpty() ? Numbers.NONE : String.join(", ", source.models()));
  }

  private void structure() {
    Inspection.Structure structure = trace.structure();
    lines.add("");
    add("requests", grouped(structure.requests()));
    add(
        "sessions",
        grouped(structure.sessions())
            + ", "
            + grouped(structure.childSessions())
            + " with a parent; "
            + Numbers.counted(structure.subagents(), "sub-agent"));
    add(
        "plays",
        Numbers.counted(structure.plays(), "session tree")
            + ", independent of each other; "
            + Numbers.counted(structure.roots(), "request")
            + " without a predecessor");
    add("edges", edges(structure.edges()));
    add(
        "noticed",
        Numbers.counted(structure.inferredJoins(), "inferred join")
            + ", "
            + Numbers.counted(structure.overlappingTurns(), "overlapping turn"));
  }

  private void sharing() {
    Inspection.Sharing sharing = trace.sharing();
    lines.add("");
    add(
        "tokens",
        grouped(sharing.inputTokens())
            + " prompt, "
            + grouped(sharing.outputTokens())
            + " output (identity: "
            + sharing.outputIdentity()
            + ")");
    add(
        "blocks",
        grouped(sharing.blocks())
            + " of "
            + grouped(sharing.traceBlockTokens())
            + " tokens, "
            + grouped(sharing.distinctBlocks())
            + " distinct");
    add(
        "prefix hits",
        grouped(sharing.prefixHitBlocks())
            + " blocks, "
            + Numbers.percent(sharing.prefixHitRatio())
            + " with an unlimited cache in load order");
  }

  private void timing() {
    Inspection.Timing timing = trace.timing();
    lines.add("");
    add("recorded span", Numbers.duration(timing.spanMs()));
    Integer peak = timing.peakConcurrentSessions();
    add(
        "at one moment",
        peak == null
            ? "unknown, the trace does not record when requests end"
            : "at most " + Numbers.counted(peak, "session"));
    lines.add("");
    TextTable table = new TextTable().text();
    for (String head : List.of("count", "mean", "p50", "p90", "p99", "max")) {
      table.number(head);
    }
    distribution(table, "gap between turns", timing.gapMs());
    distribution(table, "tool time in a gap", timing.toolMs());
    lines.addAll(table.lines());
  }

  private static void distribution(TextTable table, String name, Inspection.Distribution d) {
    table.row(
        name,
        grouped(d.count()),
        Numbers.duration(d.mean()),
        Numbers.duration(d.p50()),
        Numbers.duration(d.p90()),
        Numbers.duration(d.p99()),
        Numbers.duration(d.max()));
  }

  private void cacheCurve() {
    if (trace.sharing().cacheCurve().isEmpty()) {
      return;
    }
    lines.add("");
    lines.add("Hit ratio of one cache that drops the least recently used, in load order");
    TextTable table = new TextTable().text().number("blocks").number("tokens").number("hit ratio");
    for (Inspection.CachePoint point : trace.sharing().cacheCurve()) {
      table.row(
          "", grouped(point.blocks()), grouped(point.tokens()), Numbers.percent(point.hitRatio()));
    }
    lines.addAll(table.lines());
  }

  private void add(String label, String text) {
    lines.addAll(WarningLines.wrap(padded(label) + text, " ".repeat(LABEL + 2), WIDTH));
  }

  private static String padded(String label) {
    return label + " ".repeat(LABEL - label.length());
  }

  private static String edges(Map<String, Map<String, Long>> edges) {
    List<String> texts = new ArrayList<>();
    edges.forEach(
        (relation, triggers) ->
            triggers.forEach(
                (trigger, count) -> texts.add(grouped(count) + " " + relation + " on " + trigger)));
    return texts.isEmpty() ? "none" : String.join(", ", texts);
  }

  private static String counts(Map<String, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(entry -> grouped(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", "));
  }

  private static String grouped(@Nullable Number value) {
    return value == null ? Numbers.NONE : String.format(Locale.ROOT, "%,d", value.longValue());
  }
}
