package dev.turnstile.cli;

import dev.turnstile.reports.chart.FontsMissingException;
import dev.turnstile.reports.html.HtmlReport;
import java.util.Arrays;
import java.util.List;

/** What tests expect of HTML pages on the machine that they run on. */
final class HtmlPages {

  private HtmlPages() {}

  /** Whether this machine has what charts need. */
  static boolean arePossible() {
    try {
      HtmlReport.check();
      return true;
    } catch (FontsMissingException e) {
      return false;
    }
  }

  /** These files, without the page where it cannot be made. */
  static List<String> with(String... files) {
    boolean possible = arePossible();
    return Arrays.stream(files).filter(name -> possible || !name.equals("report.html")).toList();
  }
}
