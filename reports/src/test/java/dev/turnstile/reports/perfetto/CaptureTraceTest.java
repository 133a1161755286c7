package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class CaptureTraceTest {
  private String text = "";

  private Drawn draw(Workload workload) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Coverage coverage =
        PerfettoTrace.writeCapture(workload, out, PerfettoTrace.DEFAULT_LIMIT_BYTES);
    text = out.toString(StandardCharsets.UTF_8);
    assertThat(coverage.notes()).isEmpty();
    return new Drawn(TraceRules.check(text));
  }

  @Test
  void drawsATreeAsOneProcessWithItsSessionsToolsAndPhases() throws IOException {
    Drawn drawn = draw(Captures.withChild().load());

    assertThat(drawn.processes()).containsExactly("session root");
    assertThat(drawn.slices("session root"))
        .containsExactly(
            "root: turn 0 0..1000000",
            "root: wait and prefill 0..120000",
            "root: decode 120000..1000000",
            "root: turn 1 3200000..4100000",
            "root: wait and prefill 3200000..3320000",
            "root: decode 3320000..4100000",
            "child: turn 0 4150000..4650000",
            "child: wait and prefill 4150000..4270000",
            "child: decode 4270000..4650000",
            "child: turn 1 4720000..5120000",
            "child: wait and prefill 4720000..4840000",
            "child: decode 4840000..5120000",
            "root: turn 2 5200000..6080000",
            "root: wait and prefill 5200000..5320000",
            "root: decode 5320000..6080000",
            "root tools: tool bash 1010000..3010000",
            "child tools: tool grep 4655000..4700000");
  }

  @Test
  void partsWaitingFromPrefillWhereTheWaitWasRecorded() throws IOException {
    Drawn drawn = draw(new Captures().waits(3.5).request("a", "s", null, 0, 1000, 120).load());

    assertThat(drawn.slices("session s"))
        .containsExactly(
            "s: turn 0 0..1000000",
            "s: prefill wait 0..3500",
            "s: prefill 3500..120000",
            "s: decode 120000..1000000");
  }

  @Test
  void arrowsLeadFromTheParentToTheChildAndBackToTheTurnThatWaits() throws IOException {
    Drawn drawn = draw(Captures.withChild().load());

    // they leave in the last microsecond of the request that was waited for
    assertThat(drawn.arrows())
        .containsExactly(
            "spawn s root 4099999",
            "spawn f child 4150000",
            "join s child 5119999",
            "join f root 5200000");
  }

  @Test
  void anArrowToAChildThatRanBesideItsParentLeavesWhenTheChildBegan() throws IOException {
    Drawn drawn =
        draw(
            new Captures()
                .request("a", "root", null, 0, 1000, 10)
                .request("c", "child", "root", 400, 2000, 10)
                .load());

    assertThat(drawn.arrows()).containsExactly("spawn s root 400000", "spawn f child 400000");
  }

  @Test
  void overlappingTurnsTakeTheFirstFreeLane() throws IOException {
    Drawn drawn =
        draw(
            new Captures()
                .request("a", "s", null, 0, 100, 200)
                .request("b", "s", null, 50, 300, 300)
                .request("c", "s", null, 100, 200, 300)
                .load());

    // a time to first token beyond the recorded end is clipped to it
    assertThat(drawn.slices("session s"))
        .containsExactly(
            "s: turn 0 0..100000",
            "s: wait and prefill 0..100000",
            "s (2): turn 1 50000..300000",
            "s (2): wait and prefill 50000..300000",
            "s: turn 2 100000..200000",
            "s: wait and prefill 100000..200000");
  }

  @Test
  void aToolCallWithoutEventFillsTheGapAndIsMarkedInferred() throws IOException {
    Drawn drawn =
        draw(
            new Captures()
                .request("a", "s", null, 0, 100, 10, "tool_calls")
                .request("b", "s", null, 500, 600, 10)
                .load());

    assertThat(drawn.slices("session s")).contains("s tools: tool (inferred) 100000..500000");
    assertThat(text).contains("\"name\":\"tool (inferred)\",\"args\":{\"inferred\":true}");
  }

  @Test
  void parallelToolsHaveLanesOfTheirOwn() throws IOException {
    Drawn drawn =
        draw(
            new Captures()
                .request("a", "s", null, 0, 100, 10)
                .tool("s", "t1", "bash", 110, 300)
                .tool("s", "t2", "web", 120, 200)
                .request("b", "s", null, 400, 500, 10)
                .load());

    assertThat(drawn.slices("session s"))
        .contains("s tools: tool bash 110000..300000", "s tools (2): tool web 120000..200000");
  }

  @Test
  void aRequestOfNoLengthIsAMicrosecondLong() throws IOException {
    Drawn drawn = draw(new Captures().request("a", "s", null, 0, 0, 0).load());

    assertThat(drawn.slices("session s")).containsExactly("s: turn 0 0..1");
  }

  @Test
  void showsAThousandTreesAtMostAndSaysSo() throws IOException {
    Captures captures = new Captures();
    for (int i = 0; i < 1002; i++) {
      captures.request("r" + i, "s" + i, null, i, i + 1 + i % 7, 1);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    Coverage coverage = PerfettoTrace.writeCapture(captures.load(), out, Long.MAX_VALUE / 2);

    Drawn drawn = new Drawn(TraceRules.check(out.toString(StandardCharsets.UTF_8)));
    assertThat(coverage.drawnTrees()).isEqualTo(1000);
    // 7 ms is the longest; the thousand and the process of the note
    assertThat(drawn.processes()).hasSize(1001).element(0).isEqualTo("session s6");
    assertThat(drawn.slices("trace").get(0))
        .startsWith("left out: 2 session trees of 1,002 left out: ");
  }

  @Test
  void idsFromOutsideAreDataWhateverTheyAre() throws IOException {
    String hostile = "\"}]</script>\\\u0000\n\u007f\u2028\ud83d\ude00 a";
    String session = "x".repeat(78) + "\ud83d\ude00" + "y".repeat(1000);

    Drawn drawn =
        draw(
            new Captures()
                .request(hostile, hostile, null, 0, 10, 1)
                .request("long", session, null, 0, 5, 1)
                .load());

    assertThat(drawn.facts(hostile).get("request").asString()).isEqualTo(hostile);
    // cut before the character that does not fit, never through it
    assertThat(drawn.processes())
        .containsExactly("session " + hostile, "session " + "x".repeat(78) + "…");
  }
}
