package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.ids;
import static dev.turnstile.workload.trace.GraphText.times;
import static dev.turnstile.workload.trace.GraphText.tools;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static dev.turnstile.workload.trace.dynamo.Rows.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import org.junit.jupiter.api.Test;

/** The small cases c18 to c34, as far as they concern the reader. */
final class DynamoLaterCasesTest {
  @Test
  void c18Microseconds() {
    String[] rows = {
      request("u1")
          .row("event_time_unix_ms", "1790000000040000")
          .request("request_received_ms", "1790000000000000")
          .json(),
      request("u2")
          .row("event_time_unix_ms", "1790000000290000")
          .request("request_received_ms", "1790000000250000")
          .json()
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-:1: request.request_received_ms: is not plausible")
        .hasMessageContaining("got 1790000000000000; it looks like microseconds")
        .hasMessageContaining("--time-unit us");
    Workload workload = load(Options.options().timeUnit(TimeUnit.US).build(), rows);
    assertThat(times(workload)).containsExactly("u1 at 0 for 40", "u2 at 250 for 40");
  }

  @Test
  void c20ClockSkew() {
    String[] rows = {
      request("k1")
          .session("S")
          .input(128, 1, 2)
          .output(2)
          .row("event_time_unix_ms", "1790000000400")
          .request("request_received_ms", "1790000001000")
          .json(),
      request("k2")
          .session("S")
          .input(192, 1, 2, 3)
          .output(2)
          .row("event_time_unix_ms", "1790000001600")
          .request("request_received_ms", "1790000001500")
          .json()
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-:1: event_time_unix_ms: request \"k1\" ends before it starts");
    Workload lenient = load(Options.lenient(), rows);
    assertThat(times(lenient)).containsExactly("k1 at 0 for 0", "k2 at - for 100");
    assertThat(edges(lenient)).containsExactly("k1 -> k2 completion sequence 500");
    assertThat(warnings(lenient)).containsExactly(entry("clock_skew", 1L));
  }

  @Test
  void c21ParallelToolsOfOneGap() {
    Workload workload =
        load(
            request("t1").session("S").at(0, 1000).input(128, 1, 2).toolCalls().json(),
            tool("S", "A", 1010, 1400),
            tool("S", "B", 1200, 1900),
            request("t2").session("S").at(2000, 100).input(192, 1, 2, 3).json());

    assertThat(tools(workload)).containsExactly("t2 bash 10-400", "t2 bash 200-900");
    assertThat(edges(workload)).containsExactly("t1 -> t2 completion sequence 1000");
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void c30ASubAgentBetweenTwoTurns() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 1000).input(128, 1, 2).json(),
            request("k1").session("K").parent("P").at(1200, 500).input(64, 5).json(),
            request("k2").session("K").parent("P").at(2000, 400).input(128, 5, 6).json(),
            request("p2").session("P").at(2600, 300).input(192, 1, 2, 3).json());

    assertThat(edges(workload))
        .containsExactly(
            "p1 -> k1 completion spawn 200",
            "p1 -> p2 completion sequence 1600",
            "k1 -> k2 completion sequence 300",
            "k2 -> p2 completion join 200");
    assertThat(workload.info().facts())
        .containsEntry("inferred_joins", 1L)
        .containsEntry("subagents", 1L);
    assertThat(workload.graph().playCount()).isEqualTo(1);
    assertThat(workload.graph().sessionParent(1)).isZero();
  }

  @Test
  void c32TheNextPromptNamesGeneratedBlocks() {
    String[] rows = {
      request("t1").session("S").at(0, 900).input(128, 1, 2).output(65).json(),
      request("t2").session("S").at(2000, 60).input(256, 1, 2, 3, 4).json()
    };

    RequestNode.Prompt unique = load(rows).graph().request(0).prompt();
    assertThat(unique.outputNode()).isEqualTo(-1);
    assertThat(unique.outputBlocks()).isZero();
    Workload named = load(Options.options().outputIdentity(OutputIdentity.NEXT_TURN).build(), rows);
    // 128 + 65 tokens reach into the fourth block.
    RequestNode.Prompt prompt = named.graph().request(0).prompt();
    assertThat(prompt.outputBlocks()).isEqualTo(4);
    assertThat(named.prompts().chain(prompt.outputNode(), 4)).containsExactly(1, 2, 3, 4);
    assertThat(named.info().outputIdentity()).isEqualTo("next-turn");
  }

  @Test
  void c33AMissingArrivalIsComputedFromTheEnd() {
    Workload workload =
        load(request("m1").at(0, 50).request("request_received_ms", null).output(2).json());

    assertThat(times(workload)).containsExactly("m1 at 0 for 50");
    assertThat(warnings(workload)).containsExactly(entry("missing_arrival", 1L));
  }

  @Test
  void c34SimultaneousArrivalsAreOrderedById() {
    Workload workload =
        load(
            request("r4").at(0, 20).input(64, 4).json(),
            request("r2").at(0, 20).input(64, 2).json(),
            request("r1").at(0, 20).input(64, 1).json(),
            request("r3").at(0, 20).input(64, 3).json());

    assertThat(ids(workload)).containsExactly("r1", "r2", "r3", "r4");
  }
}
