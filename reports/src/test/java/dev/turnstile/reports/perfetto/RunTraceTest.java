package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunTraceTest {
  /** One request at a time, 0.1 ms per prompt token and 10 ms per decode step. */
  private static final Scenario BASE =
      Scenario.defaults()
          .with("policy.spec", "round-robin")
          .with("engine.max_num_seqs", "1")
          .with("kv.num_gpu_blocks", "unlimited")
          .with("timing.provider", "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");

  private Coverage coverage = new Coverage(0, 0, 0, 0, 0, 0);
  private String text = "";

  private static RunResult run(Scenario scenario, Workload workload) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT);
  }

  private Drawn draw(RunResult run, long limitBytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    coverage = PerfettoTrace.writeRun(run, out, limitBytes);
    text = out.toString(StandardCharsets.UTF_8);
    return new Drawn(TraceRules.check(text));
  }

  private Drawn draw(RunResult run) throws IOException {
    return draw(run, PerfettoTrace.DEFAULT_LIMIT_BYTES);
  }

  @Test
  void drawsWaitingPrefillAndDecodeInTheSessionAndOnTheWorker() throws IOException {
    Workload workload =
        new Captures()
            .request("a", "first", null, 0, 100, 10)
            .request("b", "second", null, 50, 100, 10)
            .load();

    Drawn drawn = draw(run(BASE, workload));

    // each: 64 tokens = 6.4 ms of prefill, then 9 steps of 10 ms; the second waits for the first
    assertThat(drawn.processes())
        .containsExactly("cluster: round-robin", "worker 0", "session second", "session first");
    assertThat(drawn.slices("session first"))
        .containsExactly(
            "first: turn 0 0..96400", "first: prefill 0..6400", "first: decode 6400..96400");
    assertThat(drawn.slices("session second"))
        .containsExactly(
            "second: turn 0 50000..192800",
            "second: queue 50000..96400",
            "second: prefill 96400..102800",
            "second: decode 102800..192800");
    assertThat(drawn.slices("worker 0"))
        .containsExactly(
            "requests (1): second 96400..192800",
            "requests (1): prefill 96400..102800",
            "requests (1): decode 102800..192800",
            "requests (1): first 0..96400",
            "requests (1): prefill 0..6400",
            "requests (1): decode 6400..96400");
    assertThat(drawn.facts("b").toString())
        .isEqualTo(
            "{\"request\":\"b\",\"status\":\"completed\",\"worker\":0,\"input_tokens\":64,"
                + "\"hit_tokens\":0,\"output_tokens\":10,\"ttft_ms\":52.8}");
    assertThat(coverage.notes()).isEmpty();
  }

  @Test
  void countersCarryMeanAndLargestValueOfEachBucket() throws IOException {
    Workload workload = new Captures().request("a", "s", null, 0, 100, 10).load();
    RunResult run = run(BASE, workload);

    Drawn drawn = draw(run);

    // 96.4 ms in buckets of 1 ms: one sequence all the time; equal buckets are written once
    assertThat(run.series().stepNanos()).isEqualTo(1_000_000);
    assertThat(drawn.counter("worker 0", "batch_sequences")).containsExactly("0 1.0 1");
    // 2 blocks from 64 tokens on: the second one is taken when the first decode step is formed
    assertThat(drawn.counter("worker 0", "kv_used_blocks"))
        .containsExactly("0 1.0 1", "6000 1.6 2", "7000 2.0 2");
  }

  @Test
  void toolsMoveWithTheTurnTheyFollow() throws IOException {
    Drawn drawn = draw(run(BASE, Captures.withChild().load()));

    // a-0 ends at 96.4 ms instead of 1000: the tool, 10 ms after it, is still 2 s long
    assertThat(drawn.slices("session root")).contains("root tools: tool bash 106400..2106400");
    assertThat(drawn.arrows()).hasSize(4).element(0).asString().startsWith("spawn s root ");
  }

  @Test
  void aRequestHeldByTheGateIsPaused() throws IOException {
    Workload workload =
        new Captures()
            .request("a", "s1", null, 0, 100, 10)
            .request("b", "s2", null, 0, 100, 10)
            .request("c", "s3", null, 0, 100, 10)
            .load();
    Scenario scenario =
        BASE.with("policy.spec", "thunderagent")
            .with("engine.max_num_seqs", "8")
            .with("kv.num_gpu_blocks", "3");

    Drawn drawn = draw(run(scenario, workload));

    assertThat(
            List.of("s1", "s2", "s3").stream()
                .flatMap(s -> drawn.slices("session " + s).stream())
                .filter(slice -> slice.contains(": paused ")))
        .isNotEmpty();
    assertThat(drawn.counter("cluster: thunderagent", "held_requests")).isNotEmpty();
  }

  @Test
  void showsWhatWasRejectedAndSaysWhatNeverArrived() throws IOException {
    Workload workload =
        new Captures()
            .request("big", "s", null, 0, 100, 10)
            .request("after", "s", null, 200, 300, 10)
            .load();

    Drawn drawn = draw(run(BASE.with("kv.num_gpu_blocks", "1"), workload));

    // 64 + 10 - 1 tokens need two blocks
    assertThat(drawn.slices("session s")).containsExactly("s: turn 0 0..1");
    assertThat(drawn.facts("big").get("status").asString()).isEqualTo("rejected");
    assertThat(drawn.facts("big").get("reason").asString()).contains("needed_blocks=2");
    assertThat(coverage.notes()).containsExactly("1 request not drawn: no time of arrival");
    assertThat(drawn.slices("cluster: round-robin"))
        .containsExactly("left out: 1 request not drawn: no time of arrival 0..1");
  }

  @Test
  void keepsTheRulesOnWholeRunsOfAgents() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("subagents"), 12, 7);
    Scenario scenario =
        Scenario.defaults()
            .with("policy.spec", "thunderagent")
            .with("cluster.workers", "2")
            .with("load.concurrency", "6")
            .with("kv.num_gpu_blocks", "4000");

    Drawn drawn = draw(run(scenario, workload));

    assertThat(coverage.drawnTrees()).isEqualTo(coverage.trees()).isEqualTo(12);
    assertThat(drawn.processes()).hasSize(3 + 12);
    assertThat(drawn.arrows()).anyMatch(arrow -> arrow.startsWith("spawn s"));
    assertThat(drawn.arrows()).anyMatch(arrow -> arrow.startsWith("join f"));
  }

  @Test
  void aLimitKeepsTheSlowestTreesAndSaysSo() throws IOException {
    Captures captures = new Captures();
    for (int i = 0; i < 60; i++) {
      captures.request("r" + i, "s" + i, null, 0, 100, 10);
    }
    RunResult run = run(BASE, captures.load());

    Drawn drawn = draw(run, 30_000);

    // one at a time: the last one waits longest
    assertThat(text.length()).isLessThanOrEqualTo(30_000);
    assertThat(coverage.trees()).isEqualTo(60);
    assertThat(coverage.drawnTrees()).isBetween(5, 59);
    assertThat(drawn.processes().subList(2, 4)).containsExactly("session s9", "session s8");
    String note = coverage.notes().get(0);
    assertThat(note)
        .isEqualTo(
            (60 - coverage.drawnTrees())
                + " session trees of 60 left out: the slowest are shown, at most 1,000 and what fits"
                + " into 30,000 bytes");
    assertThat(drawn.slices("cluster: round-robin"))
        .anyMatch(slice -> slice.startsWith("left out: " + note));
    assertThat(text).contains("\"left_out\":\"" + note);
  }

  @Test
  void sameRunGivesTheSameBytes() throws IOException {
    Workload workload = Captures.withChild().load();

    draw(run(BASE, workload));
    String first = text;
    draw(run(BASE, workload));

    assertThat(text).isEqualTo(first);
  }
}
