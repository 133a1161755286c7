package dev.turnstile.workload.load;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeCopier;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Multiplies the plays of a workload ({@code repeat_sessions}).
 *
 * <p>In a copy the longest prefix of a prompt that another play of the trace also has keeps its
 * identity; everything deeper is fresh, the same in all turns of that copy. Ids of copied requests
 * and sessions get the suffix {@code #2}, {@code #3} and so on. All originals come before all
 * second copies, in load order as in play order; a copy has the times of its original.
 */
public final class SessionCopies {
  private static final int MANY = -1;

  /** A partial last block: the prefix that it follows and its hash. */
  private record Tail(int node, int depth, long hash) {}

  private final SessionGraph graph;
  private final int copies;
  private final PromptTreeCopier prompts;
  private final SessionGraphBuilder builder = new SessionGraphBuilder();

  /** The one play that has a tail, or {@link #MANY}. */
  private final Map<Tail, Integer> tails = new HashMap<>();

  private SessionCopies(Workload workload, int copies) {
    graph = workload.graph();
    this.copies = copies;
    prompts = new PromptTreeCopier(workload.prompts(), copies);
  }

  /**
   * The workload with each play so many times.
   *
   * @param copies plays there will be of each, at least 1
   */
  public static Workload repeat(Workload workload, int copies) {
    if (copies == 1) {
      return workload;
    }
    return new SessionCopies(workload, copies).build(workload);
  }

  private Workload build(Workload workload) {
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      prompts.use(graph.play(r), prompt.node(), prompt.blocks());
      if (prompt.outputNode() >= 0) {
        prompts.use(graph.play(r), prompt.outputNode(), prompt.outputBlocks());
      }
      Long tail = prompt.tail();
      if (tail != null) {
        Tail key = new Tail(prompt.node(), prompt.blocks(), tail);
        int play = graph.play(r);
        tails.merge(key, play, (one, other) -> one.equals(other) ? one : MANY);
      }
    }
    PromptTree tree = prompts.build();
    graph.models().forEach(builder::addModel);
    for (int copy = 0; copy < copies; copy++) {
      addSessions(copy);
      addRequests(copy);
    }
    for (int copy = 0; copy < copies; copy++) {
      addEdges(copy);
      addToolSpans(copy);
    }
    SessionGraph repeated = builder.build(SessionGraphBuilder.PlayOrder.EXPLICIT);
    return new Workload(repeated, tree, workload.info());
  }

  private static String name(String original, int copy) {
    return copy == 0 ? original : original + "#" + (copy + 1);
  }

  private void addSessions(int copy) {
    int first = copy * graph.sessionCount();
    for (int s = 0; s < graph.sessionCount(); s++) {
      builder.addSession(name(graph.sessionId(s), copy), !graph.sessionAnonymous(s));
    }
    for (int s = 0; s < graph.sessionCount(); s++) {
      if (graph.sessionParent(s) >= 0) {
        builder.setParent(first + s, first + graph.sessionParent(s));
      }
    }
  }

  private void addRequests(int copy) {
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode original = graph.request(r);
      int number =
          builder.addRequest(
              new RequestNode(
                  name(original.id(), copy),
                  copy * graph.sessionCount() + original.session(),
                  original.model(),
                  prompt(copy, r),
                  original.outputTokens(),
                  original.offsetNanos(),
                  original.recordedStartNanos(),
                  original.recordedEndNanos(),
                  original.extras()));
      builder.playRank(number, Math.addExact(copy * graph.playCount(), graph.play(r)));
    }
  }

  private RequestNode.Prompt prompt(int copy, int request) {
    RequestNode.Prompt original = graph.request(request).prompt();
    int output = original.outputNode();
    return new RequestNode.Prompt(
        prompts.node(copy, original.node(), original.blocks()),
        original.blocks(),
        original.inputTokens(),
        tail(copy, request),
        output < 0 ? output : prompts.node(copy, output, original.outputBlocks()),
        original.outputBlocks());
  }

  private @Nullable Long tail(int copy, int request) {
    RequestNode.Prompt prompt = graph.request(request).prompt();
    Long hash = prompt.tail();
    if (hash == null) {
      return null;
    }
    Integer only = tails.get(new Tail(prompt.node(), prompt.blocks(), hash));
    return only == null || only == MANY ? hash : prompts.hash(copy, only, hash);
  }

  private void addEdges(int copy) {
    int first = copy * graph.requestCount();
    for (int edge = 0; edge < graph.edgeCount(); edge++) {
      builder.addEdge(
          first + graph.source(edge),
          first + graph.target(edge),
          graph.trigger(edge),
          graph.relation(edge),
          graph.delayNanos(edge));
    }
  }

  private void addToolSpans(int copy) {
    int first = copy * graph.requestCount();
    for (ToolSpan span : graph.toolSpans()) {
      builder.addToolSpan(
          new ToolSpan(
              first + span.request(), span.beginNanos(), span.endNanos(), span.toolClass()));
    }
  }
}
