package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.Trigger;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/**
 * Writes single requests and plain sessions as Mooncake rows, in load order.
 *
 * <p>A plain session is a chain: each turn waits for the completion of the one before and a delay,
 * for nothing else. Anything else (sub-agents, joins, overlapping turns, requests with a recorded
 * start of their own inside a session, several models) is an error that names the first request
 * concerned. The rows carry neither block size nor model, so a reader needs {@code
 * --trace-block-size} unless it is 512, and calls the model {@code unknown}. Recorded times of
 * service, tool calls and the flags of section 1 of the trace formats have no field.
 */
public final class MooncakeWriter {
  private static final String HINT = "--to agentic_mooncake can";

  private final Workload workload;
  private final SessionGraph graph;
  private final Labels labels;
  private final GraphIndex index;
  private final BlockNumbers blocks;

  private MooncakeWriter(Workload workload, boolean anonymize) {
    this.workload = workload;
    graph = workload.graph();
    labels = new Labels(graph, anonymize);
    index = new GraphIndex(graph);
    blocks = new BlockNumbers(workload);
  }

  /**
   * Writes a file; it appears whole or not at all.
   *
   * @param target compressed if its name ends in {@code .gz}
   * @param anonymize number requests and sessions instead of naming them
   * @throws InvalidInputException if the workload holds what the format cannot express
   */
  public static void write(Workload workload, Path target, boolean anonymize) throws IOException {
    check(workload);
    try (OutputFile file = OutputFile.create(target)) {
      write(workload, file.stream(), anonymize);
      file.commit();
    }
  }

  /**
   * Writes to a stream, which stays open.
   *
   * @throws InvalidInputException if the workload holds what the format cannot express
   */
  public static void write(Workload workload, OutputStream stream, boolean anonymize) {
    check(workload);
    MooncakeWriter writer = new MooncakeWriter(workload, anonymize);
    JsonOutput lines = new JsonOutput(stream);
    for (int r = 0; r < writer.graph.requestCount(); r++) {
      writer.row(lines, r);
    }
    lines.flush();
  }

  private void row(JsonOutput lines, int request) {
    RequestNode node = graph.request(request);
    JsonGenerator json = lines.json();
    lines.begin();
    json.writeStringProperty("request_id", labels.request(request));
    if (!graph.sessionAnonymous(node.session())) {
      json.writeStringProperty("session_id", labels.session(node.session()));
    }
    int[] edges = index.incoming(request);
    if (edges.length > 0) {
      lines.millis("delay", graph.delayNanos(edges[0]));
    } else if (node.offsetNanos() != RequestNode.NO_TIME) {
      lines.millis("timestamp", node.offsetNanos());
    }
    json.writeNumberProperty("input_length", node.prompt().inputTokens());
    json.writeNumberProperty("output_length", node.outputTokens());
    lines.ids("hash_ids", blocks.ofPrompt(request));
    Extensions.write(lines, workload, blocks, request);
    lines.end();
  }

  private static void check(Workload workload) {
    SessionGraph graph = workload.graph();
    GraphIndex index = new GraphIndex(graph);
    if (graph.models().size() > 1) {
      throw cannot(
          workload,
          "the trace has " + graph.models().size() + " models, a Mooncake row names none",
          "--model-filter keeps one of them; " + HINT + " keep all");
    }
    for (int r = 0; r < graph.requestCount(); r++) {
      String problem = problem(graph, index, r);
      if (!problem.isEmpty()) {
        throw cannot(
            workload,
            "request \""
                + graph.request(r).id()
                + "\" "
                + problem
                + ", which Mooncake rows cannot say",
            HINT);
      }
    }
  }

  private static String problem(SessionGraph graph, GraphIndex index, int request) {
    RequestNode node = graph.request(request);
    int previous = graph.previousInSession(request);
    int[] edges = index.incoming(request);
    if (graph.sessionParent(node.session()) >= 0) {
      return "belongs to a child session";
    }
    if (edges.length > 1) {
      return "waits for " + edges.length + " others";
    }
    if (edges.length == 0) {
      return previous < 0 ? "" : "does not wait for the turn before it";
    }
    int edge = edges[0];
    if (graph.source(edge) != previous || graph.relation(edge) != Relation.SEQUENCE) {
      return "waits for a request that is not the turn before it";
    }
    if (graph.trigger(edge) != Trigger.COMPLETION) {
      return "overlaps the turn before it";
    }
    return node.offsetNanos() == RequestNode.NO_TIME
        ? ""
        : "has a recorded start of its own inside its session";
  }

  private static InvalidInputException cannot(Workload workload, String problem, String hint) {
    return new InvalidInputException(Labels.source(workload.info()), 0, "", problem, hint);
  }
}
