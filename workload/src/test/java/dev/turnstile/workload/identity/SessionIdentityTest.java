package dev.turnstile.workload.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionIdentityTest {
  private static Optional<SessionIdentity> identity(String... namesAndValues) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers
          .computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
          .add(namesAndValues[i + 1]);
    }
    return SessionIdentity.fromHeaders(headers);
  }

  private static Optional<SessionIdentity> session(String id) {
    return Optional.of(new SessionIdentity(id, null, false));
  }

  private static Optional<SessionIdentity> child(String id, String parent) {
    return Optional.of(new SessionIdentity(id, parent, false));
  }

  @Test
  void customHarnessesSendTheDynamoHeaders() {
    assertThat(identity("X-Dynamo-Session-ID", "s")).isEqualTo(session("s"));
    assertThat(identity("X-Dynamo-Session-ID", "s", "X-Dynamo-Parent-Session-ID", "p"))
        .isEqualTo(child("s", "p"));
  }

  @Test
  void claudeCodeRootsHaveASessionAndNoParent() {
    assertThat(identity("x-claude-code-session-id", "run")).isEqualTo(session("run"));
    assertThat(identity("x-claude-code-session-id", "run", "x-claude-code-parent-agent-id", "a"))
        .isEqualTo(session("run"));
  }

  @Test
  void claudeCodeSubAgentsAreChildrenOfTheRootOrOfAnotherAgent() {
    assertThat(identity("x-claude-code-session-id", "run", "x-claude-code-agent-id", "a1"))
        .isEqualTo(child("a1", "run"));
    assertThat(
            identity(
                "x-claude-code-session-id", "run",
                "x-claude-code-agent-id", "a2",
                "x-claude-code-parent-agent-id", "a1"))
        .isEqualTo(child("a2", "a1"));
    assertThat(identity("x-claude-code-agent-id", "a1")).isEqualTo(session("a1"));
  }

  @Test
  void codexSendsAThreadOrItsEarlierName() {
    assertThat(identity("thread-id", "t")).isEqualTo(session("t"));
    assertThat(identity("session-id", "old")).isEqualTo(session("old"));
    assertThat(identity("session-id", "old", "thread-id", "t")).isEqualTo(session("t"));
    assertThat(identity("thread-id", "t", "x-codex-parent-thread-id", "p"))
        .isEqualTo(child("t", "p"));
  }

  @Test
  void openCodeSendsItsHeadersOrTheirEarlierNames() {
    assertThat(identity("x-opencode-session-id", "o")).isEqualTo(session("o"));
    assertThat(identity("x-session-id", "old")).isEqualTo(session("old"));
    assertThat(identity("x-opencode-session-id", "o", "x-opencode-parent-session-id", "p"))
        .isEqualTo(child("o", "p"));
    assertThat(identity("x-session-id", "o", "x-parent-session-id", "p"))
        .isEqualTo(child("o", "p"));
    assertThat(
            identity(
                "x-session-id", "old",
                "x-opencode-session-id", "o",
                "x-parent-session-id", "oldParent",
                "x-opencode-parent-session-id", "p"))
        .isEqualTo(child("o", "p"));
  }

  @Test
  void theFirstHarnessWinsAndOnlyItsParentCounts() {
    assertThat(
            identity(
                "x-session-id", "open",
                "thread-id", "codex",
                "x-claude-code-session-id", "claude",
                "x-dynamo-session-id", "dynamo",
                "x-codex-parent-thread-id", "p"))
        .isEqualTo(session("dynamo"));
    assertThat(identity("thread-id", "codex", "x-claude-code-session-id", "claude"))
        .isEqualTo(session("claude"));
    assertThat(identity("x-opencode-session-id", "open", "thread-id", "codex"))
        .isEqualTo(session("codex"));
    assertThat(identity("thread-id", "codex", "x-dynamo-parent-session-id", "p"))
        .isEqualTo(session("codex"));
  }

  @ParameterizedTest
  @CsvSource({"true, true", "1, true", "TRUE, true", "' true ', true", "false, false", "0, false"})
  void theFinalHeaderGoesWithAnyHarness(String value, boolean isFinal) {
    for (String header : List.of("x-dynamo-session-id", "x-claude-code-session-id", "thread-id")) {
      assertThat(identity(header, "s", "X-Dynamo-Session-Final", value))
          .isEqualTo(Optional.of(new SessionIdentity("s", null, isFinal)));
    }
  }

  @Test
  void theFinalHeaderAloneNamesNoSession() {
    assertThat(identity("x-dynamo-session-final", "true")).isEmpty();
  }

  @Test
  void namesMatchWithoutCaseAndValuesAreTrimmed() {
    assertThat(identity("x-DYNAMO-session-Id", "  s\t", "X-dynamo-PARENT-session-id", " p "))
        .isEqualTo(child("s", "p"));
  }

  @Test
  void anEmptyValueIsAbsent() {
    assertThat(identity("x-dynamo-session-id", "", "thread-id", "t")).isEqualTo(session("t"));
    assertThat(identity("thread-id", " ", "session-id", "old")).isEqualTo(session("old"));
    assertThat(identity("x-claude-code-agent-id", "", "x-claude-code-session-id", "run"))
        .isEqualTo(session("run"));
    assertThat(identity("thread-id", "t", "x-codex-parent-thread-id", "")).isEqualTo(session("t"));
  }

  @Test
  void theFirstOfRepeatedHeadersCounts() {
    assertThat(identity("thread-id", "first", "thread-id", "second")).isEqualTo(session("first"));
    assertThat(identity("Thread-Id", "first", "thread-id", "second")).isEqualTo(session("first"));
  }

  @Test
  void aParentEqualToTheSessionIsDropped() {
    assertThat(identity("x-dynamo-session-id", "s", "x-dynamo-parent-session-id", "s"))
        .isEqualTo(session("s"));
    assertThat(identity("x-claude-code-session-id", "s", "x-claude-code-agent-id", "s"))
        .isEqualTo(session("s"));
  }

  @Test
  void otherHeadersNameNoSession() {
    assertThat(identity("authorization", "secret", "x-request-id", "r")).isEmpty();
    assertThat(SessionIdentity.fromHeaders(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-dynamo-session-id",
        "X-Dynamo-Parent-Session-ID",
        "x-dynamo-session-final",
        "x-claude-code-agent-id",
        "x-claude-code-session-id",
        "x-claude-code-parent-agent-id",
        "thread-id",
        "session-id",
        "x-codex-parent-thread-id",
        "x-opencode-session-id",
        "x-session-id",
        "x-opencode-parent-session-id",
        "x-parent-session-id"
      })
  void knowsTheHeadersThatItReads(String name) {
    assertThat(SessionIdentity.isIdentityHeader(name)).isTrue();
    assertThat(SessionIdentity.isIdentityHeader(name + "x")).isFalse();
  }
}
