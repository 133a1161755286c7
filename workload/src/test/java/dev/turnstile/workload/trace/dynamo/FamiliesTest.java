package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.times;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.evidence;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.Options;
import org.junit.jupiter.api.Test;

/** How child sessions are connected with their parents, by evidence or by inference. */
final class FamiliesTest {
  @Test
  void aChildThatBeginsBeforeItsParentsTurnEndsFollowsTheDispatch() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 1000).json(),
            request("k1").session("K").parent("P").at(300, 100).json(),
            request("p2").session("P").at(2000, 100).json());

    assertThat(edges(workload))
        .containsExactly(
            "p1 -> k1 dispatch spawn 300",
            "p1 -> p2 completion sequence 1000",
            "k1 -> p2 completion join 1600");
  }

  @Test
  void aChildOlderThanItsParentIsARootAndMayStillBeAwaited() {
    Workload workload =
        load(
            request("k1").session("K").parent("P").at(0, 100).json(),
            request("p1").session("P").at(500, 100).json());

    assertThat(edges(workload)).containsExactly("k1 -> p1 completion join 400");
    assertThat(times(workload)).containsExactly("k1 at 0 for 100", "p1 at - for 100");
    assertThat(workload.graph().sessionParent(0)).isEqualTo(1);
  }

  @Test
  void aChildFollowsTheLatestStartedTurnOfItsParent() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 100).json(),
            request("p2").session("P").at(200, 100).json(),
            request("k1").session("K").parent("P").at(200, 10).json(),
            request("p3").session("P").at(400, 100).json());

    // p2 began with k1: at equal times the parent's turn counts.
    assertThat(edges(workload))
        .contains("p2 -> k1 dispatch spawn 0", "k1 -> p3 completion join 190");
  }

  @Test
  void theChildsLastRequestToEndIsAwaited() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 100).json(),
            request("k1").session("K").parent("P").at(100, 800).json(),
            request("k2").session("K").parent("P").at(200, 100).json(),
            request("p2").session("P").at(600, 100).json(),
            request("p3").session("P").at(1000, 100).json());

    // k1 ends at 900, so p2 did not wait for it.
    assertThat(edges(workload))
        .contains("k1 -> p3 completion join 100")
        .noneMatch(edge -> edge.endsWith("p2 completion join"));
  }

  @Test
  void requestsWithoutDurationAtOneTimeDoNotWaitForEachOther() {
    Workload workload =
        load(
            request("p1").session("P").at(100, 0).json(),
            request("k1").session("K").parent("P").at(100, 0).json());

    assertThat(edges(workload)).containsExactly("p1 -> k1 completion spawn 0");
  }

  @Test
  void aBackgroundChildIsNotAwaited() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 1000).json(),
            request("k1").session("K").parent("P").at(1200, 100).json(),
            request("p2").session("P").at(2000, 100).json(),
            evidence(
                "P",
                "call",
                1100,
                1150,
                "source_request_id",
                "p1",
                "child_session_id",
                "K",
                "execution_mode",
                "background"));

    assertThat(edges(workload))
        .containsExactly("p1 -> k1 completion spawn 200", "p1 -> p2 completion sequence 1000");
    assertThat(workload.info().facts()).containsEntry("inferred_joins", 0L);
  }

  @Test
  void aBlockingChildWithoutConsumerIsAwaitedByInference() {
    Workload workload =
        load(
            request("p0").session("P").at(0, 100).json(),
            request("p1").session("P").at(200, 100).json(),
            request("k1").session("K").parent("P").at(400, 100).json(),
            request("p2").session("P").at(2000, 100).json(),
            evidence(
                "P",
                "call",
                310,
                1990,
                "source_request_id",
                "p0",
                "child_session_id",
                "K",
                "execution_mode",
                "blocking"));

    // The evidence names p0, inference would take p1.
    assertThat(edges(workload))
        .contains("p0 -> k1 completion spawn 300", "k1 -> p2 completion join 1500");
    assertThat(workload.info().facts()).containsEntry("inferred_joins", 1L);
  }

  @Test
  void evidenceAboutAChildWithoutRequestsIsIgnored() {
    Workload workload =
        load(
            request("p1").session("P").at(0, 1000).json(),
            evidence(
                "P",
                "call",
                1100,
                1150,
                "source_request_id",
                "p1",
                "child_session_id",
                "lost",
                "execution_mode",
                "blocking"));

    assertThat(edges(workload)).isEmpty();
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void evidenceThatContradictsTheCaptureIsAnErrorAndIgnoredIfLenient() {
    String[] rows = {
      request("p1").session("P").at(0, 1000).json(),
      request("k1").session("K").parent("P").at(1200, 100).json(),
      request("p2").session("P").at(2000, 100).json(),
      evidence(
          "P",
          "call",
          1100,
          1150,
          "source_request_id",
          "k1",
          "child_session_id",
          "K",
          "execution_mode",
          "blocking")
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-:4: tool.claude: source_request_id \"k1\" is no request of")
        .hasMessageContaining("session \"P\", tool call \"call\"");
    Workload lenient = load(Options.lenient(), rows);
    assertThat(edges(lenient))
        .containsExactly(
            "p1 -> k1 completion spawn 200",
            "p1 -> p2 completion sequence 1000",
            "k1 -> p2 completion join 700");
    assertThat(lenient.info().facts())
        .containsEntry("ignored_tool_evidence", 1L)
        .containsEntry("inferred_joins", 1L);
  }

  @Test
  void aChildHasOnlyOneToolEvent() {
    String[] rows = {
      request("p1").session("P").at(0, 1000).json(),
      request("k1").session("K").parent("P").at(1200, 100).json(),
      evidence(
          "P",
          "one",
          1100,
          1150,
          "source_request_id",
          "p1",
          "child_session_id",
          "K",
          "execution_mode",
          "blocking"),
      evidence(
          "P",
          "two",
          1100,
          1150,
          "source_request_id",
          "p1",
          "child_session_id",
          "K",
          "execution_mode",
          "background")
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("another tool event names the same child session");
  }

  @Test
  void parentsInACircleAreAWarningForEachSessionOnIt() {
    Workload workload =
        load(
            request("a1").session("A").parent("C").at(0, 10).json(),
            request("b1").session("B").parent("A").at(100, 10).json(),
            request("c1").session("C").parent("B").at(200, 10).json(),
            request("d1").session("D").parent("A").at(300, 10).json());

    assertThat(warnings(workload)).containsExactly(entry("parent_cycles", 3L));
    assertThat(edges(workload))
        .contains("a1 -> b1 completion spawn 90", "b1 -> c1 completion spawn 90");
  }

  @Test
  void requestsThatWaitForEachOtherInACircleAreAnError() {
    assertThatThrownBy(
            () ->
                load(
                    request("a1").session("A").parent("B").at(0, 10).json(),
                    request("b1").session("B").parent("A").at(0, 10).json()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cycle")
        .hasMessageContaining("a1")
        .hasMessageContaining("b1");
  }
}
