package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.reports.chart.FontsForTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** Pages of nothing, of one thing and of very many: right, and never above 5 MB. */
final class PageSizeTest {
  static final int LIMIT = 5_000_000;

  @TempDir private Path folder;

  @BeforeAll
  static void needFonts() {
    FontsForTests.assume();
  }

  @Test
  void runWithoutACompletedRequestHasDashesAndNoZeros() throws IOException {
    // The pool holds one block of 64 tokens, each prompt two or more: all are refused.
    Path trace = Runs.trace(folder, 4, 3, "");
    Scenario scenario = Runs.scenario().with("kv.num_gpu_blocks", "1");

    ReadPage page = read(List.of(Runs.run(trace, scenario)));

    assertThat(ReadPage.text(page.elements("h1").get(0)))
        .isEqualTo("Under kv, no rate can be given: 0 of 12 requests were completed.");
    assertThat(page.byId("rejected").getTextContent()).contains("needed_blocks");
    Element ttft = tile(page, "TTFT, median");
    assertThat(ReadPage.text(ttft)).isEqualTo("TTFT, median – p95 –");
    assertThat(page.elements("p"))
        .filteredOn(p -> p.getAttribute("class").equals("nothing"))
        .hasSizeGreaterThanOrEqualTo(5);
  }

  private static Element tile(ReadPage page, String label) {
    return page.elements("div").stream()
        .filter(div -> div.getAttribute("class").equals("tile"))
        .filter(div -> ReadPage.text(div).startsWith(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void comparisonWithoutACompletedRequestSaysSo() throws IOException {
    Path trace = Runs.trace(folder, 4, 3, "");
    Scenario scenario = Runs.scenario().with("kv.num_gpu_blocks", "1");

    ReadPage page = read(Runs.compared(trace, scenario, "kv", "round-robin"));

    assertThat(ReadPage.text(page.elements("h1").get(0))).startsWith("Nothing can be compared");
  }

  @Test
  void runThatWasCutOffBeforeAnythingArrivedHasAPage() throws IOException {
    Path trace = Runs.trace(folder, 2, 2, "");
    Scenario scenario = Runs.scenario().with("load.max_sim_time", "0.000001");

    ReadPage page = read(List.of(Runs.run(trace, scenario)));

    assertThat(page.elements("h1")).hasSize(1);
  }

  @Test
  void singleRequestHasAPageWithItsPoint() throws IOException {
    ReadPage page = read(List.of(Runs.run(Runs.trace(folder, 1, 1, ""), Runs.scenario())));

    assertThat(page.figure("cdf-ttft").at("/series/0/x").size()).isEqualTo(1);
    assertThat(page.figure("cdf-ttft").at("/series/0/y/0").asDouble()).isEqualTo(1);
  }

  @Test
  void hundredThousandSessionsAreAggregatedAndThePageSaysSo() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int s = 0; s < 100_000; s++) {
      rows.append(
          String.format(
              Locale.ROOT,
              "{\"session_id\":\"s%d\",\"input_length\":%d,\"output_length\":2,\"hash_ids\":[%d],"
                  + "\"timestamp\":%d}\n",
              s,
              64 + s % 1000 / 16,
              s,
              s / 10));
    }
    Path trace = folder.resolve("many.jsonl");
    Files.writeString(
        trace, rows.toString().replaceAll("\"input_length\":\\d+", "\"input_length\":64"));
    Scenario scenario =
        Runs.scenario()
            .with("kv.num_gpu_blocks", "unlimited")
            .with("load.concurrency", "none")
            .with("load.arrival", "trace")
            .with("timing.provider", "fixed:prefill_ms=5,decode_ms=5");

    ReadPage page = read(List.of(Runs.run(trace, scenario)));

    assertThat(page.html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_000_000);
    assertThat(page.figure("cdf-e2e").at("/series/0/x").size()).isEqualTo(300);
    assertThat(page.byId("f-cdf-e2e").getTextContent()).contains("300 of up to 100,000 values");
    assertThat(page.byId("f-gantt").getTextContent()).contains("20 slowest of 100,000");
  }

  @Test
  void longSessionsAreCutIntoSlotsAndThePageSaysSo() throws IOException {
    Path trace = Runs.trace(folder, 2, 200, "");
    Scenario scenario = Runs.scenario().with("kv.num_gpu_blocks", "unlimited");

    ReadPage page = read(List.of(Runs.run(trace, scenario)));

    assertThat(page.byId("f-gantt").getTextContent()).contains("cut into as many slots");
  }

  @Test
  void manyWorkersAreSummedAndThePageSaysSo() throws IOException {
    Path trace = Runs.trace(folder, 40, 2, "");

    ReadPage page = read(List.of(Runs.run(trace, Runs.scenario().with("cluster.workers", "150"))));

    assertThat(page.byId("f-kv").getTextContent()).contains("Sum over 150 workers");
    assertThat(page.byId("f-busy").getTextContent()).contains("12 with most and the 12 with least");
    assertThat(page.byId("workers").getTextContent()).contains("The first 100 of 150");
  }

  @Test
  void manyPoliciesAreNarrowedToTheBestAndThePageSaysSo() throws IOException {
    Path trace = Runs.trace(folder, 6, 4, "");
    List<String> policies = new ArrayList<>(List.of("kv"));
    for (int i = 1; i < 60; i++) {
      policies.add("thunderagent:pause_threshold=0." + (900 + i));
    }

    ReadPage page = read(Runs.compared(trace, Runs.scenario(), policies.toArray(String[]::new)));

    assertThat(page.byId("latency").getTextContent()).contains("of 60");
    assertThat(page.byId("comparison-table").getTextContent())
        .contains("44 more policies are in report.json");
  }

  private static ReadPage read(List<ReportedRun> runs) {
    String html = HtmlReport.of(runs, "1.2.3");
    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LIMIT);
    ReadPage page = new ReadPage(html);
    assertThat(page.document.getDocumentElement().getTextContent())
        .doesNotContain("NaN", "Infinity", "null");
    assertThat(page.scripts.subList(0, page.scripts.size() - 1))
        .allSatisfy(data -> assertThat(data).doesNotContain("NaN", "Infinity"));
    return page;
  }
}
