package dev.turnstile.reports.data;

import dev.turnstile.replay.metrics.RunResult;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of one run inside a {@link ResultFolder}. */
public final class RunFiles {

  private RunFiles() {}

  /**
   * Adds {@code report.json}, {@code requests.csv}, {@code sessions.csv}, {@code timeseries.csv}
   * and {@code scenario.yaml}.
   *
   * @param prefix {@code ""}, or a folder inside it that ends in {@code /}
   * @param scenario text of the scenario that runs it again
   */
  public static void add(
      ResultFolder folder, String prefix, RunResult run, String toolVersion, String scenario)
      throws IOException {
    RunTables tables = new RunTables(run);
    Map<String, @Nullable Object> report = ReportJson.document(run, toolVersion);
    folder.add(prefix + "report.json", out -> out.append(ReportJson.text(report)));
    folder.add(prefix + "requests.csv", tables::requests);
    folder.add(prefix + "sessions.csv", tables::sessions);
    folder.add(prefix + "timeseries.csv", tables::timeseries);
    folder.add(prefix + "scenario.yaml", out -> out.append(scenario));
  }

  /** A name for the folder of a policy: its text with everything unusual replaced. */
  public static String folderName(String policy) {
    return policy.replaceAll("[^A-Za-z0-9._+=,-]", "_").replaceFirst("^[._]+", "");
  }
}
