package dev.turnstile.replay.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Both engines replay recorded agent sessions alike, on workers that cannot keep them all.
 *
 * <p>{@code -Dsim.compare.plays=200} replays more of them.
 */
final class EnginesAgreeOnRealTracesTest {
  private static final Path TRACE = Path.of("../../shared/traces-real/weka-kv-cache-tester");
  private static final String PLAYS = System.getProperty("sim.compare.plays", "6");

  @Test
  void onRecordedAgentSessions() {
    assumeThat(Files.exists(TRACE)).as("public traces beside the project").isTrue();
    // The longest of the contexts have some 16,000 blocks.
    Scenario scenario =
        Scenario.defaults()
            .with("cluster.workers", "2")
            .with("kv.num_gpu_blocks", "17000")
            .with("policy.spec", "thunderagent")
            .with("workload.output_identity", "next-turn")
            .with("workload.limit", PLAYS);
    Workload workload =
        new TraceLoader()
            .load(
                TraceInput.of(List.of(TRACE), InputStream.nullInputStream()),
                TraceLoader.AUTO,
                scenario.workload().readerOptions(scenario.load().recordedStarts()));

    List<String> fast = RunText.of(scenario, workload, FastWorker::new);

    assertThat(fast).anyMatch(line -> line.contains("computes again"));
    assertThat(fast).isEqualTo(RunText.of(scenario, workload, LiteralWorker::new));
  }
}
