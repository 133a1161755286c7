package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.ids;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import org.junit.jupiter.api.Test;

/** Where the session of a row comes from: older names, and headers of payload rows. */
final class DynamoContextTest {
  private static final ReaderOptions LEGACY = Options.options().acceptLegacy().build();
  private static final ReaderOptions HEADERS = Options.options().identityFromHeaders().build();

  private static String payload(String requestId, String headers) {
    return "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_payload\","
        + "\"event_time_unix_ms\":1790000000041,\"payload\":{\"request_id\":\""
        + requestId
        + "\",\"request\":{\"messages\":[{\"role\":\"user\",\"content\":\"secret\"}]},"
        + "\"http_request_headers\":"
        + headers
        + ",\"payload_complete\":true}}";
  }

  @Test
  void theFirstGenerationNamesPrograms() {
    Workload workload =
        load(
            LEGACY,
            request("a")
                .row("schema", "\"dynamo.agent.trace.v1\"")
                .at(0, 100)
                .context("program_id", "\"P\"")
                .context("workflow_id", "\"run\"")
                .json(),
            request("b")
                .row("schema", "\"dynamo.agent.trace.v1\"")
                .at(200, 100)
                .context("program_id", "\"K\"")
                .context("parent_program_id", "\"P\"")
                .context("workflow_id", "\"run\"")
                .json());

    assertThat(edges(workload)).containsExactly("a -> b completion spawn 100");
    assertThat(workload.graph().sessionId(1)).isEqualTo("K");
  }

  @Test
  void theSessionOfTheSecondGenerationIsTheWholeRunNotTheChain() {
    Workload workload =
        load(
            LEGACY,
            request("a")
                .row("schema", "\"dynamo.agent.trace.v1\"")
                .at(0, 100)
                .context("trajectory_id", "\"T1\"")
                .session("run")
                .json(),
            request("b")
                .row("schema", "\"dynamo.agent.trace.v1\"")
                .at(50, 100)
                .context("trajectory_id", "\"T2\"")
                .context("parent_trajectory_id", "\"T1\"")
                .context("trajectory_final", "true")
                .session("run")
                .json());

    assertThat(workload.graph().sessionId(0)).isEqualTo("T1");
    assertThat(workload.graph().sessionId(1)).isEqualTo("T2");
    assertThat(edges(workload)).containsExactly("a -> b dispatch spawn 50");
    assertThat(workload.graph().request(1).extras().sessionFinal()).isTrue();
  }

  @Test
  void todaysNamesStillWorkWithLegacyNamesAccepted() {
    Workload workload =
        load(
            LEGACY,
            request("a").session("S").at(0, 100).json(),
            request("b").session("K").parent("S").at(200, 100).json());

    assertThat(edges(workload)).containsExactly("a -> b completion spawn 100");
  }

  @Test
  void olderNamesAreAnErrorThatNamesTheOption() {
    assertThatThrownBy(() -> load(request("a").at(0, 10).context("trajectory_id", "\"T\"").json()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "-:1: agent_context.trajectory_id: is an older name of session_id, got \"T\","
                + " --accept-legacy reads the older names");
    assertThatThrownBy(() -> load(request("a").row("schema", "\"dynamo.agent.trace.v1\"").json()))
        .hasMessageContaining("--accept-legacy");
  }

  @Test
  void headersGiveARowItsMissingSession() {
    Workload workload =
        load(
            HEADERS,
            payload(
                "b",
                "{\"X-Claude-Code-Session-Id\":[\"run\"],\"X-Claude-Code-Agent-Id\":"
                    + "[\"a1\",\"ignored\"],\"authorization\":\"secret\",\"x-number\":7}"),
            request("a").at(0, 100).json(),
            request("b").at(200, 100).json(),
            payload("a", "{\"x-claude-code-session-id\":\"run\"}"));

    assertThat(edges(workload)).containsExactly("a -> b completion spawn 100");
    assertThat(workload.graph().sessionId(0)).isEqualTo("run");
    assertThat(workload.graph().sessionId(1)).isEqualTo("a1");
    assertThat(workload.info().rows()).containsEntry("request_payload", 2L);
  }

  @Test
  void headersAreNotReadUnlessAsked() {
    Workload workload =
        load(request("a").at(0, 100).json(), payload("a", "{\"x-dynamo-session-id\":\"S\"}"));

    assertThat(workload.graph().sessionAnonymous(0)).isTrue();
  }

  @Test
  void theContextOfTheRowItselfWins() {
    Workload workload =
        load(
            HEADERS,
            request("a").session("own").at(0, 100).json(),
            payload("a", "{\"x-dynamo-session-id\":\"other\"}"));

    assertThat(workload.graph().sessionId(0)).isEqualTo("own");
  }

  @Test
  void aRowWithoutHeadersStillHasNoContext() {
    assertThatThrownBy(
            () ->
                load(
                    HEADERS,
                    request("a").at(0, 100).json(),
                    request("b").at(200, 100).json(),
                    payload("a", "{\"x-dynamo-session-id\":\"S\"}")))
        .hasMessageContaining("agent_context")
        .hasMessageNotContaining("secret");
  }

  @Test
  void payloadRowsThatContradictEachOtherAreAnError() {
    assertThatThrownBy(
            () ->
                load(
                    HEADERS,
                    request("a").at(0, 100).json(),
                    payload("a", "{\"x-dynamo-session-id\":\"S\"}"),
                    payload("a", "{\"x-dynamo-session-id\":\"T\"}")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("request \"a\" name different sessions");
  }

  @Test
  void payloadOfAWrongShapeIsNoConcernOfReplay() {
    Workload workload =
        load(
            request("a").at(0, 100).json(),
            "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_payload\","
                + "\"payload\":[1,{\"x\":null}]}");

    assertThat(ids(workload)).containsExactly("a");
  }
}
