package dev.turnstile.workload.identity;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn a request is, as its HTTP headers tell.
 *
 * <p>Each harness has headers of its own. The first row whose session header is present wins, and
 * the parent is taken from the same row only:
 *
 * <table>
 *   <caption>Headers by harness, in the order in which they are tried</caption>
 *   <tr><th>harness</th><th>session</th><th>parent</th></tr>
 *   <tr><td>custom; the Pi, Hermes and OpenClaw plugins translate to it</td>
 *     <td>{@code x-dynamo-session-id}</td><td>{@code x-dynamo-parent-session-id}</td></tr>
 *   <tr><td>Claude Code, sub-agent</td><td>{@code x-claude-code-agent-id}</td>
 *     <td>{@code x-claude-code-parent-agent-id}, else {@code x-claude-code-session-id}</td></tr>
 *   <tr><td>Claude Code, root</td><td>{@code x-claude-code-session-id}</td><td>none</td></tr>
 *   <tr><td>Codex</td><td>{@code thread-id}, else {@code session-id}</td>
 *     <td>{@code x-codex-parent-thread-id}</td></tr>
 *   <tr><td>OpenCode</td><td>{@code x-opencode-session-id}, else {@code x-session-id}</td>
 *     <td>{@code x-opencode-parent-session-id}, else {@code x-parent-session-id}</td></tr>
 * </table>
 *
 * @param sessionId id of the session, not empty
 * @param parentSessionId id of the parent session, or null; never the session itself
 * @param sessionFinal whether {@code x-dynamo-session-final} is {@code true} or {@code 1}
 */
public record SessionIdentity(
    String sessionId, @Nullable String parentSessionId, boolean sessionFinal) {
  private static final String FINAL = "x-dynamo-session-final";
  private static final String CLAUDE_SESSION = "x-claude-code-session-id";

  /** Session headers in order of preference, and the parent headers that go with them. */
  private record Source(List<String> session, List<String> parent) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source(List.of("x-dynamo-session-id"), List.of("x-dynamo-parent-session-id")),
          new Source(
              List.of("x-claude-code-agent-id"),
              List.of("x-claude-code-parent-agent-id", CLAUDE_SESSION)),
          new Source(List.of(CLAUDE_SESSION), List.of()),
          new Source(List.of("thread-id", "session-id"), List.of("x-codex-parent-thread-id")),
          new Source(
              List.of("x-opencode-session-id", "x-session-id"),
              List.of("x-opencode-parent-session-id", "x-parent-session-id")));

  private static final Set<String> HEADERS = headers();

  /** Whether a header, in any case, says something about the session. */
  public static boolean isIdentityHeader(String name) {
    return HEADERS.contains(name.toLowerCase(Locale.ROOT));
  }

  /**
   * The identity that the headers of a request carry; empty if no harness is recognised.
   *
   * <p>Names are matched without case and values are trimmed. An empty value counts as absent, and
   * of a repeated header the first value counts.
   *
   * @param headers values by name, in the order of the request
   */
  public static Optional<SessionIdentity> fromHeaders(Map<String, List<String>> headers) {
    Map<String, String> values = new TreeMap<>();
    headers.forEach(
        (name, repeated) -> {
          if (!repeated.isEmpty()) {
            values.putIfAbsent(name.toLowerCase(Locale.ROOT), repeated.get(0).strip());
          }
        });
    for (Source source : SOURCES) {
      String session = first(values, source.session());
      if (session != null) {
        String parent = first(values, source.parent());
        return Optional.of(
            new SessionIdentity(
                session, session.equals(parent) ? null : parent, isFinal(values.get(FINAL))));
      }
    }
    return Optional.empty();
  }

  private static @Nullable String first(Map<String, String> values, List<String> names) {
    for (String name : names) {
      String value = values.get(name);
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return null;
  }

  private static boolean isFinal(@Nullable String value) {
    return value != null && (value.equals("1") || value.equalsIgnoreCase("true"));
  }

  private static Set<String> headers() {
    Set<String> names = new TreeSet<>();
    for (Source source : SOURCES) {
      names.addAll(source.session());
      names.addAll(source.parent());
    }
    names.add(FINAL);
    return names;
  }
}
