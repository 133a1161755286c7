package dev.turnstile.workload.trace.agentic;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import dev.turnstile.workload.trace.mooncake.Extensions;
import dev.turnstile.workload.trace.mooncake.FieldValues;
import dev.turnstile.workload.trace.mooncake.PromptFields;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fields of one row, of either form and of the header, collected one by one. */
final class AgenticFields {
  static final long NO_TIME = RequestNode.NO_TIME;

  /** An entry of {@code dependencies}. */
  record Dependency(String requestId, Trigger trigger, Relation relation, long delayNanos) {}

  final PromptFields prompt;
  final Extensions extensions = new Extensions();
  final HeaderFields header = new HeaderFields();
  final TurnstileObject turnstile = new TurnstileObject();
  private final AbsoluteTimes timestamps;

  /** Offsets count from the begin of the trace, so they may be of any size. */
  private final AbsoluteTimes offsets;

  @Nullable String requestId;
  @Nullable String playId;
  @Nullable String sessionId;
  @Nullable String model;
  int ordinal;
  long notBefore;
  long apiTime;
  @Nullable List<Dependency> dependencies;
  long timestamp;
  long delay;
  long toolWait;
  private boolean hasDelay;
  List<String> waitFor = new ArrayList<>();

  AgenticFields(ReaderOptions options) {
    prompt = new PromptFields(options);
    timestamps = AbsoluteTimes.millis(options.timeUnit());
    offsets =
        AbsoluteTimes.millis(
            options.timeUnit() == TimeUnit.AUTO ? TimeUnit.MS : options.timeUnit());
  }

  /** Reads a row to its end. */
  void read(JsonRow row) {
    clear();
    row.enterObject();
    while (row.nextField()) {
      if (!prompt.read(row) && !extensions.read(row) && !readVersionTwo(row) && !readLegacy(row)) {
        header.read(row);
      }
    }
  }

  private void clear() {
    prompt.clear();
    extensions.clear();
    header.clear();
    turnstile.clear();
    requestId = null;
    playId = null;
    sessionId = null;
    model = null;
    ordinal = -1;
    notBefore = NO_TIME;
    apiTime = NO_TIME;
    dependencies = null;
    timestamp = NO_TIME;
    delay = 0;
    hasDelay = false;
    toolWait = 0;
    waitFor = new ArrayList<>();
  }

  private boolean readVersionTwo(JsonRow row) {
    switch (row.field()) {
      case "request_id" -> requestId = FieldValues.nonEmpty(row);
      case "play_id" -> playId = FieldValues.nonEmpty(row);
      case "session_id" -> sessionId = FieldValues.nonEmpty(row);
      case "model" -> model = FieldValues.nonEmpty(row);
      case "source_play_ordinal" -> ordinal = (int) FieldValues.wholeIn(row, 0, Integer.MAX_VALUE);
      case "not_before_ms" -> notBefore = offsets.nanos(row);
      case "recorded_api_time_ms" -> apiTime = FieldValues.durationNanos(row);
      case "dependencies" -> dependencies = dependencies(row);
      case TurnstileObject.NAME -> turnstile.read(row);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean readLegacy(JsonRow row) {
    switch (row.field()) {
      case "timestamp" -> timestamp = timestamps.nanos(row);
      case "delay", "delay_ms" -> {
        if (hasDelay) {
          throw row.invalid("delay and delay_ms are one field, given twice", "");
        }
        hasDelay = true;
        delay = FieldValues.durationNanos(row);
      }
      case "tool_wait_ms" -> toolWait = FieldValues.durationNanos(row);
      case "wait_for" -> {
        row.enterArray();
        while (row.nextElement()) {
          waitFor.add(row.text());
        }
      }
      case "messages", "payload", "text_input" ->
          throw row.invalid("content traces are not replayable here", "lengths and ids are needed");
      default -> {
        return false;
      }
    }
    return true;
  }

  private static List<Dependency> dependencies(JsonRow row) {
    List<Dependency> dependencies = new ArrayList<>();
    row.enterArray();
    while (row.nextElement()) {
      dependencies.add(dependency(row));
    }
    return dependencies;
  }

  private static Dependency dependency(JsonRow row) {
    String where = row.path();
    String requestId = null;
    Trigger trigger = null;
    Relation relation = null;
    long delay = NO_TIME;
    row.enterObject();
    while (row.nextField()) {
      switch (row.field()) {
        case "request_id" -> requestId = FieldValues.nonEmpty(row);
        case "trigger" -> trigger = constant(row, Trigger.values());
        case "relation" -> relation = constant(row, Relation.values());
        case "delay_ms" -> delay = FieldValues.durationNanos(row);
        default -> {}
      }
    }
    if (requestId == null || trigger == null || relation == null || delay == NO_TIME) {
      throw row.invalid(where, "must have request_id, trigger, delay_ms and relation", "");
    }
    if (trigger == Trigger.DISPATCH && relation != Relation.SPAWN) {
      String name = relation.name().toLowerCase(Locale.ROOT);
      throw row.invalid(where, "relation " + name + " needs the trigger completion", "");
    }
    return new Dependency(requestId, trigger, relation, delay);
  }

  private static <E extends Enum<E>> E constant(JsonRow row, E[] values) {
    List<String> names = new ArrayList<>();
    for (E value : values) {
      String name = value.name().toLowerCase(Locale.ROOT);
      if (name.equals(row.text())) {
        return value;
      }
      names.add(name);
    }
    throw row.invalid("must be " + String.join(", ", names) + ", got " + row.shown(), "");
  }
}
