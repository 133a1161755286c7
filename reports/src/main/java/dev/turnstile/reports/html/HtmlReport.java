package dev.turnstile.reports.html;

import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.chart.Fonts;
import dev.turnstile.reports.compare.Condition;
import dev.turnstile.reports.compare.StoredComparison;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.function.Function;

/** Makes the HTML report of a run, of a comparison or of a sweep. */
public final class HtmlReport {
  private HtmlReport() {}

  /**
   * Checks that charts can be drawn on this machine, before the work that they show.
   *
   * @throws dev.turnstile.reports.chart.FontsMissingException if they cannot
   */
  public static void check() {
    Fonts.check();
  }

  /**
   * The page of one run, or of several runs of one workload compared with the first one.
   *
   * @param runs the runs, at least one
   * @param version of the program
   */
  public static String of(List<ReportedRun> runs, String version) {
    Fonts.check();
    return text(
        runs.size() == 1 ? RunPage.of(runs.get(0), version) : ComparisonPage.of(runs, version));
  }

  /**
   * The page of a sweep.
   *
   * @param scenario complete scenario of its first point as YAML
   * @param version of the program
   * @param link address of the page of a point relative to this one, or empty
   */
  public static String of(
      SweepResult sweep,
      String scenario,
      String version,
      Function<SweepResult.Point, String> link) {
    Fonts.check();
    return text(SweepPage.of(sweep, scenario, version, link));
  }

  /**
   * The page of a comparison of stored results.
   *
   * @param findings what became of the conditions for failure
   * @param version of the program
   */
  public static String of(
      StoredComparison comparison, List<Condition.Finding> findings, String version) {
    Fonts.check();
    return text(StoredPage.of(comparison, findings, version));
  }

  /** The templates have no form and so nothing to intercept; the generated code allows for null. */
  @SuppressWarnings("NullAway")
  private static String text(Page page) {
    StringOutput out = new StringOutput();
    JtepageGenerated.render(new OwaspHtmlTemplateOutput(out), null, page, PageAssets.load());
    return out.toString();
  }
}
