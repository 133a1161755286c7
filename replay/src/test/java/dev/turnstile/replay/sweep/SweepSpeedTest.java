package dev.turnstile.replay.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much faster two threads make a sweep. Measures the machine, so it needs one that does nothing
 * else.
 */
final class SweepSpeedTest {
  private static final int POINTS = 40;
  private static final int PAIRS = 3;

  @TempDir private Path folder;
  private int runs;

  /** Agents with sub-agents; a point takes some tenths of a second of compiled code. */
  private final Workload agents =
      Sweeps.named(Generator.generate(Profiles.builtIn("subagents"), 100, 1), "bb");

  private double seconds(int jobs) {
    Scenario base = Scenario.defaults().with("cluster.workers", "4");
    SweepPlan plan =
        SweepPlan.of(
            base,
            List.of("kv", "thunderagent"),
            List.of(Sweeps.setting("load.concurrency=4..80+4")),
            1);
    assertThat(plan.points()).hasSize(POINTS);
    Path journal = folder.resolve("journal-" + runs++);
    long begin = System.nanoTime();
    SweepResult result =
        new Sweep(plan, scenario -> agents, new Replayer())
            .run(plan.baseline(null), Sweeps.options(journal, jobs));
    double seconds = (System.nanoTime() - begin) / 1e9;
    assertThat(result.failed()).isZero();
    return seconds;
  }

  /** The first runs compile the code, on threads of the Java VM that would help one job alone. */
  @Test
  @Tag("slow")
  void twoThreadsTakeLittleMoreThanHalfTheTimeOfOne() {
    assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "one processor");
    seconds(2);
    seconds(2);
    List<Double> ratios = new ArrayList<>();
    List<String> told = new ArrayList<>();
    for (int pair = 0; pair < PAIRS; pair++) {
      double one = seconds(1);
      double two = seconds(2);
      ratios.add(one / two);
      told.add(String.format(Locale.ROOT, "%.2f s / %.2f s = %.3f", one, two, one / two));
    }
    ratios.sort(null);

    assertThat(ratios.get(PAIRS / 2)).as(String.join(", ", told)).isGreaterThanOrEqualTo(1.9);
  }
}
