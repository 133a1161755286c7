package dev.turnstile.reports.html;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.sweep.Outcome;
import dev.turnstile.replay.sweep.Sweep;
import dev.turnstile.replay.sweep.SweepObserver;
import dev.turnstile.replay.sweep.SweepOptions;
import dev.turnstile.replay.sweep.SweepPlan;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.replay.sweep.SweepResult.Best;
import dev.turnstile.replay.sweep.SweepResult.Derived;
import dev.turnstile.replay.sweep.SweepResult.Front;
import dev.turnstile.replay.sweep.SweepResult.Group;
import dev.turnstile.replay.sweep.SweepResult.Limit;
import dev.turnstile.replay.sweep.SweepResult.LoadSeries;
import dev.turnstile.replay.sweep.SweepResult.Point;
import dev.turnstile.replay.sweep.SweepSetting;
import dev.turnstile.reports.data.SweepJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small sweeps, and large ones made of them. */
final class Sweeps {
  private Sweeps() {}

  /**
   * Runs a sweep.
   *
   * @param settings path=values
   */
  static SweepResult run(
      Path trace, Path journal, List<String> policies, int repeats, String... settings) {
    return run(Runs.scenario(), trace, journal, policies, repeats, settings);
  }

  static SweepResult run(
      Scenario base,
      Path trace,
      Path journal,
      List<String> policies,
      int repeats,
      String... settings) {
    List<SweepSetting> given = new ArrayList<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      given.add(
          SweepSetting.of("--axis", setting.substring(0, equals), setting.substring(equals + 1)));
    }
    SweepPlan plan = SweepPlan.of(base, policies, given, repeats);
    SweepOptions options =
        new SweepOptions(journal, "test", 2, false, List.of(), () -> false, SweepObserver.SILENT);
    return new Sweep(plan, scenario -> Runs.load(trace, scenario), new Replayer())
        .run(plan.baseline(null), options);
  }

  static String page(SweepResult sweep) {
    return HtmlReport.of(sweep, "seed: 1\n", "1.2.3", point -> "");
  }

  static JsonNode document(SweepResult sweep) {
    StringBuilder text = new StringBuilder();
    SweepJson.write(sweep, "1.2.3", text);
    return JsonMapper.shared().readTree(text.toString());
  }

  /**
   * A sweep of many points: the first finished point of a small one, again and again.
   *
   * @param policies number of policies
   * @param loads number of loads of each
   */
  static SweepResult grown(SweepResult small, int policies, int loads) {
    Outcome outcome = small.points().get(0).outcome();
    List<String> names = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    List<Group> groups = new ArrayList<>();
    List<Best> best = new ArrayList<>();
    List<LoadSeries> series = new ArrayList<>();
    for (int p = 0; p < policies; p++) {
      String policy = "policy-" + p;
      names.add(policy);
      List<String> own = new ArrayList<>();
      for (int load = 1; load <= loads; load++) {
        String id = String.format(Locale.ROOT, "%012x", p * loads + load);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("load.concurrency", load);
        points.add(new Point(id, policy, settings, 1, outcome));
        groups.add(new Group(id, policy, settings, List.of(id), Map.of()));
        own.add(id);
      }
      best.add(new Best(policy, own.get(0), 1));
      Limit none = new Limit(null, Limit.Status.NOT_REACHED);
      Limit noSlo = new Limit(null, Limit.Status.NO_SLO);
      series.add(new LoadSeries(policy, Map.of(), "load.concurrency", own, none, noSlo));
    }
    List<Front> fronts =
        small.derived().fronts().stream()
            .map(front -> new Front(front.x(), front.y(), null, List.of(points.get(0).id())))
            .limit(2)
            .toList();
    List<String> values = new ArrayList<>();
    for (int load = 1; load <= loads; load++) {
      values.add(Integer.toString(load));
    }
    return new SweepResult(
        small.trace(),
        small.config(),
        List.of(new SweepPlan.Axis("load.concurrency", values)),
        names,
        1,
        points,
        groups,
        new Derived(small.derived().bestBy(), best, series, fronts, null, List.of()));
  }
}
