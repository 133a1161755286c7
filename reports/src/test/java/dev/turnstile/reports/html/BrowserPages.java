package dev.turnstile.reports.html;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.sweep.SweepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages that are tried in a browser. */
final class BrowserPages {
  private BrowserPages() {}

  /** Writes the pages into a folder; by name. */
  static Map<String, Path> make(Path folder) throws IOException {
    Map<String, String> html = new LinkedHashMap<>();
    Path trace = Runs.trace(folder, 24, 12, "");
    Scenario scenario = Runs.scenario().with("slo.ttft", "500ms").with("load.concurrency", "12");
    List<ReportedRun> runs =
        Runs.compared(trace, scenario, "round-robin", "kv:router_temperature=0.2", "thunderagent");
    html.put("run", HtmlReport.of(runs.subList(2, 3), "1.2.3"));
    html.put("comparison", HtmlReport.of(runs, "1.2.3"));
    SweepResult sweep =
        Sweeps.run(
            scenario,
            trace,
            folder.resolve("journal"),
            List.of("round-robin", "kv", "thunderagent"),
            1,
            "load.concurrency=2..32*2");
    html.put("sweep", Sweeps.page(sweep));
    html.put("points", Sweeps.page(Sweeps.grown(sweep, 20, 50)));
    Path hostile = Runs.trace(folder, 6, 3, "=" + Runs.HOSTILE);
    html.put("hostile", HtmlReport.of(Runs.compared(hostile, scenario, "kv", "random"), "1"));
    Path one = Runs.trace(folder, 1, 1, "");
    html.put("one", HtmlReport.of(List.of(Runs.run(one, scenario)), "1"));
    html.put(
        "nothing",
        HtmlReport.of(List.of(Runs.run(one, scenario.with("kv.num_gpu_blocks", "1"))), "1"));
    Map<String, Path> pages = new LinkedHashMap<>();
    for (Map.Entry<String, String> page : html.entrySet()) {
      Path file = folder.resolve(page.getKey() + ".html");
      pages.put(page.getKey(), Files.writeString(file, page.getValue()));
    }
    return pages;
  }
}
