package dev.turnstile.reports.data;

import dev.turnstile.replay.sweep.JsonField;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.OutcomeJson;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The {@code sweep.json} of a sweep, and the sweep read back from it.
 *
 * <p>Points are written one after another, so that memory does not grow with the text. Each has its
 * summary and distributions as in {@code report.json}.
 */
public final class SweepJson {
  /** What tells the document from others. */
  static final String KIND = "sweep";

  private static final String POINTS = "points";
  private static final String SUMMARY = "summary";

  /** Nested records: keys in the order of their components, in snake case. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private SweepJson() {}

  /** Writes the document; it ends with a line end. */
  public static void write(SweepResult sweep, String toolVersion, Appendable out) {
    try (AppendableWriter writer = new AppendableWriter(out);
        JsonGenerator json = MAPPER.writerWithDefaultPrettyPrinter().createGenerator(writer)) {
      json.writeStartObject();
      json.writePOJOProperty("schema_version", ReportJson.SCHEMA_VERSION);
      json.writePOJOProperty("kind", KIND);
      json.writePOJOProperty("tool", ReportJson.tool(toolVersion));
      json.writePOJOProperty("complete", sweep.missing() == 0);
      json.writePOJOProperty("inputs", sweep.trace());
      json.writePOJOProperty("config", sweep.config());
      json.writePOJOProperty("axes", sweep.axes());
      json.writePOJOProperty("policies", sweep.policies());
      json.writePOJOProperty("repeats", sweep.repeats());
      json.writeArrayPropertyStart(POINTS);
      for (SweepResult.Point point : sweep.points()) {
        json.writePOJO(point(point));
      }
      json.writeEndArray();
      json.writePOJOProperty("groups", sweep.groups());
      json.writePOJOProperty("derived", sweep.derived());
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static Map<String, @Nullable Object> point(SweepResult.Point point) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put("id", point.id());
    map.put("policy", point.policy());
    map.put("settings", point.settings());
    map.put("seed", point.seed());
    Outcome outcome = point.outcome();
    if (outcome == null) {
      map.put("status", "missing");
      return map;
    }
    map.putAll(OutcomeJson.write(outcome));
    Outcome.Finished finished = point.finished();
    if (finished != null) {
      map.put(SUMMARY, SummaryJson.of(finished.metrics()));
    }
    return map;
  }

  /** Whether a document is one of these. */
  public static boolean isSweep(JsonNode document) {
    return document.path("kind").asString("").equals(KIND);
  }

  /**
   * Reads a document back.
   *
   * @throws IllegalArgumentException naming the field whose value has another type
   */
  public static SweepResult read(JsonNode document) {
    JsonField root = JsonField.root(document);
    List<SweepResult.Point> points = new ArrayList<>();
    for (JsonField point : root.field(POINTS).elements()) {
      points.add(
          new SweepResult.Point(
              point.field("id").text(),
              point.field("policy").text(),
              part(point.field("settings"), new TypeReference<Map<String, Object>>() {}),
              point.field("seed").whole(),
              point.field("status").text().equals("missing") ? null : OutcomeJson.read(point)));
    }
    return new SweepResult(
        part(root.field("inputs"), new TypeReference<SweepResult.Trace>() {}),
        part(root.field("config"), new TypeReference<Map<String, Object>>() {}),
        part(root.field("axes"), new TypeReference<List<SweepPlan.Axis>>() {}),
        part(root.field("policies"), new TypeReference<List<String>>() {}),
        Math.toIntExact(root.field("repeats").whole()),
        points,
        part(root.field("groups"), new TypeReference<List<SweepResult.Group>>() {}),
        part(root.field("derived"), new TypeReference<SweepResult.Derived>() {}));
  }

  private static <T> T part(JsonField field, TypeReference<T> type) {
    if (!field.node().isContainer()) {
      throw field.wrong("must be an object or an array");
    }
    try {
      return MAPPER.convertValue(field.node(), type);
    } catch (JacksonException e) {
      throw culprit(field, e).wrong("has a wrong value");
    }
  }

  /** The innermost field that the error is about. */
  private static JsonField culprit(JsonField part, JacksonException error) {
    JsonField at = part;
    for (JacksonException.Reference step : error.getPath()) {
      if (at.node().isArray() && step.getIndex() >= 0 && step.getIndex() < at.node().size()) {
        at = at.elements().get(step.getIndex());
      } else if (at.node().isObject() && step.getPropertyName() != null) {
        at = at.field(step.getPropertyName());
      } else {
        return at;
      }
    }
    return at;
  }
}
