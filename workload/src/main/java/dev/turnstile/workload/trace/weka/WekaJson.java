package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.mooncake.FieldValues;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.weka.WekaTrace.Call;
import dev.turnstile.workload.trace.weka.WekaTrace.Entry;
import dev.turnstile.workload.trace.weka.WekaTrace.Subagent;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one conversation. */
final class WekaJson {
  private static final long NO_TIME = RequestNode.NO_TIME;

  /** Ids that a request may have more than the one before it before its list must grow. */
  private static final int ROOM = 64;

  private final AbsoluteTimes times;
  private int latestIds;

  WekaJson(ReaderOptions options) {
    times = AbsoluteTimes.seconds(options.timeUnit());
  }

  WekaTrace read(JsonRow row) {
    long line = row.line();
    String id = null;
    String scope = null;
    long blockTokens = 0;
    List<String> models = List.of();
    List<Entry> entries = null;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "id" -> id = FieldValues.nonEmpty(row);
        case "hash_id_scope" -> scope = scope(row);
        case "block_size" -> blockTokens = FieldValues.wholeIn(row, 1, Integer.MAX_VALUE);
        case "models" -> models = texts(row);
        case "requests" -> entries = entries(row);
        default -> {}
      }
    }
    if (id == null || blockTokens == 0 || scope == null || entries == null) {
      throw row.invalid("a conversation has id, block_size, hash_id_scope and requests", "");
    }
    if (entries.stream().noneMatch(Call.class::isInstance)) {
      throw row.invalid("requests", "conversation \"" + id + "\" has no requests", "");
    }
    return new WekaTrace(
        row.file(), line, id, (int) blockTokens, scope.equals("global"), models, entries);
  }

  private static String scope(JsonRow row) {
    String scope = row.text();
    if (!scope.equals("local") && !scope.equals("global")) {
      throw row.invalid("must be local or global, got " + row.shown(), "");
    }
    return scope;
  }

  private static List<String> texts(JsonRow row) {
    List<String> texts = new ArrayList<>();
    row.enterArray();
    while (row.nextElement()) {
      texts.add(row.text());
    }
    return texts;
  }

  private List<Entry> entries(JsonRow row) {
    List<Entry> entries = new ArrayList<>();
    row.enterArray();
    while (row.nextElement()) {
      entries.add(entry(row, false));
    }
    return entries;
  }

  private List<Call> calls(JsonRow row) {
    List<Call> calls = new ArrayList<>();
    row.enterArray();
    while (row.nextElement()) {
      calls.add((Call) entry(row, true));
    }
    return calls;
  }

  /** Fields of an entry in any order; its type decides at the end which of them it needs. */
  private Entry entry(JsonRow row, boolean nested) {
    EntryFields fields = new EntryFields();
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "type" -> fields.type = row.text();
        case "t" -> fields.time = times.nanos(row);
        case "model" -> fields.model = FieldValues.nonEmpty(row);
        case "in" -> fields.input = FieldValues.wholeIn(row, 1, Integer.MAX_VALUE);
        case "out" -> fields.output = FieldValues.wholeIn(row, 0, Long.MAX_VALUE);
        case "hash_ids" -> fields.ids = ids(row);
        case "api_time" -> fields.apiTime = FieldValues.secondsAsNanos(row);
        case "ttft" -> fields.ttft = FieldValues.secondsAsNanos(row);
        case "stop" -> fields.stop = row.text();
        case "agent_id" -> fields.agentId = FieldValues.nonEmpty(row);
        case "status" -> fields.status = status(row);
        case "models" -> fields.models = texts(row);
        case "requests" -> fields.calls = calls(row);
        default -> {}
      }
    }
    return fields.entry(row, nested);
  }

  /** Most requests continue the one before. */
  private LongArrayList ids(JsonRow row) {
    LongArrayList ids = new LongArrayList(latestIds + ROOM);
    row.unsignedInto(ids);
    latestIds = ids.size();
    return ids;
  }

  private static String status(JsonRow row) {
    String status = row.text();
    if (!status.equals("completed") && !status.equals("async_launched")) {
      throw row.invalid("must be completed or async_launched, got " + row.shown(), "");
    }
    return status;
  }

  private static final class EntryFields {
    private @Nullable String type;
    private long time = NO_TIME;
    private @Nullable String model;
    private long input;
    private long output = NO_TIME;
    private LongArrayList ids = new LongArrayList(0);
    private long apiTime;
    private long ttft = NO_TIME;
    private String stop = "";
    private @Nullable String agentId;
    private @Nullable String status;
    private List<String> models = List.of();
    private @Nullable List<Call> calls;

    /** Makes the entry; the row is at its end, so its path is that of the entry. */
    Entry entry(JsonRow row, boolean nested) {
      if (type == null) {
        throw row.invalid(row.path() + ".type", "is missing", "");
      }
      if (time == NO_TIME) {
        throw row.invalid(row.path() + ".t", "is missing", "");
      }
      return switch (type) {
        case "n", "s" -> call(row);
        case "subagent" -> {
          if (nested) {
            throw row.invalid(row.path() + ".type", "a sub-agent cannot hold another", "");
          }
          yield subagent(row);
        }
        default ->
            throw row.invalid(
                row.path() + ".type", "must be n, s or subagent, got \"" + type + '"', "");
      };
    }

    private Call call(JsonRow row) {
      if (model == null || input == 0 || output == NO_TIME) {
        throw row.invalid(row.path(), "a request has model, in and out", "");
      }
      return new Call(
          time,
          Math.addExact(time, apiTime),
          model,
          input,
          output,
          ids,
          ttft,
          stop.equals("tool_use"));
    }

    private Subagent subagent(JsonRow row) {
      if (agentId == null || status == null || calls == null) {
        throw row.invalid(row.path(), "a sub-agent has agent_id, status and requests", "");
      }
      boolean blocking = status.equals("completed");
      if (blocking && calls.isEmpty()) {
        throw row.invalid(row.path() + ".requests", "a completed sub-agent has no requests", "");
      }
      return new Subagent(time, agentId, blocking, models, calls);
    }
  }
}
