package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.agentic.AgenticFields.Dependency;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of version 2, checked one by one and kept until the order of the plays is known. */
final class VersionTwoRows {
  /**
   * What is kept of a row.
   *
   * @param notBeforeNanos offset of a root, floor of another request
   * @param apiNanos recorded duration, or {@link RequestNode#NO_TIME}
   */
  record Kept(
      long line,
      String id,
      Play play,
      String session,
      boolean anonymous,
      @Nullable String parent,
      String model,
      RequestNode.Prompt prompt,
      long outputTokens,
      long notBeforeNanos,
      long apiNanos,
      List<Dependency> dependencies,
      List<TurnstileObject.Tool> tools,
      RequestNode.Extras extras) {}

  /**
   * A play as its rows name it.
   *
   * @param ordinal its place, or -1 where the file has none
   */
  record Play(String id, int ordinal, long firstLine) {}

  private final String file;
  private final WorkloadBuilder workload;
  private final boolean global;
  private final LoadLog log;
  private final List<Kept> rows = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private final Map<String, Play> plays = new LinkedHashMap<>();

  VersionTwoRows(String file, int blockTokens, boolean global, ReaderOptions options, LoadLog log) {
    this.file = file;
    this.global = global;
    this.log = log;
    workload = new WorkloadBuilder(file, AgenticMooncakeReader.FORMAT, blockTokens, options, log);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  void add(JsonRow row, AgenticFields fields) {
    if (fields.header.present()) {
      throw row.invalid("schema", "is a second header", "a file has one, as its first record");
    }
    String id = required(row, "request_id", fields.requestId);
    String playId = required(row, "play_id", fields.playId);
    String session = required(row, "session_id", fields.sessionId);
    String model = required(row, "model", fields.model);
    if (fields.notBefore == AgenticFields.NO_TIME) {
      throw row.invalid("not_before_ms", "is missing", "");
    }
    fields.prompt.check(row, workload.blockTokens(), log);
    if (!ids.add(id)) {
      Duplicates.refuse(row, id, log);
      return;
    }
    Play play = play(row, playId, fields.ordinal);
    rows.add(
        new Kept(
            row.line(),
            id,
            play,
            session,
            fields.turnstile.anonymousSession,
            fields.turnstile.parentSession,
            model,
            fields.prompt.prompt(workload, workload.root(global ? "" : playId, model), log),
            fields.prompt.outputLength(),
            fields.notBefore,
            fields.apiTime,
            fields.dependencies == null ? List.of() : fields.dependencies,
            fields.turnstile.tools,
            fields.extensions.extras(fields.turnstile.recorded())));
    log.row("request");
  }

  Workload finish() {
    checkOrdinals();
    if (!global) {
      log.fact(TraceInfo.LOCAL_IDS, 1);
    }
    return new VersionTwoGraph(file, workload, log, rows).finish();
  }

  private static String required(JsonRow row, String field, @Nullable String value) {
    if (value == null) {
      throw row.invalid(field, "is missing", "");
    }
    return value;
  }

  private Play play(JsonRow row, String id, int ordinal) {
    Play play = plays.computeIfAbsent(id, key -> new Play(key, ordinal, row.line()));
    if (play.ordinal() != ordinal) {
      throw row.invalid(
          "source_play_ordinal",
          "differs from line " + play.firstLine() + " of the same play",
          "all rows of all plays have it, or none");
    }
    return play;
  }

  /** Either no play has an ordinal, or they are all different and run from 0. */
  private void checkOrdinals() {
    Map<Integer, Play> seen = new HashMap<>();
    for (Play play : plays.values()) {
      if (play.ordinal() >= 0 && seen.putIfAbsent(play.ordinal(), play) != null) {
        Play other = seen.get(play.ordinal());
        long line = Math.max(play.firstLine(), other.firstLine());
        throw invalidOrdinal(line, play.ordinal() + " belongs to two plays");
      }
    }
    if (seen.isEmpty()) {
      return;
    }
    for (Kept row : rows) {
      if (row.play().ordinal() < 0) {
        throw invalidOrdinal(row.line(), "is missing, but other plays have one");
      }
      if (row.play().ordinal() >= seen.size()) {
        throw invalidOrdinal(
            row.line(),
            row.play().ordinal() + " is out of range: " + seen.size() + " plays count from 0");
      }
    }
  }

  private InvalidInputException invalidOrdinal(long line, String problem) {
    return new InvalidInputException(file, line, "source_play_ordinal", problem, "");
  }
}
