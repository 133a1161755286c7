package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.console.RunHeader;
import dev.turnstile.reports.figure.Text;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was run: trace, cluster, settings, definitions. */
final class Facts {
  private static final int FILES = 12;
  private static final int SETTINGS = 80;
  private static final int VALUE = 200;

  private static final Map<String, String> MEANINGS = meanings();

  private Facts() {}

  /** The file of a trace without its folder, or how many files there are. */
  static String trace(RunResult run) {
    TraceInfo info = run.workload().info();
    return trace(info.files(), info.format());
  }

  static String trace(List<TraceInfo.InputFile> files, String format) {
    if (files.size() != 1) {
      return files.isEmpty() ? format : files.size() + " trace files";
    }
    String name = files.get(0).name();
    int slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
    return name.equals("-") ? "standard input" : Text.id(name.substring(slash + 1));
  }

  /** Trace, cluster and load in one line. */
  static String context(RunResult run) {
    return shown(String.join("; ", RunHeader.facts(run).values()));
  }

  static List<Page.Fact> of(ReportedRun reported, List<String> policies) {
    RunResult run = reported.result();
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact(policies.size() == 1 ? "Policy" : "Policies", policies));
    RunHeader.facts(run)
        .forEach((name, text) -> facts.add(new Page.Fact(capital(name), List.of(shown(text)))));
    facts.add(new Page.Fact("Prompt tokens", List.of(tokens(run))));
    facts.add(new Page.Fact("Files", files(run.workload().info().files())));
    facts.add(new Page.Fact("Settings that differ from their defaults", settings(reported)));
    return facts;
  }

  private static String tokens(RunResult run) {
    return Numbers.tokens(run.summary().get("total_input_tokens"))
        + " in served requests; unlimited cache on one worker would serve "
        + Numbers.percent(run.summary().get("ideal_hit_ratio"))
        + " of them";
  }

  static List<String> files(List<TraceInfo.InputFile> files) {
    List<String> lines = new ArrayList<>();
    for (TraceInfo.InputFile file : files.subList(0, Math.min(FILES, files.size()))) {
      lines.add(
          shown(file.name())
              + ", "
              + Numbers.counted(file.bytes(), "byte")
              + ", SHA-256 "
              + file.sha256());
    }
    if (files.size() > FILES) {
      lines.add("and " + (files.size() - FILES) + " more; report.json has them all");
    }
    return lines;
  }

  private static List<String> settings(ReportedRun reported) {
    List<String> lines = new ArrayList<>();
    reported
        .changed()
        .forEach(
            (path, value) -> {
              if (lines.size() < SETTINGS) {
                lines.add(path + " = " + shown(value));
              }
            });
    return lines.isEmpty() ? List.of("none") : lines;
  }

  private static String capital(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static String shown(String text) {
    return Text.cut(Text.visible(text), VALUE);
  }

  /** Workers, model and GPU of a scenario. */
  static String cluster(Map<String, Object> config) {
    return setting(config, "cluster", "workers")
        + " x "
        + setting(config, "cluster", "model")
        + " on "
        + setting(config, "cluster", "gpu")
        + " TP"
        + setting(config, "cluster", "tp");
  }

  private static String setting(Map<String, Object> config, String group, String key) {
    Object values = config.get(group);
    return values instanceof Map<?, ?> map ? shown(String.valueOf(map.get(key))) : Numbers.NONE;
  }

  static List<Page.Definition> definitions(Map<String, String> choices) {
    List<Page.Definition> list = new ArrayList<>();
    choices.forEach(
        (name, choice) ->
            list.add(new Page.Definition(name, choice, MEANINGS.getOrDefault(name, ""))));
    return list;
  }

  private static Map<String, String> meanings() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("percentile", "Between two samples a percentile is interpolated.");
    all.put("std", "Squared differences are divided by the number of samples.");
    all.put(
        "itl", "Last minus first token, over the tokens in between, for each request; also TPOT.");
    all.put("token_gap", "Every gap between neighbouring tokens, over all requests.");
    all.put("token_gap_percentile", "From a histogram: at most 0.1 % off.");
    all.put(
        "hit_ratio",
        "Cached prompt tokens over all prompt tokens, counted when a request is first scheduled.");
    all.put(
        "output_identity", "When generated tokens may be found in the cache by a later prompt.");
    all.put("full_prompt_hit", "A prompt that is cached as a whole still computes one token.");
    all.put("window", "Rates are over the time from the first arrival to the last completion.");
    all.put("goodput_denominator", "Attainment is of all measured requests, failed ones included.");
    all.put("concurrency_unit", "What a slot of the load holds.");
    all.put("eviction_order", "In which order blocks of an ended request become evictable.");
    all.put("tie_break", "What is due at the same time happens in this order.");
    all.put("time_resolution", "Simulated time is an integer.");
    all.put(
        "oracle",
        "Hits of the eviction that knows what is asked for next, on the same workers in the same"
            + " order; idle blocks alone take room.");
    all.put("oracle_order", "Whether better hits could have changed that order.");
    return all;
  }

  /** A command for a POSIX shell. */
  static String command(ReportedRun run, List<String> policies) {
    StringBuilder command = new StringBuilder("sim replay");
    List<TraceInfo.InputFile> files = run.result().workload().info().files();
    for (TraceInfo.InputFile file : files.subList(0, Math.min(FILES, files.size()))) {
      command.append(' ').append(quoted(file.name()));
    }
    command.append(files.size() > FILES ? " ..." : "").append(" --scenario scenario.yaml");
    if (policies.size() > 1) {
      policies.forEach(policy -> command.append(" --policy ").append(quoted(policy)));
    }
    return command.toString();
  }

  private static String quoted(String word) {
    String visible = Text.cut(Text.visible(word), VALUE);
    return visible.matches("[A-Za-z0-9._/=:+,@%-]+") && !visible.equals("-")
        ? visible
        : word.equals("-") ? word : "'" + visible.replace("'", "'\\''") + "'";
  }
}
