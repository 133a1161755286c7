package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.reports.chart.FontsForTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The page of a sweep, read back. */
final class SweepPageTest {

  @TempDir private static Path folder;
  private static Path trace;
  private static SweepResult sweep;
  private static ReadPage page;

  @BeforeAll
  static void makePage() throws IOException {
    FontsForTests.assume();
    trace = Runs.trace(folder, 10, 5, "");
    sweep =
        Sweeps.run(
            trace,
            folder.resolve("journal"),
            List.of("round-robin", "kv", "thunderagent"),
            1,
            "load.concurrency=1,2,10,16",
            "engine.max_num_seqs=1",
            "slo.ttft=200ms",
            "measure.oracle=true");
    page = new ReadPage(Sweeps.page(sweep));
  }

  @Test
  void numbersAreThoseOfItsDocument() {
    assertThat(PageTest.numbersChecked(page, Sweeps.document(sweep))).isGreaterThan(150);
  }

  @Test
  void hitRatiosAreShownBesideWhatWasPossible() {
    assertThat(page.byId("f-hits").getTextContent())
        .contains("ideal", "kv, best eviction", "thunderagent, best eviction");
  }

  @Test
  void numbersOfRepeatsAreThoseOfItsDocument() {
    SweepResult repeated =
        Sweeps.run(
            Runs.scenario().with("load.request_rate", "4").with("load.concurrency", "none"),
            trace,
            folder.resolve("repeats"),
            List.of("random", "kv"),
            3,
            "load.request_rate=2,4");
    ReadPage read = new ReadPage(Sweeps.page(repeated));

    assertThat(PageTest.numbersChecked(read, Sweeps.document(repeated))).isGreaterThan(100);
    assertThat(read.byId("f-throughput").getTextContent())
        .contains("95 % intervals of the mean over 3 seeds");
  }

  @Test
  void headlineNamesTheBestGroupAndTheLoadsAtWhichThingsEnd() {
    Best best =
        sweep.derived().best().stream().max(Comparator.comparingDouble(Best::value)).orElseThrow();

    String verdict = ReadPage.text(page.byId("verdict"));

    assertThat(ReadPage.text(page.elements("h1").get(0)))
        .startsWith(
            best.policy()
                + " at concurrency "
                + sweep.group(best.group()).settings().get("load.concurrency"));
    assertThat(verdict).contains("best throughput from concurrency", "the SLO up to");
  }

  @Test
  void policiesThatAreEqualAreCalledSo() {
    // One worker, no pressure and more slots than sessions: routing has no choice.
    SweepResult equal =
        Sweeps.run(
            Runs.scenario().with("cluster.workers", "1").with("kv.num_gpu_blocks", "unlimited"),
            trace,
            folder.resolve("equal"),
            List.of("kv", "round-robin"),
            1,
            "load.concurrency=16,32");

    ReadPage read = new ReadPage(Sweeps.page(equal));

    assertThat(ReadPage.text(read.elements("h1").get(0)))
        .startsWith("The policies make no difference: at its best, each of the 2 yields ");
    assertThat(ReadPage.text(read.byId("verdict")))
        .contains("At most 10 session trees were alive at once, of 16 slots");
  }

  @Test
  void linesHaveTheValuesOfThePoints() {
    JsonNode figure = page.figure("throughput");
    List<Point> kv = sweep.points().stream().filter(p -> p.policy().equals("kv")).toList();

    JsonNode line = figure.at("/series/1");
    assertThat(line.at("/name").asString()).isEqualTo("kv");
    for (int i = 0; i < kv.size(); i++) {
      Outcome.Finished finished = Objects.requireNonNull(kv.get(i).finished());
      Number value = finished.metric("output_token_throughput_per_s_per_gpu");
      assertThat(line.at("/y").get(i).asDouble())
          .isEqualTo(Objects.requireNonNull(value).doubleValue());
      assertThat(line.at("/links").get(i).asString()).isEqualTo("p-" + kv.get(i).id());
    }
  }

  @Test
  void pointsOfChartsLeadToRowsOfTheTable() {
    List<String> ids = page.having("id").stream().map(e -> e.getAttribute("id")).toList();
    int links = 0;
    for (JsonNode figure : page.figures()) {
      for (JsonNode link : figure.findValues("links")) {
        for (JsonNode one : link.values()) {
          assertThat(ids).contains(one.asString());
          links++;
        }
      }
    }
    assertThat(links).isGreaterThan(50);
  }

  @Test
  void sharesOfPromptTokensAddUpToOne() {
    JsonNode series = page.figure("sources-0").at("/series");
    for (int row = 0; row < 4; row++) {
      double sum = 0;
      for (JsonNode source : series.values()) {
        sum += ReadPage.at(source.at("/values"), row);
      }
      assertThat(sum).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
    }
  }

  @Test
  void failedPointsLeaveGapsAndAreListed() {
    // Kimi K2 does not fit on one GPU; the other model does.
    SweepResult failing =
        Sweeps.run(
            poolOfTheGpu(),
            trace,
            folder.resolve("failing"),
            List.of("kv"),
            1,
            "cluster.model=qwen3-coder-30b-a3b,kimi-k2",
            "load.concurrency=1,2");

    ReadPage read = new ReadPage(Sweeps.page(failing));

    assertThat(failing.failed()).isEqualTo(2);
    assertThat(read.byId("failures").getTextContent()).contains("kimi-k2");
    assertThat(ReadPage.text(read.byId("points"))).contains("kimi-k21failed––");
    assertThat(ReadPage.text(read.byId("verdict"))).contains("Of 4 points, 2 failed");
    assertThat(read.figure("throughput").at("/series").size()).isEqualTo(1);
  }

  private static Scenario poolOfTheGpu() {
    return Scenario.defaults()
        .with("workload.trace_block_size", "64")
        .with("load.concurrency", "4");
  }

  @Test
  void sweepWithoutAnyResultSaysSo() {
    SweepResult none =
        Sweeps.run(
            poolOfTheGpu(),
            trace,
            folder.resolve("none"),
            List.of("kv"),
            1,
            "cluster.model=kimi-k2",
            "load.concurrency=1,2");

    ReadPage read = new ReadPage(Sweeps.page(none));

    assertThat(ReadPage.text(read.elements("h1").get(0)))
        .isEqualTo("No point has a result: 2 of 2 failed, 0 were not run.");
    assertThat(read.byId("failures").getTextContent()).contains("leaves no room for KV");
  }

  @Test
  void singlePointHasAPage() {
    SweepResult one =
        Sweeps.run(trace, folder.resolve("one"), List.of("kv"), 1, "load.concurrency=4");

    ReadPage read = new ReadPage(Sweeps.page(one));

    assertThat(ReadPage.text(read.elements("h1").get(0))).startsWith("kv yields ");
    assertThat(read.byId("points").getTextContent()).contains("finished");
  }

  @Test
  void sweepInWhichNothingIsServedSaysSo() {
    SweepResult none =
        Sweeps.run(
            Runs.scenario().with("kv.num_gpu_blocks", "1"),
            trace,
            folder.resolve("refused"),
            List.of("kv"),
            1,
            "load.concurrency=1,2");

    ReadPage read = new ReadPage(Sweeps.page(none));

    assertThat(ReadPage.text(read.elements("h1").get(0)))
        .isEqualTo("No request was served at any of the 2 points.");
    assertThat(read.html).contains("unservable_requests");
    assertThat(read.elements("figure")).isEmpty();
    assertThat(read.byId("points").getTextContent()).contains("finished");
  }

  @Test
  void settingsThatAreNoNumbersAreComparedInTables() {
    SweepResult names =
        Sweeps.run(
            trace, folder.resolve("names"), List.of("kv"), 1, "cluster.gpu=h200-sxm,h100-sxm");

    assertThat(new ReadPage(Sweeps.page(names)).byId("points").getTextContent())
        .contains("h200-sxm", "h100-sxm");
  }

  @Test
  void thousandPointsStaySmallAndSayWhatIsNotDrawn() {
    for (int[] shape : new int[][] {{1, 1000}, {20, 50}, {500, 2}, {4, 2500}}) {
      String html = Sweeps.page(Sweeps.grown(sweep, shape[0], shape[1]));

      assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(PageSizeTest.LIMIT);
      ReadPage read = new ReadPage(html);
      String throughput = read.byId("f-throughput").getTextContent();
      assertThat(throughput).containsPattern("(values of concurrency|combinations).*drawn");
      int rows = Math.min(1000, shape[0] * shape[1]);
      assertThat(read.having("id"))
          .filteredOn(e -> e.getAttribute("id").startsWith("p-"))
          .hasSize(rows);
    }
  }
}
