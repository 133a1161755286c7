package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.TopologicalOrder;
import dev.turnstile.workload.graph.Trigger;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * Writes any workload as agentic Mooncake, version 2, which reads back as an equal graph.
 *
 * <p>Rows stand in the load order of the format: by play, then {@code not_before_ms}, then the load
 * order they had. What the format has no field for stands in an object {@code turnstile} that other
 * readers ignore; see {@link TurnstileFields}. Three things are spelled in the format's own way:
 *
 * <ul>
 *   <li>A {@code sequence} edge must wait for a completion there. The dispatch edge of an
 *       overlapping turn is written with the relation {@code spawn}; the reader knows it by its two
 *       ends being in one session.
 *   <li>Every row must have a {@code not_before_ms}. A request without a floor of its own gets the
 *       latest offset of the roots it depends on, before which it cannot be released anyway.
 *   <li>Ids are numbered from 0, over the file if plays share blocks ({@code hash_id_scope} {@code
 *       global}), else in each play.
 * </ul>
 */
public final class AgenticMooncakeWriter {
  /** Schema named in the header. */
  public static final String SCHEMA = "dynamo.agentic_mooncake";

  /** Version named in the header. */
  public static final int VERSION = 2;

  private final Workload workload;
  private final SessionGraph graph;
  private final Labels labels;
  private final BlockNumbers blocks;
  private final boolean global;
  private final long[] floorNanos;
  private final GraphIndex index;
  private final BitSet begun = new BitSet();

  private AgenticMooncakeWriter(Workload workload, boolean anonymize) {
    this.workload = workload;
    graph = workload.graph();
    labels = new Labels(graph, anonymize);
    blocks = new BlockNumbers(workload);
    global = blocks.sharedBetweenPlays();
    floorNanos = floors(graph);
    index = new GraphIndex(graph);
  }

  /**
   * Writes a file; it appears whole or not at all.
   *
   * @param target compressed if its name ends in {@code .gz}
   * @param anonymize number requests, sessions and plays instead of naming them
   */
  public static void write(Workload workload, Path target, boolean anonymize) throws IOException {
    try (OutputFile file = OutputFile.create(target)) {
      write(workload, file.stream(), anonymize);
      file.commit();
    }
  }

  /** Writes to a stream, which stays open. */
  public static void write(Workload workload, OutputStream stream, boolean anonymize) {
    AgenticMooncakeWriter writer = new AgenticMooncakeWriter(workload, anonymize);
    JsonOutput lines = new JsonOutput(stream);
    writer.header(lines);
    for (int play = 0; play < writer.graph.playCount(); play++) {
      if (!writer.global) {
        writer.blocks.restart();
      }
      for (int request : writer.inLoadOrder(play)) {
        writer.row(lines, play, request);
      }
    }
    lines.flush();
  }

  /** The requests of a play as a reader will order them. */
  private int[] inLoadOrder(int play) {
    return IntStream.range(0, graph.playSize(play))
        .map(i -> graph.playRequest(play, i))
        .boxed()
        .sorted(Comparator.comparingLong(r -> floorNanos[r]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private void header(JsonOutput lines) {
    TraceInfo info = workload.info();
    JsonGenerator json = lines.json();
    lines.begin();
    json.writeStringProperty("schema", SCHEMA);
    json.writeNumberProperty("version", VERSION);
    json.writeNumberProperty("block_size", info.traceBlockTokens());
    json.writeStringProperty("hash_id_scope", global ? "global" : "local");
    json.writeObjectPropertyStart("source");
    json.writeStringProperty("format", info.format());
    json.writeStringProperty("digest", Labels.digest(info));
    json.writeEndObject();
    lines.end();
  }

  private void row(JsonOutput lines, int play, int request) {
    RequestNode node = graph.request(request);
    JsonGenerator json = lines.json();
    lines.begin();
    json.writeStringProperty("request_id", labels.request(request));
    json.writeStringProperty("play_id", labels.play(play));
    json.writeNumberProperty("source_play_ordinal", play);
    json.writeStringProperty("session_id", labels.session(node.session()));
    json.writeStringProperty("model", graph.models().get(node.model()));
    json.writeNumberProperty("input_length", node.prompt().inputTokens());
    json.writeNumberProperty("output_length", node.outputTokens());
    lines.ids("hash_ids", blocks.ofPrompt(request));
    lines.millis("not_before_ms", floorNanos[request]);
    if (node.recordedStartNanos() != RequestNode.NO_TIME
        && node.recordedEndNanos() != RequestNode.NO_TIME) {
      lines.millis("recorded_api_time_ms", node.recordedEndNanos() - node.recordedStartNanos());
    }
    Extensions.write(lines, workload, blocks, request);
    dependencies(lines, request);
    boolean first = !begun.get(node.session());
    begun.set(node.session());
    TurnstileFields.write(lines, graph, index, labels, request, first);
    lines.end();
  }

  private void dependencies(JsonOutput lines, int request) {
    if (index.incoming(request).length == 0) {
      return;
    }
    JsonGenerator json = lines.json();
    json.writeArrayPropertyStart("dependencies");
    for (int edge : index.incoming(request)) {
      Relation relation =
          graph.relation(edge) == Relation.SEQUENCE && graph.trigger(edge) == Trigger.DISPATCH
              ? Relation.SPAWN
              : graph.relation(edge);
      json.writeStartObject();
      json.writeStringProperty("request_id", labels.request(graph.source(edge)));
      json.writeStringProperty("trigger", Names.of(graph.trigger(edge)));
      lines.millis("delay_ms", graph.delayNanos(edge));
      json.writeStringProperty("relation", Names.of(relation));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** The recorded floor of each request, or the latest offset among the roots it depends on. */
  private static long[] floors(SessionGraph graph) {
    long[] bound = new long[graph.requestCount()];
    long[] floor = new long[graph.requestCount()];
    for (int r : TopologicalOrder.of(graph)) {
      long offset = graph.request(r).offsetNanos();
      if (graph.incomingEdges(r) == 0) {
        bound[r] = Math.max(0, offset);
      }
      floor[r] = offset == RequestNode.NO_TIME ? bound[r] : offset;
      for (int e = graph.firstEdge(r); e < graph.firstEdge(r + 1); e++) {
        bound[graph.target(e)] = Math.max(bound[graph.target(e)], bound[r]);
      }
    }
    return floor;
  }
}
