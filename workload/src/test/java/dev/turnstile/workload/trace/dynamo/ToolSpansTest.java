package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.tools;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.evidence;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static dev.turnstile.workload.trace.dynamo.Rows.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ToolSpansTest {
  /** Turns 0-1000, 2000-2100 and 3000-3100 of session S, the first two ending in a tool call. */
  private static Workload loadWith(String... tools) {
    List<String> rows = new ArrayList<>(List.of(tools));
    rows.add(request("t1").session("S").at(0, 1000).toolCalls().json());
    rows.add(request("t2").session("S").at(2000, 100).toolCalls().json());
    rows.add(request("t3").session("S").at(3000, 100).json());
    return load(rows.toArray(String[]::new));
  }

  @Test
  void aToolFeedsTheFirstTurnThatStartsWhenItHasEnded() {
    Workload workload = loadWith(tool("S", "x", 1100, 2000), tool("S", "y", 2200, 2300));

    assertThat(tools(workload)).containsExactly("t2 bash 100-1000", "t3 bash 100-200");
  }

  @Test
  void aPartOutsideTheGapIsClippedSilently() {
    Workload workload = loadWith(tool("S", "x", 500, 1500), tool("S", "y", 2050, 2900));

    assertThat(tools(workload)).containsExactly("t2 bash 0-500", "t3 bash 0-800");
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void aNamedConsumerDecidesWhichGapAToolBelongsTo() {
    Workload workload =
        loadWith(
            evidence(
                "S",
                "x",
                1500,
                2500,
                "source_request_id",
                "t1",
                "consumer_request_id",
                "t2",
                "execution_mode",
                "blocking"));

    assertThat(tools(workload)).containsExactly("t2 bash 500-1000", "t3 inferred 0-900");
  }

  @Test
  void spansThatEndBeforeTheyBeginOrLieOutsideAreDroppedAndCounted() {
    Workload workload =
        loadWith(
            tool("S", "backwards", 1500, 1400),
            tool("S", "duringTheTurn", 100, 900),
            tool("S", "fine", 2200, 2300));

    // "duringTheTurn" ended before t2 began, and nothing of it lies in the gap 1000-2000.
    assertThat(tools(workload)).containsExactly("t2 inferred 0-1000", "t3 bash 100-200");
    assertThat(warnings(workload)).containsExactly(entry("invalid_tool_spans", 2L));
  }

  @Test
  void aToolAfterTheLastTurnOrOfAnUnknownSessionHasNoGap() {
    Workload workload = loadWith(tool("S", "x", 3200, 3300), tool("lost", "y", 100, 200));

    assertThat(tools(workload)).containsExactly("t2 inferred 0-1000", "t3 inferred 0-900");
    assertThat(warnings(workload)).isEmpty();
    assertThat(workload.info().facts()).containsEntry("tool_events_outside_gaps", 2L);
  }

  @Test
  void withoutToolEventsTheGapAfterAToolCallIsToolTime() {
    assertThat(tools(loadWith())).containsExactly("t2 inferred 0-1000", "t3 inferred 0-900");
  }

  @Test
  void theBeginIsComputedFromTheDurationIfItIsMissing() {
    String row =
        tool("S", "x", 0, 1700)
            .replace("\"started_at_unix_ms\":" + Rows.BASE + ",", "\"duration_ms\":250.5,");

    assertThat(tools(loadWith(row))).contains("t2 bash 449.5-700");
  }

  @Test
  void anEventWithoutBeginAndDurationIsAnInstant() {
    String row = tool("S", "x", 0, 1700).replace("\"started_at_unix_ms\":" + Rows.BASE + ",", "");

    assertThat(tools(loadWith(row))).contains("t2 bash 700-700");
  }

  @Test
  void aRepeatedEventCountsOnce() {
    Workload workload = loadWith(tool("S", "x", 1100, 1500), tool("S", "x", 1100, 1500));

    assertThat(tools(workload)).containsExactly("t2 bash 100-500", "t3 inferred 0-900");
    assertThat(workload.info().facts()).containsEntry("duplicate_tool_events", 1L);
  }

  @Test
  void anEventWithoutContextIsSkippedWithACount() {
    String row = tool("S", "x", 1100, 1500).replace("\"agent_context\"", "\"other\"");

    Workload workload = loadWith(row);

    assertThat(workload.info().skipped()).containsExactly(entry("tool_without_agent_context", 1L));
    assertThat(warnings(workload)).isEmpty();
  }
}
