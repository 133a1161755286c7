package dev.turnstile.reports.data;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.OutcomeJson;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
   * @throws tools.jackson.core.JacksonException if a part has another shape
   * @throws IllegalArgumentException if an outcome is of an unknown kind
   */
  public static SweepResult read(JsonNode document) {
    List<SweepResult.Point> points = new ArrayList<>();
    for (JsonNode point : document.path(POINTS).values()) {
      points.add(
          new SweepResult.Point(
              point.path("id").asString(),
              point.path("policy").asString(),
              MAPPER.convertValue(point.path("settings"), new TypeReference<>() {}),
              point.path("seed").asLong(),
              point.path("status").asString().equals("missing") ? null : OutcomeJson.read(point)));
    }
    return new SweepResult(
        MAPPER.treeToValue(document.path("inputs"), SweepResult.Trace.class),
        MAPPER.convertValue(document.path("config"), new TypeReference<>() {}),
        MAPPER.convertValue(document.path("axes"), new TypeReference<List<SweepPlan.Axis>>() {}),
        MAPPER.convertValue(document.path("policies"), new TypeReference<List<String>>() {}),
        document.path("repeats").asInt(),
        points,
        MAPPER.convertValue(
            document.path("groups"), new TypeReference<List<SweepResult.Group>>() {}),
        MAPPER.treeToValue(document.path("derived"), SweepResult.Derived.class));
  }
}
