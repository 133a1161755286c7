package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Outcomes as JSON, and back without a loss: the same numbers to the last bit. */
public final class OutcomeJson {
  private static final String STATUS = "status";
  private static final String FINISHED = "finished";
  private static final String FAILED = "failed";

  private OutcomeJson() {}

  /** The outcome as maps, lists, numbers and texts, keys in a fixed order. */
  public static Map<String, @Nullable Object> write(Outcome outcome) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (outcome instanceof Outcome.Finished finished) {
      map.put(STATUS, FINISHED);
      map.put("saturated", finished.saturated());
      map.put("summary", finished.summary());
      Map<String, Object> distributions = new LinkedHashMap<>();
      finished.distributions().forEach((name, d) -> distributions.put(name, d.statistics()));
      map.put("distributions", distributions);
      map.put("definitions", finished.definitions());
      map.put("policy_metrics", finished.policyMetrics());
      Map<String, Object> intervals = new LinkedHashMap<>();
      finished.intervals().forEach((name, interval) -> intervals.put(name, write(interval)));
      map.put("intervals", intervals);
      map.put("warnings", finished.warnings().stream().map(OutcomeJson::write).toList());
      map.put("notes", finished.notes());
    } else if (outcome instanceof Outcome.Failed failed) {
      map.put(STATUS, FAILED);
      map.put("reason", failed.reason().label());
      map.put("message", failed.message());
    }
    return map;
  }

  private static Map<String, Object> write(Interval interval) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("low", interval.low());
    map.put("high", interval.high());
    return map;
  }

  private static Map<String, Object> write(TraceInfo.Warning warning) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", warning.name());
    map.put("count", warning.count());
    map.put("examples", warning.examples());
    map.put("effect", warning.effect());
    return map;
  }

  /**
   * Reads what {@link #write(Outcome)} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Outcome read(JsonNode node) {
    String status = node.path(STATUS).asString("");
    if (status.equals(FAILED)) {
      String reason = node.path("reason").asString("").toUpperCase(Locale.ROOT);
      return new Outcome.Failed(Outcome.Reason.valueOf(reason), node.path("message").asString(""));
    } else if (!status.equals(FINISHED)) {
      throw new IllegalArgumentException("no outcome, its status is '" + status + "'");
    }
    return finished(node);
  }

  /**
   * Reads what is kept of a finished run from a point of a sweep, or from the report of a run,
   * which has it under the same names.
   */
  public static Outcome.Finished finished(JsonNode node) {
    return new Outcome.Finished(
        numbers(node.path("summary")),
        map(node.path("distributions"), OutcomeJson::distribution),
        map(node.path("definitions"), JsonNode::asString),
        map(node.path("policy_metrics"), JsonNode::asLong),
        map(node.path("intervals"), OutcomeJson::interval),
        list(node.path("warnings"), OutcomeJson::warning),
        list(node.path("notes"), JsonNode::asString));
  }

  private static Map<String, @Nullable Number> numbers(JsonNode node) {
    Map<String, @Nullable Number> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      numbers.put(entry.getKey(), number(entry.getValue()));
    }
    return numbers;
  }

  private static @Nullable Number number(JsonNode node) {
    if (node.isNull()) {
      return null;
    } else if (node.isIntegralNumber()) {
      return node.asLong();
    }
    return node.asDouble();
  }

  private static Distribution distribution(JsonNode node) {
    double[] percents = Distribution.percents();
    double[] values = new double[percents.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = real(node, Distribution.percentileName(percents[i]));
    }
    return new Distribution(
        node.path("count").asLong(),
        real(node, "mean"),
        real(node, "std"),
        real(node, "min"),
        real(node, "max"),
        values);
  }

  private static double real(JsonNode node, String name) {
    return node.path(name).isNumber() ? node.path(name).asDouble() : Double.NaN;
  }

  private static Interval interval(JsonNode node) {
    return new Interval(node.path("low").asDouble(), node.path("high").asDouble());
  }

  private static TraceInfo.Warning warning(JsonNode node) {
    return new TraceInfo.Warning(
        node.path("name").asString(),
        node.path("count").asLong(),
        list(node.path("examples"), JsonNode::asString),
        node.path("effect").asString());
  }

  private static <T> Map<String, T> map(JsonNode node, Function<JsonNode, T> reader) {
    Map<String, T> map = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      map.put(entry.getKey(), reader.apply(entry.getValue()));
    }
    return map;
  }

  private static <T> List<T> list(JsonNode node, Function<JsonNode, T> reader) {
    List<T> list = new ArrayList<>();
    for (JsonNode value : node.values()) {
      list.add(reader.apply(value));
    }
    return list;
  }
}
