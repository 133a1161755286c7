package dev.turnstile.reports.compare;

import dev.turnstile.replay.sweep.JsonField;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.OutcomeJson;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.data.ReportJson;
import dev.turnstile.reports.data.SweepJson;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads results: a {@code report.json} or {@code sweep.json}, or the folder that holds one. */
public final class StoredResults {
  private static final List<String> NAMES = List.of("sweep.json", "report.json");

  private StoredResults() {}

  /**
   * Reads the runs of a result; points that failed or were not run are left out.
   *
   * @param path file or folder
   * @throws InvalidInputException if there is no result, or it cannot be read
   */
  public static List<StoredRun> read(Path path) {
    Path file = file(path);
    try {
      JsonNode document = JsonMapper.shared().readTree(Files.readAllBytes(file));
      if (!document.has("schema_version")) {
        throw wrong(file, "is no result of sim replay or sim sweep: it has no schema_version");
      }
      JsonNode version = document.path("schema_version");
      if (!version.isInt() || version.intValue() != ReportJson.SCHEMA_VERSION) {
        throw wrong(
            file, "schema_version must be " + ReportJson.SCHEMA_VERSION + ", got " + version);
      }
      List<StoredRun> runs = runs(path.toString(), document);
      if (runs.isEmpty()) {
        throw wrong(file, "holds no finished run");
      }
      return runs;
    } catch (IOException e) {
      throw wrong(file, "cannot be read: " + e.getMessage());
    } catch (StreamReadException e) {
      throw notJson(file, e);
    } catch (JacksonException | IllegalArgumentException e) {
      throw wrong(
          file, "is no result: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private static InvalidInputException notJson(Path file, StreamReadException e) {
    TokenStreamLocation place = e.getLocation();
    String where = place == null ? "it" : "line " + place.getLineNr();
    return wrong(file, "is no result: " + where + " is no JSON");
  }

  private static Path file(Path path) {
    if (Files.isDirectory(path)) {
      return NAMES.stream()
          .map(path::resolve)
          .filter(Files::isRegularFile)
          .findFirst()
          .orElseThrow(() -> wrong(path, "holds no " + String.join(" and no ", NAMES)));
    } else if (!Files.exists(path)) {
      throw wrong(path, "no such file or folder");
    }
    return path;
  }

  private static InvalidInputException wrong(Path file, String problem) {
    return new InvalidInputException(file.toString(), 0, "", problem, "");
  }

  private static List<StoredRun> runs(String source, JsonNode document) {
    JsonField root = JsonField.root(document);
    if (SweepJson.isSweep(document)) {
      return sweep(source, SweepJson.read(document), traces(root));
    } else if (document.has("runs")) {
      return root.field("runs").elements().stream().map(run -> report(source, run)).toList();
    }
    return List.of(report(source, root));
  }

  private static StoredRun report(String source, JsonField report) {
    if (report.field("summary").node().isMissingNode()) {
      throw new IllegalArgumentException("it has no summary");
    }
    JsonField settings = report.field("config");
    JsonField seed = settings.field("seed");
    NavigableMap<Long, Outcome.Finished> samples = new TreeMap<>();
    samples.put(seed.node().isMissingNode() ? 0 : seed.whole(), OutcomeJson.finished(report));
    Map<String, String> config = new LinkedHashMap<>();
    flatten("", settings, config);
    return new StoredRun(
        source, report.field("policy").text(), Map.of(), config, traces(report), samples);
  }

  private static List<String> traces(JsonField result) {
    JsonField files = result.field("inputs").field("files");
    List<String> traces =
        files.elements().stream().map(file -> file.field("sha256").text()).toList();
    if (traces.isEmpty()) {
      throw files.wrong("must name the trace");
    }
    return traces;
  }

  private static void flatten(String prefix, JsonField settings, Map<String, String> flat) {
    settings
        .fields()
        .forEach(
            (name, value) -> {
              JsonNode node = value.node();
              if (node.isObject()) {
                flatten(prefix + name + ".", value, flat);
              } else {
                flat.put(prefix + name, node.isArray() ? node.toString() : node.asString());
              }
            });
  }

  private static List<StoredRun> sweep(String source, SweepResult sweep, List<String> traces) {
    Map<String, SweepResult.Point> points = new LinkedHashMap<>();
    sweep.points().forEach(point -> points.put(point.id(), point));
    List<StoredRun> runs = new ArrayList<>();
    for (SweepResult.Group group : sweep.groups()) {
      NavigableMap<Long, Outcome.Finished> samples = new TreeMap<>();
      for (String id : group.points()) {
        SweepResult.Point point = points.get(id);
        Outcome.Finished finished = point == null ? null : point.finished();
        if (point != null && finished != null) {
          samples.put(point.seed(), finished);
        }
      }
      if (!samples.isEmpty()) {
        runs.add(
            new StoredRun(source, group.policy(), group.settings(), Map.of(), traces, samples));
      }
    }
    return runs;
  }
}
