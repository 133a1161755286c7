package dev.turnstile.reports.compare;

import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.OutcomeJson;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.data.ReportJson;
import dev.turnstile.reports.data.SweepJson;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
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
      int version = document.path("schema_version").asInt(0);
      if (version != ReportJson.SCHEMA_VERSION) {
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
    List<StoredRun> runs = new ArrayList<>();
    if (SweepJson.isSweep(document)) {
      return sweep(source, SweepJson.read(document));
    } else if (document.has("runs")) {
      document.path("runs").values().forEach(report -> runs.add(report(source, report)));
    } else {
      runs.add(report(source, document));
    }
    return runs;
  }

  private static StoredRun report(String source, JsonNode report) {
    if (!report.path("summary").isObject()) {
      throw new IllegalArgumentException("it has no summary");
    }
    List<String> traces = new ArrayList<>();
    for (JsonNode input : report.path("inputs").path("files").values()) {
      traces.add(input.path("sha256").asString());
    }
    NavigableMap<Long, Outcome.Finished> samples = new TreeMap<>();
    samples.put(report.path("config").path("seed").asLong(0), OutcomeJson.finished(report));
    Map<String, String> config = new LinkedHashMap<>();
    flatten("", report.path("config"), config);
    return new StoredRun(
        source, report.path("policy").asString(), Map.of(), config, traces, samples);
  }

  private static void flatten(String prefix, JsonNode node, Map<String, String> flat) {
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (entry.getValue().isObject()) {
        flatten(prefix + entry.getKey() + ".", entry.getValue(), flat);
      } else {
        flat.put(prefix + entry.getKey(), entry.getValue().asString());
      }
    }
  }

  private static List<StoredRun> sweep(String source, SweepResult sweep) {
    Map<String, SweepResult.Point> points = new LinkedHashMap<>();
    sweep.points().forEach(point -> points.put(point.id(), point));
    List<String> traces = sweep.trace().files().stream().map(TraceInfo.InputFile::sha256).toList();
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
