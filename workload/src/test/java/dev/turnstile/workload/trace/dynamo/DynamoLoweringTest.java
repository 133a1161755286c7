package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.sharedBlocks;
import static dev.turnstile.workload.trace.GraphText.times;
import static dev.turnstile.workload.trace.GraphText.tools;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.evidence;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static dev.turnstile.workload.trace.dynamo.Rows.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The graph that a capture becomes: sections 2.1 to 2.6 of the trace formats, and 2.7 exactly. */
final class DynamoLoweringTest {
  /** The worked example: a root that waits for a child and for its own tool at the same time. */
  private static final String[] WORKED_EXAMPLE = {
    request("a-0")
        .session("run-1:root")
        .at(0, 1000)
        .input(200, 11, 12, 13, 14)
        .request("total_time_ms", "1000.4")
        .output(60)
        .toolCalls()
        .json(),
    tool("run-1:root", "call-1", 1010, 3010),
    request("a-1")
        .session("run-1:root")
        .at(3200, 900)
        .input(330, 11, 12, 13, 24, 25, 26)
        .output(80)
        .toolCalls()
        .wrapped(),
    tool("run-1:root", "call-3", 4110, 4600),
    request("c-0")
        .session("run-1:child-a")
        .parent("run-1:root")
        .at(4150, 500)
        .input(150, 31, 32, 33)
        .toolCalls()
        .wrapped(),
    tool("run-1:child-a", "call-9", 4655, 4700),
    request("c-1")
        .session("run-1:child-a")
        .parent("run-1:root")
        .isFinal()
        .at(4720, 400)
        .input(220, 31, 32, 43, 44)
        .wrapped(),
    evidence(
        "run-1:root",
        "call-2",
        4105,
        5130,
        "source_request_id",
        "a-1",
        "consumer_request_id",
        "a-2",
        "child_session_id",
        "run-1:child-a",
        "execution_mode",
        "blocking"),
    request("a-2")
        .session("run-1:root")
        .isFinal()
        .at(5200, 880)
        .input(480, 11, 12, 13, 24, 25, 56, 57, 58)
        .json()
  };

  private static void checkWorkedExample(Workload workload) {
    assertThat(times(workload))
        .containsExactly(
            "a-0 at 0 for 1000",
            "a-1 at - for 900",
            "c-0 at - for 500",
            "c-1 at - for 400",
            "a-2 at - for 880");
    assertThat(edges(workload))
        .containsExactly(
            "a-0 -> a-1 completion sequence 2200",
            "a-1 -> c-0 completion spawn 50",
            "a-1 -> a-2 completion sequence 1100",
            "c-0 -> c-1 completion sequence 70",
            "c-1 -> a-2 completion join 80");
    assertThat(tools(workload))
        .containsExactly("a-1 bash 10-2010", "c-1 bash 5-50", "a-2 bash 5-1030", "a-2 bash 10-500");
    assertThat(sharedBlocks(workload))
        .containsExactly("a-0 0/3", "a-1 3/5", "c-0 0/2", "c-1 2/3", "a-2 5/7");
    assertThat(workload.graph().playCount()).isEqualTo(1);
    assertThat(workload.graph().request(workload.graph().playRoot(0)).id()).isEqualTo("a-0");
    assertThat(workload.info().facts())
        .containsEntry("explicit_joins", 1L)
        .containsEntry("inferred_joins", 0L)
        .containsEntry("subagents", 1L);
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void theWorkedExampleBecomesItsGraphExactly() {
    checkWorkedExample(load(WORKED_EXAMPLE));
  }

  @Test
  void segmentsBecomeTheSameGraph(@TempDir Path folder) throws IOException {
    String first = String.join("\n", List.of(WORKED_EXAMPLE).subList(0, 5)) + "\n";
    String second = String.join("\n", List.of(WORKED_EXAMPLE).subList(5, 9)) + "\n";
    Files.write(folder.resolve("run.000001.jsonl.gz"), Captures.gzip(first));
    Files.write(folder.resolve("run.000000.jsonl.gz"), Captures.gzip(second));

    checkWorkedExample(
        new TraceLoader()
            .load(
                TraceInput.of(List.of(folder), InputStream.nullInputStream()),
                "auto",
                ReaderOptions.DEFAULT));
  }

  @Test
  void aTurnOverlapsIfAnyEarlierOneStillRuns() {
    // b and c begin while a runs; b had ended when c began. d begins when all have ended and
    // follows the turn before it, c, although a ended later.
    Workload workload =
        load(
            request("a").session("S").at(0, 1000).json(),
            request("b").session("S").at(100, 50).json(),
            request("c").session("S").at(200, 100).json(),
            request("d").session("S").at(1500, 100).json());

    assertThat(edges(workload))
        .containsExactly(
            "a -> b dispatch sequence 100",
            "b -> c dispatch sequence 100",
            "b -> c completion sequence 50",
            "c -> d completion sequence 1200");
    assertThat(warnings(workload)).containsEntry("overlapping_turns", 2L);
  }

  @Test
  void anOverlappingTurnWaitsForTheLatestEndedByEndThenLoadOrder() {
    // When z begins, a runs; b, c and d have ended, c and d last and at the same time.
    Workload workload =
        load(
            request("a").session("S").at(0, 1000).json(),
            request("b").session("S").at(10, 10).json(),
            request("c").session("S").at(20, 80).json(),
            request("d").session("S").at(30, 70).json(),
            request("e").session("S").at(40, 900).json(),
            request("z").session("S").at(150, 10).json());

    assertThat(edges(workload))
        .contains("e -> z dispatch sequence 110", "d -> z completion sequence 50")
        .noneMatch(edge -> edge.startsWith("c -> z") || edge.startsWith("b -> z"));
  }

  @Test
  void aFinalFlagBeforeTheLastTurnIsIgnored() {
    Workload workload =
        load(
            request("t1").session("S").isFinal().at(0, 10).json(),
            request("t2").session("S").at(100, 10).json(),
            request("t3").session("S").isFinal().at(200, 10).json());

    assertThat(warnings(workload)).containsExactly(entry("early_session_final", 1L));
    assertThat(workload.graph().request(0).extras().sessionFinal()).isFalse();
    assertThat(workload.graph().request(2).extras().sessionFinal()).isTrue();
  }

  @Test
  void playsAreOrderedByTheirFirstRoot() {
    Workload workload =
        load(
            request("late").session("B").at(500, 10).json(),
            request("early").session("A").at(0, 10).json(),
            request("next").session("A").at(1000, 10).json());

    assertThat(workload.graph().playCount()).isEqualTo(2);
    assertThat(workload.graph().playRoot(0)).isZero();
    assertThat(workload.graph().playSize(0)).isEqualTo(2);
    assertThat(workload.graph().sessionId(0)).isEqualTo("A");
  }

  @Test
  void modelsNeverShareBlocks() {
    Workload workload =
        load(
            request("a").model("large").at(0, 10).input(128, 1, 2).json(),
            request("b").model("small").at(100, 10).input(128, 1, 2).json(),
            request("c").model("large").at(200, 10).input(128, 1, 2).json());

    assertThat(sharedBlocks(workload)).containsExactly("a 0/2", "b 0/2", "c 2/2");
    assertThat(workload.graph().models()).containsExactly("large", "small");
    assertThat(warnings(workload)).containsExactly(entry("multiple_models", 1L));
  }

  @Test
  void recordedLatenciesAreCarriedAlong() {
    Workload workload =
        load(
            request("timed")
                .at(0, 100)
                .request("ttft_ms", "120.25")
                .request("prefill_wait_time_ms", "3.5")
                .json(),
            request("untimed").at(1, 100).json());

    RequestNode.Extras timed = workload.graph().request(0).extras();
    assertThat(timed.recordedTtftNanos()).isEqualTo(120_250_000);
    assertThat(timed.recordedWaitNanos()).isEqualTo(3_500_000);
    RequestNode.Extras untimed = workload.graph().request(1).extras();
    assertThat(untimed.recordedWaitNanos()).isEqualTo(RequestNode.NO_TIME);
  }
}
