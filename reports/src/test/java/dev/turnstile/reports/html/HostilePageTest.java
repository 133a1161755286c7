package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.reports.chart.FontsForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

/** Ids, file names and settings that try to be markup, script, or invisible. */
final class HostilePageTest {

  @TempDir private Path folder;

  @BeforeAll
  static void needFonts() {
    FontsForTests.assume();
  }

  @Test
  void sessionIdsAreTextEverywhere() throws IOException {
    Path trace = Runs.trace(folder, 5, 4, Runs.HOSTILE);

    for (List<ReportedRun> runs :
        List.of(
            List.of(Runs.run(trace, Runs.scenario())),
            Runs.compared(trace, Runs.scenario(), "kv", "round-robin"))) {
      ReadPage page = new ReadPage(HtmlReport.of(runs, "1"));

      assertOneScript(page);
      assertThat(page.byId("appendix").getOwnerDocument().getDocumentElement().getTextContent())
          .contains("s0" + Runs.HOSTILE);
      assertThat(names(page, runs.size() == 1 ? "gantt" : "gantt-0"))
          .anySatisfy(name -> assertThat(name).contains("\"><script>"));
      assertThat(page.scripts.subList(0, page.scripts.size() - 1))
          .allSatisfy(data -> assertThat(data).doesNotContain("<"));
    }
  }

  private static List<String> names(ReadPage page, String figure) {
    return page.figure(figure).at("/y/names").values().stream().map(JsonNode::asString).toList();
  }

  /** Nothing of the text has become an element: the page has its own script and data only. */
  private static void assertOneScript(ReadPage page) {
    assertThat(page.elements("script"))
        .filteredOn(script -> !script.getAttribute("type").equals("application/json"))
        .hasSize(1);
    assertThat(page.elements("figure").stream().map(Element::getTagName)).isNotEmpty();
  }

  @Test
  void fileNamesAndSettingsAreTextAndQuotedForTheShell() throws IOException {
    Path trace =
        Files.move(
            Runs.trace(folder, 3, 2, ""), folder.resolve("it's <b>$(touch x)`&amp;\".jsonl"));
    ReportedRun run = Runs.run(trace, Runs.scenario());
    ReportedRun hostile =
        new ReportedRun(
            run.result(), "a: </code></pre>" + Runs.HOSTILE, Map.of("<i>", "</dd>" + Runs.HOSTILE));

    ReadPage page = new ReadPage(HtmlReport.of(List.of(hostile), "<u>"));

    assertOneScript(page);
    assertThat(page.elements("b")).noneMatch(b -> ReadPage.text(b).startsWith("$("));
    assertThat(page.elements("i")).isEmpty();
    assertThat(page.elements("title").get(0).getTextContent())
        .contains("it's <b>$(touch x)`&amp;\".jsonl");
    assertThat(page.byId("appendix").getTextContent())
        .contains("'it'\\''s <b>$(touch x)`&amp;\".jsonl' --scenario");
  }

  @Test
  void charactersThatHideOrTurnAroundTextAreVisible() throws IOException {
    Path trace = Runs.trace(folder, 3, 2, "\u0000\u202e\u2028\u0007");

    ReadPage page = new ReadPage(HtmlReport.of(List.of(Runs.run(trace, Runs.scenario())), "1"));

    assertThat(page.html).contains("s0\\u0000\\u202e").doesNotContain("\u202e", "\u0000", "\u0007");
  }

  @Test
  void idsOfAnyLengthDoNotMakeThePageLarge() throws IOException {
    Path trace = Runs.trace(folder, 30, 2, "x".repeat(200_000));

    String page = HtmlReport.of(List.of(Runs.run(trace, Runs.scenario())), "1");

    assertThat(page.length()).isLessThan(1_000_000);
    assertThat(page).contains("…");
  }

  @Test
  void policiesOfUsersAreText() throws IOException {
    Path trace = Runs.trace(folder, 3, 2, "");
    Scenario scenario = Runs.scenario();
    List<ReportedRun> runs = Runs.compared(trace, scenario, "kv", "round-robin");
    List<ReportedRun> renamed = runs.stream().map(run -> named(run, Runs.HOSTILE)).toList();

    assertOneScript(new ReadPage(HtmlReport.of(renamed, "1")));
    assertOneScript(new ReadPage(HtmlReport.of(renamed.subList(0, 1), "1")));
  }

  private static ReportedRun named(ReportedRun run, String suffix) {
    var r = run.result();
    return new ReportedRun(
        new dev.turnstile.replay.metrics.RunResult(
            r.policy() + suffix,
            r.workload(),
            r.config(),
            r.definitions(),
            r.summary(),
            r.distributions(),
            r.requests(),
            r.arrivalOrder(),
            r.sessions(),
            r.workers(),
            r.series(),
            r.policyMetrics(),
            r.warnings(),
            r.checks(),
            List.of("note" + suffix),
            r.endNanos()),
        run.scenario(),
        run.changed());
  }
}
