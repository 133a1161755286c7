package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rules of the trace-event format that Perfetto's importer depends on.
 *
 * <p>Events are taken as it takes them: sorted by time, equal times in the order of the file, with
 * a stack of open slices for each thread.
 */
final class TraceRules {
  private final List<JsonNode> events = new ArrayList<>();
  private final Map<Integer, String> processes = new HashMap<>();
  private final Map<Integer, Integer> processOfThread = new HashMap<>();
  private final Map<Integer, Deque<long[]>> open = new HashMap<>();
  private final Map<String, Long> lastCount = new HashMap<>();
  private final Map<Long, JsonNode> arrows = new HashMap<>();
  private final Set<Long> ended = new HashSet<>();

  /** Checks a document and returns its events in the order of the file. */
  static List<JsonNode> check(String text) {
    TraceRules rules = new TraceRules();
    JsonNode document = JsonMapper.shared().readTree(text);
    // an importer may take displayTimeUnit for the unit of ts
    assertThat(document.propertyNames()).containsExactly("traceEvents", "otherData");
    document.get("traceEvents").forEach(rules.events::add);
    rules.checkNames();
    List<JsonNode> sorted =
        rules.events.stream()
            .filter(event -> !phase(event).equals("M"))
            .sorted(Comparator.comparingLong(event -> event.get("ts").asLong()))
            .toList();
    sorted.forEach(rules::checkEvent);
    assertThat(rules.ended).as("every arrow ends").isEqualTo(rules.arrows.keySet());
    // controls must be escaped; DELETE too, since importers refuse it
    assertThat(text.replace("\n", "")).doesNotMatch("(?s).*[\\x00-\\x1f\\x7f].*");
    return rules.events;
  }

  static String phase(JsonNode event) {
    return event.get("ph").asString();
  }

  private void checkNames() {
    Set<String> places = new HashSet<>();
    for (JsonNode event : events) {
      assertThat(event.propertyNames().iterator().next()).isEqualTo("ph");
      if (phase(event).equals("M")) {
        int pid = event.get("pid").asInt();
        String what = event.get("name").asString();
        switch (what) {
          case "process_name" ->
              assertThat(processes.put(pid, event.get("args").get("name").asString())).isNull();
          case "thread_name" -> {
            int tid = event.get("tid").asInt();
            assertThat(processOfThread.put(tid, pid)).as("thread %s is named once", tid).isNull();
          }
          case "process_sort_index", "thread_sort_index" -> {
            int place = event.get("args").get("sort_index").asInt();
            String scope = what.startsWith("p") ? "p" : "t" + pid;
            assertThat(places.add(scope + ":" + place)).as("place is free").isTrue();
          }
          default -> assertThat(what).isEqualTo("process_labels");
        }
      }
    }
    assertThat(processes.keySet()).doesNotContain(0);
    processOfThread.forEach(
        (tid, pid) -> {
          assertThat(processes).containsKey(pid);
          assertThat(processes).as("no thread is a main thread").doesNotContainKey(tid);
        });
  }

  private void checkEvent(JsonNode event) {
    assertThat(event.get("ts").isIntegralNumber()).isTrue();
    assertThat(event.get("ts").asLong()).isNotNegative();
    assertThat(processes).containsKey(event.get("pid").asInt());
    switch (phase(event)) {
      case "X" -> slice(event);
      case "C" -> counter(event);
      case "s" -> arrow(event, true);
      case "f" -> arrow(event, false);
      default -> throw new AssertionError("unknown phase " + event);
    }
  }

  private Deque<long[]> stack(JsonNode event) {
    int tid = event.get("tid").asInt();
    assertThat(processOfThread).as("thread %s", tid).containsKey(tid);
    assertThat(processOfThread.get(tid)).isEqualTo(event.get("pid").asInt());
    return open.computeIfAbsent(tid, t -> new ArrayDeque<>());
  }

  private void slice(JsonNode event) {
    Deque<long[]> stack = stack(event);
    long begin = event.get("ts").asLong();
    assertThat(event.get("dur").isIntegralNumber()).isTrue();
    assertThat(event.get("dur").asLong()).isPositive();
    long end = begin + event.get("dur").asLong();
    close(stack, begin);
    if (!stack.isEmpty()) {
      assertThat(end).as("ends inside its parent: %s", event).isLessThanOrEqualTo(stack.peek()[1]);
    }
    stack.push(new long[] {begin, end});
  }

  private static void close(Deque<long[]> stack, long now) {
    while (!stack.isEmpty() && stack.peek()[1] <= now) {
      stack.pop();
    }
  }

  private void counter(JsonNode event) {
    String name = event.get("pid") + "/" + event.get("name").asString();
    Long before = lastCount.put(name, event.get("ts").asLong());
    assertThat(before == null || before < event.get("ts").asLong()).as(name).isTrue();
    assertThat(event.get("args").isEmpty()).isFalse();
    event.get("args").forEach(value -> assertThat(value.isNumber()).isTrue());
  }

  private void arrow(JsonNode event, boolean begin) {
    Deque<long[]> stack = stack(event);
    close(stack, event.get("ts").asLong());
    assertThat(stack).as("a slice is open: %s", event).isNotEmpty();
    long id = event.get("id").asLong();
    if (begin) {
      assertThat(arrows.put(id, event)).as("id is new").isNull();
      return;
    }
    JsonNode from =
        Objects.requireNonNull(arrows.get(id), () -> "arrow " + id + " ends before it began");
    assertThat(ended.add(id)).isTrue();
    assertThat(event.get("bp").asString()).isEqualTo("e");
    assertThat(event.get("name")).isEqualTo(from.get("name"));
    assertThat(event.get("cat")).isEqualTo(from.get("cat"));
  }
}
