package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.chart.FontsForTests;
import dev.turnstile.reports.data.RunTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/**
 * Whether numbers stand under the right name: heads of columns, labels of tiles and axes against
 * the documents and tables of the same result. That a number is the one of its place in the
 * document, the tests of the pages check.
 */
final class ShownNumbersTest {
  private static final String PER_GPU = "output_token_throughput_per_s_per_gpu";

  @TempDir private static Path folder;
  private static ReportedRun run;
  private static ReadPage runPage;
  private static ReadPage sweepPage;
  private static JsonNode sweep;

  @BeforeAll
  static void makePages() throws IOException {
    FontsForTests.assume();
    Path trace = Runs.trace(folder, 12, 5, "");
    run = Runs.run(trace, Runs.scenario().with("policy.spec", "thunderagent"));
    runPage = new ReadPage(HtmlReport.of(List.of(run), "1.2.3"));
    SweepResult result =
        Sweeps.run(
            trace,
            folder.resolve("journal"),
            List.of("round-robin", "kv", "thunderagent"),
            1,
            "load.concurrency=1,3,8",
            "kv.num_gpu_blocks=40,60",
            "slo.ttft=200ms");
    sweepPage = new ReadPage(Sweeps.page(result));
    sweep = Sweeps.document(result);
  }

  private static List<Element> inside(Element element, String tag) {
    var nodes = element.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }

  /** The cells of each row of a table, heads of rows included. */
  private static List<List<Element>> rows(Element table) {
    return inside((Element) table.getElementsByTagName("tbody").item(0), "tr").stream()
        .map(row -> inside(row, "*").stream().filter(e -> e.getTagName().matches("t[hd]")).toList())
        .toList();
  }

  private static List<Element> heads(Element table) {
    return inside((Element) table.getElementsByTagName("thead").item(0), "th");
  }

  /** A table of plain text without quotes, each row by the names of its columns. */
  private static List<Map<String, String>> csv(StringBuilder text) {
    List<String> lines = text.toString().lines().toList();
    String[] names = lines.get(0).split(",", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < names.length; i++) {
        row.put(names[i], values[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  /**
   * Compares a table of the page with rows of a CSV file.
   *
   * @param key the column of the file that the first one of the page shows
   * @param columns names in the page and in the file
   */
  private static void sameAsFile(
      String id, StringBuilder text, String key, Map<String, String> columns) {
    Map<String, Map<String, String>> file = new HashMap<>();
    csv(text).forEach(row -> file.put(row.get(key), row));
    Element table = runPage.byId(id);
    List<String> heads = heads(table).stream().map(ReadPage::text).toList();
    assertThat(heads).containsAll(columns.keySet());
    for (List<Element> cells : rows(table)) {
      Map<String, String> row = file.get(ReadPage.text(cells.get(0)));
      columns.forEach(
          (head, column) -> {
            Element cell = cells.get(heads.indexOf(head));
            String shown =
                cell.hasAttribute("data-v") ? cell.getAttribute("data-v") : ReadPage.text(cell);
            assertThat(shown).as(head + " of " + row.get(key)).isEqualTo(row.get(column));
          });
    }
    assertThat(rows(table)).hasSizeGreaterThan(10);
  }

  private static Map<String, String> map(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  @Test
  void slowestSessionsAreThoseOfTheirFile() {
    StringBuilder file = new StringBuilder();
    new RunTables(run.result()).sessions(file);

    sameAsFile(
        "slow-sessions",
        file,
        "session_id",
        map(
            "status", "status",
            "duration", "session_duration_ms",
            "on a worker", "llm_ms",
            "held", "paused_ms",
            "in tools", "tool_ms",
            "other idle", "other_idle_ms",
            "requests", "requests",
            "prompt tokens", "input_tokens",
            "hit tokens", "hit_tokens",
            "re-prefilled", "reprefilled_tokens"));
  }

  @Test
  void slowestRequestsAreThoseOfTheirFile() {
    StringBuilder file = new StringBuilder();
    new RunTables(run.result()).requests(file);

    sameAsFile(
        "slow-requests",
        file,
        "request_id",
        map(
            "session", "session_id",
            "E2E", "e2e_latency_ms",
            "TTFT", "ttft_ms",
            "held", "admission_wait_ms",
            "worker queue", "queue_ms",
            "prefill", "prefill_ms",
            "decode", "decode_ms",
            "prompt tokens", "input_length",
            "hit tokens", "hit_tokens",
            "output tokens", "output_length"));
  }

  @Test
  void whatAColumnOfWorkersSaysIsWhatItShows() {
    Map<String, String> keys =
        map(
            "requests", "requests",
            "prompt tokens", "input_tokens",
            "hit tokens", "hit_tokens",
            "computed tokens", "computed_tokens",
            "output tokens", "output_tokens",
            "busy", "busy_ms",
            "steps", "steps",
            "preemptions", "preemptions",
            "evicted blocks", "evicted_blocks",
            "deferred steps", "deferred_steps",
            "KV blocks", "kv_blocks");
    Element table = runPage.byId("workers");
    List<Element> heads = heads(table);
    for (List<Element> cells : rows(table)) {
      String worker = "/workers/" + ReadPage.text(cells.get(0)) + "/";
      for (int i = 1; i < heads.size(); i++) {
        assertThat(cells.get(i).getAttribute("data-p"))
            .isEqualTo(worker + keys.get(ReadPage.text(heads.get(i))));
      }
    }
    assertThat(rows(table)).hasSize(2);
  }

  @Test
  void whatAColumnOfPointsSaysIsWhatItShows() {
    int checked = 0;
    for (String id : List.of("best", "points")) {
      Element table = sweepPage.byId(id);
      List<Element> heads = heads(table);
      for (List<Element> cells : rows(table)) {
        assertThat(cells).hasSameSizeAs(heads);
        String point = "";
        for (int i = 0; i < cells.size(); i++) {
          String path = cells.get(i).getAttribute("data-p");
          if (!path.isEmpty()) {
            assertThat(path).endsWith("/" + heads.get(i).getAttribute("title"));
            point = path.substring(0, path.indexOf('/', "/points/".length()));
            checked++;
          }
        }
        assertThat(ReadPage.text(cells.get(0))).isEqualTo(sweep.at(point + "/policy").asString());
        for (int i = 1; i < 3; i++) {
          String setting = heads.get(i).getAttribute("title");
          assertThat(ReadPage.text(cells.get(i)))
              .isEqualTo(sweep.at(point + "/settings/" + setting).asString());
        }
      }
    }
    assertThat(checked).isGreaterThan(200);
  }

  @Test
  void labelsOfTilesNameTheirMetric() {
    Map<String, String> metrics =
        map(
            "Turns", "steps_per_min",
            "Output per GPU", PER_GPU,
            "Prefix cache hits", "prefix_cache_hit_ratio",
            "TTFT, median", "p50_ttft_ms",
            "ITL, median", "p50_itl_ms",
            "Re-prefilled", "reprefilled_tokens",
            "Sessions", "session_throughput_per_h");
    for (ReadPage page : List.of(runPage, sweepPage)) {
      int tiles = 0;
      for (Element tile : page.having("class")) {
        if (tile.getAttribute("class").equals("tile")) {
          Element value =
              inside(tile, "*").stream().filter(e -> e.hasAttribute("data-p")).findFirst().get();
          String label =
              metrics.keySet().stream()
                  .filter(ReadPage.text(tile)::startsWith)
                  .findFirst()
                  .orElse("");
          if (!label.isEmpty()) {
            assertThat(value.getAttribute("data-p")).endsWith("/" + metrics.get(label));
            tiles++;
          }
        }
      }
      assertThat(tiles).isEqualTo(metrics.size());
    }
  }

  @Test
  void pointsOfFiguresHaveTheValuesOfTheirMetrics() {
    Map<String, String> lines =
        map(
            "throughput", PER_GPU,
            "turns", "steps_per_min",
            "session-mean", "mean_session_duration_ms",
            "session-p95", "p95_session_duration_ms",
            "hits", "prefix_cache_hit_ratio",
            "reprefilled", "reprefilled_tokens",
            "preemptions", "preemptions");
    int checked = 0;
    for (Map.Entry<String, String> line : lines.entrySet()) {
      checked += pointsOf(line.getKey(), "load.concurrency", line.getValue());
    }
    for (String latency : List.of("p50_ttft_ms", "p95_ttft_ms", "p50_itl_ms", "p95_itl_ms")) {
      checked += pointsOf("against-" + latency.replace('_', '-'), PER_GPU, latency);
    }
    checked += pointsOf("pareto-0", "mean_output_token_throughput_per_user", PER_GPU);
    checked += pointsOf("pareto-1", "jobs_per_h_per_user", "session_throughput_per_h_per_gpu");
    assertThat(checked).isEqualTo(13 * 18);
  }

  /** Compares the marks that lead to a point with its values; counts them. */
  private static int pointsOf(String figure, String x, String y) {
    int checked = 0;
    for (JsonNode series : sweepPage.figure(figure).path("series").values()) {
      for (int i = 0; i < series.path("links").size(); i++) {
        JsonNode point = point(series.path("links").get(i).asString().substring("p-".length()));
        assertThat(at(series.path("x"), i)).as(figure).isEqualTo(value(point, x));
        assertThat(at(series.path("y"), i)).as(figure).isEqualTo(value(point, y));
        checked++;
      }
    }
    return checked;
  }

  private static JsonNode point(String id) {
    return sweep
        .path("points")
        .valueStream()
        .filter(point -> point.path("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static double value(JsonNode point, String name) {
    JsonNode setting = point.path("settings").path(name);
    JsonNode flat = setting.isMissingNode() ? point.path("summary").path(name) : setting;
    int end = name.indexOf('_');
    return flat.isMissingNode()
        ? point
            .path("distributions")
            .path(name.substring(end + 1))
            .path(name.substring(0, end))
            .asDouble()
        : flat.asDouble();
  }

  private static double at(JsonNode column, int i) {
    return column.isArray()
        ? column.get(i).asDouble()
        : column.path("from").asDouble() + i * column.path("step").asDouble();
  }

  @Test
  void fieldsOfHeatMapsAreTheChangesOfTheDocument() {
    String[] metrics = {PER_GPU, "p99_ttft_ms"};
    for (int map = 0; map < metrics.length; map++) {
      List<Double> expected = new ArrayList<>();
      for (JsonNode comparison : sweep.at("/derived/comparisons").values()) {
        for (JsonNode difference : comparison.path("differences").values()) {
          if (difference.path("metric").asString().equals(metrics[map])) {
            expected.add(difference.path("relative").asDouble());
          }
        }
      }
      List<Double> shown = new ArrayList<>();
      for (JsonNode series : sweepPage.figure("heat-" + map).path("series").values()) {
        for (int i = 0; i < series.path("labels").size(); i++) {
          shown.add(at(series.path("values"), i));
        }
      }
      assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
