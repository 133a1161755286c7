package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.graph.SessionGraph;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The names a writer uses: those of the trace, or numbered ones that tell nothing about it. */
final class Labels {
  private final SessionGraph graph;
  private final boolean anonymous;

  Labels(SessionGraph graph, boolean anonymous) {
    this.graph = graph;
    this.anonymous = anonymous;
  }

  String request(int request) {
    return anonymous ? "request-" + request : graph.request(request).id();
  }

  String session(int session) {
    return anonymous ? "session-" + session : graph.sessionId(session);
  }

  String play(int play) {
    return anonymous ? "play-" + play : graph.request(graph.playRoot(play)).id();
  }

  /** Name of the source for messages. */
  static String source(TraceInfo info) {
    return info.files().isEmpty() ? info.format() : info.files().get(0).name();
  }

  /** SHA-256 of what was read: of the file, or over the digests of several. */
  static String digest(TraceInfo info) {
    if (info.files().size() == 1) {
      return "sha256:" + info.files().get(0).sha256();
    }
    StringBuilder text = new StringBuilder(info.format()).append('\n');
    info.files().forEach(file -> text.append(file.sha256()).append('\n'));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
