package dev.turnstile.replay.sweep;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profile;
import dev.turnstile.workload.synthetic.Profiles;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Small sweeps for tests. */
final class Sweeps {
  static final Workload AGENTS = named(Generator.generate(profile(), 12, 5), "aa");

  private Sweeps() {}

  private static Profile profile() {
    try {
      URL file = Objects.requireNonNull(Sweeps.class.getResource("short-agents.yaml"));
      return Profiles.read(Path.of(file.toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The workload as if it came from a file with this hash. */
  static Workload named(Workload workload, String sha256) {
    TraceInfo info = workload.info();
    return new Workload(
        workload.graph(),
        workload.prompts(),
        new TraceInfo(
            info.format(),
            List.of(new TraceInfo.InputFile("agents.jsonl", 1, sha256)),
            info.rows(),
            info.skipped(),
            info.traceBlockTokens(),
            info.traceBlocks(),
            info.outputIdentity(),
            info.facts(),
            info.warnings()));
  }

  /** Two workers with pools that are too small for everybody. */
  static Scenario base() {
    return Scenario.defaults()
        .with("cluster.workers", "2")
        .with("kv.num_gpu_blocks", "400")
        .with("load.max_gap", "5s");
  }

  static SweepPlan plan(List<String> policies, int repeats, String... settings) {
    return SweepPlan.of(
        base(), policies, Stream.of(settings).map(Sweeps::setting).toList(), repeats);
  }

  static SweepSetting setting(String text) {
    int equals = text.indexOf('=');
    String path = text.substring(0, equals);
    return SweepSetting.of(path, path, text.substring(equals + 1));
  }

  static SweepOptions options(Path journal, int jobs) {
    return options(journal, jobs, () -> false, SweepObserver.SILENT);
  }

  static SweepOptions options(
      Path journal, int jobs, BooleanSupplier cancelled, SweepObserver observer) {
    return new SweepOptions(journal, "test", jobs, false, List.of(), cancelled, observer);
  }

  static SweepResult run(SweepPlan plan, SweepOptions options) {
    return new Sweep(plan, scenario -> AGENTS, new Replayer()).run(plan.baseline(null), options);
  }

  /** Everything that a result says, as text. */
  static String text(SweepResult result) {
    StringBuilder text = new StringBuilder();
    JsonMapper mapper = JsonMapper.shared();
    text.append(mapper.writeValueAsString(result.config())).append('\n');
    for (SweepResult.Point point : result.points()) {
      Outcome outcome = point.outcome();
      text.append(point.id()).append(' ').append(point.label()).append(' ').append(point.seed());
      text.append(
              outcome == null ? " missing" : mapper.writeValueAsString(OutcomeJson.write(outcome)))
          .append('\n');
    }
    result.groups().forEach(group -> text.append(mapper.writeValueAsString(group)).append('\n'));
    return text.append(mapper.writeValueAsString(result.derived())).toString();
  }
}
