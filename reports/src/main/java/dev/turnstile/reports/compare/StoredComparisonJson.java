package dev.turnstile.reports.compare;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.replay.sweep.SweepResult.Difference;
import dev.turnstile.reports.data.ReportJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A comparison of stored results as JSON. */
public final class StoredComparisonJson {

  private StoredComparisonJson() {}

  /**
   * The document.
   *
   * @param findings what became of the conditions
   */
  public static Map<String, @Nullable Object> document(
      StoredComparison comparison, List<Condition.Finding> findings) {
    Map<String, @Nullable Object> doc = new LinkedHashMap<>();
    doc.put("schema_version", ReportJson.SCHEMA_VERSION);
    doc.put("kind", "comparison");
    doc.put("mismatches", comparison.mismatches());
    doc.put("pairs", comparison.pairs().stream().map(StoredComparisonJson::pair).toList());
    doc.put("alone", comparison.alone().stream().map(StoredComparisonJson::run).toList());
    doc.put("conditions", findings.stream().map(StoredComparisonJson::finding).toList());
    doc.put("failed", findings.stream().anyMatch(Condition.Finding::holds));
    return doc;
  }

  private static Map<String, @Nullable Object> run(StoredRun run) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("source", run.source());
    map.put("policy", run.policy());
    map.put("settings", run.settings());
    map.put("seeds", run.samples().keySet());
    return map;
  }

  private static Map<String, @Nullable Object> pair(StoredComparison.Pair pair) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("run", run(pair.run()));
    map.put("baseline", run(pair.baseline()));
    map.put("settings_that_differ", pair.settings());
    map.put("metrics", pair.differences().stream().map(StoredComparisonJson::difference).toList());
    return map;
  }

  private static Map<String, @Nullable Object> difference(Difference difference) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("metric", difference.metric());
    map.put(
        "good",
        difference.good() == Good.NEUTRAL
            ? null
            : difference.good().name().toLowerCase(Locale.ROOT));
    map.put("baseline", difference.baseline());
    map.put("value", difference.value());
    map.put("absolute", difference.absolute());
    map.put("relative", difference.relative());
    Interval interval = difference.interval();
    map.put("low", interval == null ? null : interval.low());
    map.put("high", interval == null ? null : interval.high());
    map.put("verdict", difference.verdict() == null ? null : difference.verdict().label());
    return map;
  }

  private static Map<String, @Nullable Object> finding(Condition.Finding finding) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("condition", finding.condition().text());
    map.put("run", finding.run().label());
    map.put("source", finding.run().source());
    map.put("holds", finding.holds());
    map.put("observed", finding.observed());
    return map;
  }
}
