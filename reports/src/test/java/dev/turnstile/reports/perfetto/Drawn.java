package dev.turnstile.reports.perfetto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Events as short lines for people: who, what, from, to. */
final class Drawn {
  private final List<JsonNode> events;
  private final Map<Integer, String> processes = new HashMap<>();
  private final Map<Integer, String> threads = new HashMap<>();

  Drawn(List<JsonNode> events) {
    this.events = events;
    for (JsonNode event : events) {
      if (event.get("name").asString().equals("process_name")) {
        processes.put(event.get("pid").asInt(), event.get("args").get("name").asString());
      } else if (event.get("name").asString().equals("thread_name")) {
        threads.put(event.get("tid").asInt(), event.get("args").get("name").asString());
      }
    }
  }

  /** Names of the processes in the order of the file. */
  List<String> processes() {
    return events.stream()
        .filter(event -> event.get("name").asString().equals("process_name"))
        .map(event -> event.get("args").get("name").asString())
        .toList();
  }

  /** The slices of a process as {@code thread: name begin..end}. */
  List<String> slices(String process) {
    return events.stream()
        .filter(event -> TraceRules.phase(event).equals("X"))
        .filter(event -> process.equals(processes.get(event.get("pid").asInt())))
        .map(this::line)
        .toList();
  }

  private String line(JsonNode event) {
    long begin = event.get("ts").asLong();
    long end = begin + event.get("dur").asLong();
    String thread = threads.get(event.get("tid").asInt());
    return thread + ": " + event.get("name").asString() + " " + begin + ".." + end;
  }

  /** The ends of arrows as {@code name s|f thread at}. */
  List<String> arrows() {
    return events.stream()
        .filter(event -> "sf".contains(TraceRules.phase(event)))
        .map(
            event ->
                event.get("name").asString()
                    + " "
                    + TraceRules.phase(event)
                    + " "
                    + threads.get(event.get("tid").asInt())
                    + " "
                    + event.get("ts").asLong())
        .toList();
  }

  /** The properties of the slice of a request. */
  JsonNode facts(String request) {
    return events.stream()
        .filter(event -> event.has("cat") && event.get("cat").asString().equals("request"))
        .map(event -> event.get("args"))
        .filter(args -> args.get("request").asString().equals(request))
        .findFirst()
        .orElseThrow();
  }

  /** The values of a counter as {@code at mean max}. */
  List<String> counter(String process, String name) {
    return events.stream()
        .filter(event -> TraceRules.phase(event).equals("C"))
        .filter(event -> process.equals(processes.get(event.get("pid").asInt())))
        .filter(event -> event.get("name").asString().equals(name))
        .map(
            event ->
                event.get("ts").asLong()
                    + " "
                    + event.get("args").get("mean").asDouble()
                    + " "
                    + event.get("args").get("max").asLong())
        .toList();
  }
}
