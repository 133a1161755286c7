package dev.turnstile.replay.sweep;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.statistics.Interval;
import dev.turnstile.workload.TraceInfo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
  public static Outcome read(JsonField outcome) {
    JsonField status = outcome.field(STATUS);
    if (status.text().equals(FAILED)) {
      return new Outcome.Failed(reason(outcome.field("reason")), outcome.field("message").text());
    } else if (!status.text().equals(FINISHED)) {
      throw status.wrong("must be finished or failed");
    }
    return finished(outcome);
  }

  private static Outcome.Reason reason(JsonField reason) {
    return Arrays.stream(Outcome.Reason.values())
        .filter(known -> known.label().equals(reason.text()))
        .findFirst()
        .orElseThrow(() -> reason.wrong("must be a known reason"));
  }

  /**
   * Reads what is kept of a finished run from a point of a sweep, or from the report of a run,
   * which has it under the same names.
   *
   * @throws IllegalArgumentException if a value has another type
   */
  public static Outcome.Finished finished(JsonField run) {
    return new Outcome.Finished(
        map(run.field("summary"), JsonField::number),
        map(run.field("distributions"), OutcomeJson::distribution),
        map(run.field("definitions"), JsonField::text),
        map(run.field("policy_metrics"), JsonField::whole),
        map(run.field("intervals"), OutcomeJson::interval),
        list(run.field("warnings"), OutcomeJson::warning),
        list(run.field("notes"), JsonField::text));
  }

  private static Distribution distribution(JsonField field) {
    double[] percents = Distribution.percents();
    double[] values = new double[percents.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = field.field(Distribution.percentileName(percents[i])).realOrNan();
    }
    return new Distribution(
        field.field("count").whole(),
        field.field("mean").realOrNan(),
        field.field("std").realOrNan(),
        field.field("min").realOrNan(),
        field.field("max").realOrNan(),
        values);
  }

  private static Interval interval(JsonField field) {
    return new Interval(field.field("low").real(), field.field("high").real());
  }

  private static TraceInfo.Warning warning(JsonField field) {
    return new TraceInfo.Warning(
        field.field("name").text(),
        field.field("count").whole(),
        list(field.field("examples"), JsonField::text),
        field.field("effect").text());
  }

  private static <T extends @Nullable Object> Map<String, T> map(
      JsonField object, Function<JsonField, T> reader) {
    Map<String, T> map = new LinkedHashMap<>();
    object.fields().forEach((name, field) -> map.put(name, reader.apply(field)));
    return map;
  }

  private static <T> List<T> list(JsonField array, Function<JsonField, T> reader) {
    return array.elements().stream().map(reader).toList();
  }
}
