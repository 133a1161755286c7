package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.reports.chart.FontsForTests;
import dev.turnstile.reports.compare.Baseline;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.StoredComparison;
import dev.turnstile.reports.compare.StoredComparisonJson;
import dev.turnstile.reports.compare.StoredResults;
import dev.turnstile.reports.compare.StoredRun;
import dev.turnstile.reports.data.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The page of a comparison of stored results, read back. */
final class StoredPageTest {

  @TempDir private static Path folder;
  private static List<StoredRun> runs;
  private static StoredComparison comparison;

  @BeforeAll
  static void compare() throws IOException {
    FontsForTests.assume();
    Path trace = Runs.trace(folder, 10, 5, "");
    runs = new ArrayList<>();
    for (String policy : List.of("round-robin", "thunderagent")) {
      Path file = folder.resolve(policy + ".json");
      ReportedRun run = Runs.run(trace, Runs.scenario().with("policy.spec", policy));
      Files.writeString(file, ReportJson.text(ReportJson.document(run.result(), "1.2.3")));
      runs.addAll(StoredResults.read(file));
    }
    comparison = StoredComparison.of(runs, Baseline.of(runs, null), Set.of(), false);
  }

  @Test
  void numbersAreThoseOfItsDocument() {
    List<Condition.Finding> findings = findings("p99_ttft_ms>+0%", "preemptions>1000000");
    ReadPage page = new ReadPage(HtmlReport.of(comparison, findings, "1.2.3"));

    assertThat(
            PageTest.numbersChecked(
                page,
                JsonMapper.shared()
                    .readTree(
                        ReportJson.text(StoredComparisonJson.document(comparison, findings)))))
        .isGreaterThan(50);
  }

  private static List<Condition.Finding> findings(String... conditions) {
    List<Condition.Finding> findings = new ArrayList<>();
    for (String condition : conditions) {
      findings.add(Condition.parse(condition).judge(comparison.pairs().get(0)));
    }
    return findings;
  }

  @Test
  void headlineComparesAndTheNextSentenceTellsOfConditions() {
    List<Condition.Finding> findings = findings("steps_per_min>1", "preemptions>1000000");

    ReadPage page = new ReadPage(HtmlReport.of(comparison, findings, "1.2.3"));

    assertThat(ReadPage.text(page.elements("h1").get(0)))
        .startsWith("thunderagent (")
        .contains("turns a minute", "round-robin (");
    assertThat(ReadPage.text(page.byId("verdict")))
        .contains("Conditions for failure hold in 1 of 2 cases, for instance steps_per_min>1");
    assertThat(page.byId("condition-table").getTextContent()).contains("does not hold");
  }

  @Test
  void pageWithoutConditionsHasNoPlaceForThem() {
    ReadPage page = new ReadPage(HtmlReport.of(comparison, List.of(), "1.2.3"));

    assertThat(page.html).doesNotContain("onditions for failure", "id=\"conditions\"");
  }

  @Test
  void manyRunsStaySmall() {
    List<StoredComparison.Pair> many = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      StoredComparison.Pair pair = comparison.pairs().get(0);
      many.add(
          new StoredComparison.Pair(
              pair.run(), pair.baseline(), pair.settings(), pair.differences()));
    }

    String html =
        HtmlReport.of(
            new StoredComparison(many, List.of(runs.get(0)), List.of("the traces differ")),
            List.of(),
            "1");

    assertThat(html.length()).isLessThan(PageSizeTest.LIMIT);
    assertThat(new ReadPage(html).byId("overview").getTextContent())
        .contains("The first 1000 of 2000 runs");
    assertThat(html).contains("the traces differ", "1 run has no counterpart");
  }
}
