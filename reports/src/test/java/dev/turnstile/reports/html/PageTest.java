package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.Distribution;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.metrics.SessionRow;
import dev.turnstile.reports.chart.FontsForTests;
import dev.turnstile.reports.data.ReportJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pages of a run and of a comparison, read back. */
final class PageTest {

  @TempDir private static Path folder;
  private static List<ReportedRun> runs;
  private static ReadPage one;
  private static ReadPage compared;

  @BeforeAll
  static void makePages() throws IOException {
    FontsForTests.assume();
    Path trace = Runs.trace(folder, 8, 6, "");
    runs =
        Runs.compared(
            trace, Runs.scenario().with("slo.ttft", "500ms"), "round-robin", "kv", "thunderagent");
    one = new ReadPage(HtmlReport.of(runs.subList(2, 3), "1.2.3"));
    compared = new ReadPage(HtmlReport.of(runs, "1.2.3"));
  }

  @Test
  void numbersOfARunAreThoseOfItsDocument() {
    JsonNode document = document(ReportJson.document(runs.get(2).result(), "1.2.3"));

    assertThat(numbersChecked(one, document)).isGreaterThan(250);
  }

  @Test
  void numbersOfAComparisonAreThoseOfItsDocument() {
    List<RunResult> results = runs.stream().map(ReportedRun::result).toList();
    JsonNode document = document(ReportJson.comparison(results, "1.2.3"));

    assertThat(numbersChecked(compared, document)).isGreaterThan(250);
  }

  /** Compares exact values with the document and shown texts with exact values; counts them. */
  static int numbersChecked(ReadPage page, JsonNode document) {
    int checked = 0;
    for (Element shown : page.having("data-p")) {
      String path = shown.getAttribute("data-p");
      JsonNode value = document.at(path);
      String text = ReadPage.ownText(shown);
      assertThat(value.isMissingNode()).as("the document has " + path).isFalse();
      if (value.isNull()) {
        assertThat(shown.hasAttribute("data-v")).as(path).isFalse();
        assertThat(text).as(path).isEqualTo("–");
      } else {
        double exact = Double.parseDouble(shown.getAttribute("data-v"));
        assertThat(exact).as(path).isEqualTo(value.asDouble());
        String metric = metric(document, path);
        assertThat(text).as(path).isEqualTo(Measure.of(metric).text(exact));
        checked++;
      }
    }
    return checked;
  }

  /** The metric that decides how a number is shown: a count is none of a distribution's values. */
  private static String metric(JsonNode document, String path) {
    String[] parts = path.split("/", -1);
    String last = parts[parts.length - 1];
    if (last.equals("count")) {
      return "";
    } else if (path.matches(".*/(differences|metrics)/\\d+/.*")) {
      String difference = path.replaceAll("(.*/(?:differences|metrics)/\\d+)/.*", "$1");
      return document.at(difference + "/metric").asString();
    }
    boolean named = path.contains("/distributions/") || path.contains("/statistics/");
    return named ? parts[parts.length - 2] : last;
  }

  private static JsonNode document(Map<String, ?> document) {
    return JsonMapper.shared().readTree(JsonMapper.shared().writeValueAsString(document));
  }

  @Test
  void causesAddUpToThePromptTokens() {
    for (int row = 0; row < runs.size(); row++) {
      Number all = runs.get(row).result().summary().get("total_input_tokens");
      double sum = 0;
      for (JsonNode source : compared.figure("why").at("/series").values()) {
        sum += ReadPage.at(source.at("/values"), row);
      }
      assertThat(sum).isEqualTo(Objects.requireNonNull(all).doubleValue());
    }
    JsonNode bars = one.figure("why").at("/series");
    double whole = bars.get(bars.size() - 1).at("/values/0").asDouble();
    double parts = 0;
    for (int i = 0; i < bars.size() - 1; i++) {
      parts += bars.get(i).at("/values/0").asDouble();
    }
    assertThat(parts).isEqualTo(whole);
  }

  @Test
  void treesThatLostAndCausedMostAreThoseOfTheResult() {
    ReportedRun tight =
        Runs.run(
            folder.resolve("agents.jsonl"),
            Runs.scenario().with("kv.num_gpu_blocks", "16").with("cluster.workers", "1"));
    List<SessionRow> sessions = tight.result().sessions();
    ReadPage page = new ReadPage(HtmlReport.of(List.of(tight), "1.2.3"));

    long lost = sessions.stream().mapToLong(SessionRow::lostTokens).max().orElseThrow();
    long caused = sessions.stream().mapToLong(SessionRow::causedTokens).max().orElseThrow();
    assertThat(lost).isPositive();
    assertThat(caused).isPositive();
    assertThat(value(children(rows(page.byId("lost")).get(0)).get(1))).isEqualTo(lost);
    assertThat(value(children(rows(page.byId("caused")).get(0)).get(2))).isEqualTo(caused);
    assertThat(ReadPage.text(page.byId("verdict")))
        .contains("Most of what is computed twice", "evicted by other sessions");
  }

  @Test
  void changesAreThoseOfTheValuesBesideThem() {
    int checked = 0;
    for (Element row : rows(compared.byId("comparison-table"))) {
      List<Element> cells = children(row);
      double baseline = value(cells.get(1));
      for (Element cell : cells.subList(2, cells.size())) {
        List<Element> change = children(cell);
        if (!change.isEmpty() && !change.get(0).getAttribute("data-change").isEmpty()) {
          double by = Double.parseDouble(change.get(0).getAttribute("data-change"));
          boolean points = ReadPage.text(change.get(0)).contains("pp");
          double difference = value(cell) - baseline;
          assertThat(by).isEqualTo(points || difference == 0 ? difference : difference / baseline);
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(20);
  }

  private static double value(Element cell) {
    return Double.parseDouble(cell.getAttribute("data-v"));
  }

  private static List<Element> rows(Element table) {
    var rows = table.getElementsByTagName("tbody").item(0).getChildNodes();
    return java.util.stream.IntStream.range(0, rows.getLength())
        .mapToObj(rows::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .toList();
  }

  private static List<Element> children(Element element) {
    var nodes = element.getChildNodes();
    return java.util.stream.IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .toList();
  }

  @Test
  void headlineNamesTheBestPolicyWithItsNumbers() {
    Map<Double, String> byTurns = new TreeMap<>();
    for (ReportedRun run : runs) {
      Number turns = run.result().summary().get("steps_per_min");
      byTurns.put(java.util.Objects.requireNonNull(turns).doubleValue(), run.result().policy());
    }
    String best = ((TreeMap<Double, String>) byTurns).lastEntry().getValue();

    String headline = ReadPage.text(compared.elements("h1").get(0));

    assertThat(headline).contains(best).containsPattern("\\d").endsWith(".");
    assertThat(compared.elements("h1")).hasSize(1);
  }

  @Test
  void policyAllowsTheScriptAndTheStyleOfThePageAndNothingElse() throws Exception {
    for (ReadPage page : List.of(one, compared)) {
      String policy = page.having("http-equiv").get(0).getAttribute("content");
      assertThat(policy)
          .startsWith("default-src 'none'; ")
          .contains("script-src 'sha256-" + hash(page.scripts.get(page.scripts.size() - 1)) + "';")
          .contains("style-src 'sha256-" + hash(page.styles.get(0)) + "';")
          .doesNotContain("unsafe");
      assertThat(page.styles).hasSize(1);
      assertThat(page.having("style")).isEmpty();
      assertThat(page.elements("script").stream().filter(s -> !s.hasAttribute("type"))).hasSize(1);
    }
  }

  private static String hash(String text) throws Exception {
    return Base64.getEncoder()
        .encodeToString(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void pageAsksForNothingFromElsewhere() {
    for (ReadPage page : List.of(one, compared)) {
      // The name of the SVG namespace is no address.
      assertThat(page.html.replace("http://www.w3.org/2000/svg", ""))
          .doesNotContain("http:", "https:", "@import", "url(");
      for (String attribute : List.of("src", "srcset", "action", "xlink:href", "poster")) {
        assertThat(page.having(attribute)).as(attribute).isEmpty();
      }
      assertThat(page.having("href"))
          .allSatisfy(link -> assertThat(link.getAttribute("href")).matches("#[a-z-]+|data:,"));
      assertThat(page.elements("*"))
          .allSatisfy(
              element -> {
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                  assertThat(element.getAttributes().item(i).getNodeName()).doesNotStartWith("on");
                }
              });
    }
  }

  @Test
  void idsAreUniqueAndLinksLeadSomewhere() {
    for (ReadPage page : List.of(one, compared)) {
      List<String> ids = page.having("id").stream().map(e -> e.getAttribute("id")).toList();
      assertThat(ids).doesNotHaveDuplicates();
      assertThat(
              page.having("href").stream()
                  .map(e -> e.getAttribute("href"))
                  .filter(href -> href.startsWith("#"))
                  .map(href -> href.substring(1)))
          .isSubsetOf(ids);
      assertThat(page.having("aria-labelledby"))
          .allSatisfy(e -> assertThat(ids).contains(e.getAttribute("aria-labelledby")));
    }
  }

  @Test
  void samePageComesOutTwice() {
    assertThat(HtmlReport.of(runs, "1.2.3")).isEqualTo(compared.html);
  }

  @Test
  void scenarioAndCommandToRunItAgainAreComplete() {
    assertThat(one.byId("appendix").getTextContent())
        .contains(runs.get(2).scenario())
        .contains("--scenario scenario.yaml")
        .contains("linear", "recompute_at_least_one_token");
  }

  @Test
  void curvesHaveTheValuesOfTheRequests() {
    JsonNode curve = one.figure("cdf-ttft").at("/series/0");
    Map<String, Distribution> distributions = runs.get(2).result().distributions();
    Distribution ttft = Objects.requireNonNull(distributions.get("ttft_ms"));

    assertThat(curve.at("/x").size()).isEqualTo((int) ttft.count());
    assertThat(curve.at("/x/0").asDouble()).isEqualTo(ttft.min());
    assertThat(curve.at("/x").get((int) ttft.count() - 1).asDouble()).isEqualTo(ttft.max());
    assertThat(curve.at("/y").get((int) ttft.count() - 1).asDouble()).isEqualTo(1);
  }

  @Test
  void seriesOverTimeAreThoseOfTheDocument() {
    JsonNode document = document(ReportJson.document(runs.get(2).result(), "1.2.3"));
    JsonNode running = one.figure("requests").at("/series/0/y");
    JsonNode expected = document.at("/timeseries/mean/running_requests");

    // One more: no value from the end of the run on.
    assertThat(running.size()).isEqualTo(expected.size() + 1);
    assertThat(running.get(expected.size()).isNull()).isTrue();
    for (int i = 0; i < expected.size(); i++) {
      assertThat(running.get(i).asDouble()).isEqualTo(expected.get(i).asDouble());
    }
  }

  @Test
  void tokenRatesAddUpToTheTokens() {
    JsonNode figure = one.figure("output-rate");
    JsonNode x = figure.at("/series/0/x");
    JsonNode y = figure.at("/series/0/y");
    double tokens = 0;
    for (int i = 0; i + 1 < y.size(); i++) {
      tokens += y.get(i).asDouble() * (ReadPage.at(x, i + 1) - ReadPage.at(x, i)) / 1000;
    }

    Number output = runs.get(2).result().summary().get("total_output_tokens");
    assertThat(tokens)
        .isCloseTo(
            java.util.Objects.requireNonNull(output).doubleValue(),
            org.assertj.core.data.Offset.offset(1e-6));
  }

  @Test
  void phasesOfASessionAddUpToItsDuration() {
    var slowest =
        runs.get(2).result().sessions().stream()
            .mapToLong(row -> row.durationNanos())
            .max()
            .orElseThrow();
    double sum = 0;
    for (JsonNode phase : one.figure("gantt").at("/series").values()) {
      for (int i = 0; i < phase.at("/y").size(); i++) {
        if (phase.at("/y").get(i).asDouble() == 0) {
          sum += phase.at("/x2").get(i).asDouble() - phase.at("/x").get(i).asDouble();
        }
      }
    }
    assertThat(sum).isCloseTo(slowest / 1e6, org.assertj.core.data.Offset.offset(1e-6));
  }
}
