package dev.turnstile.workload.synthetic;

import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.WorkloadBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

/** Adds one session and its descendants to a workload, turn by turn. */
final class SessionMaker {
  private static final String TOOL_CLASS = "tool";
  private static final int NONE = -1;

  /** What all sessions of a trace have in common. */
  record Shared(
      WorkloadBuilder workload,
      int model,
      int root,
      Streams streams,
      Conversation.FreshIds fresh) {}

  private final Shared shared;
  private final SessionGraphBuilder graph;
  private final Profile profile;
  private final String name;
  private final Conversation.SystemPart system;
  private final Draws draws;
  private final Conversation conversation;
  private final int session;

  /** Last requests of the children that the next turn waits for. */
  private final IntArrayList awaited = new IntArrayList();

  private int children;

  SessionMaker(Shared shared, Profile profile, String name, Conversation.SystemPart system) {
    this.shared = shared;
    this.profile = profile;
    this.name = name;
    this.system = system;
    graph = shared.workload().graph();
    draws = new Draws(profile, shared.streams(), name);
    conversation = new Conversation(system, draws.firstPromptTokens(), shared.fresh());
    session = shared.workload().session(name, true);
  }

  /**
   * Adds a session.
   *
   * @param parentTurn the request that starts it, or -1 for a root session
   * @param offsetNanos start of a root session
   * @return its last request
   */
  int make(int parentTurn, long offsetNanos) {
    int previous = NONE;
    Gap gap = null;
    int turns = draws.turns();
    for (int turn = 0; turn < turns; turn++) {
      long output = draws.outputTokens();
      Gap next = turn < turns - 1 ? Gap.draw(draws) : null;
      boolean root = turn == 0 && parentTurn == NONE;
      int request = request(turn, output, next, root ? offsetNanos : RequestNode.NO_TIME);
      if (gap != null) {
        follow(previous, request, gap);
      } else if (parentTurn != NONE) {
        graph.addEdge(parentTurn, request, Trigger.COMPLETION, Relation.SPAWN, 0);
      }
      if (next != null) {
        conversation.append(output);
        startChildren(request, next);
        addContributions(next);
      }
      previous = request;
      gap = next;
    }
    return previous;
  }

  private int request(int turn, long output, @Nullable Gap next, long offsetNanos) {
    boolean toolCall = next != null && !next.person();
    RequestNode.Extras none = RequestNode.Extras.NONE;
    var extras =
        new RequestNode.Extras(
            none.sessionFinal(),
            toolCall,
            none.cachedTokens(),
            none.recordedTtftNanos(),
            none.priority(),
            none.strictPriority(),
            none.policyClass(),
            none.pinnedWorker());
    var prompt = shared.workload().prompt(shared.root(), conversation.ids(), conversation.tokens());
    return graph.addRequest(
        new RequestNode(
            name + "-" + turn,
            session,
            shared.model(),
            prompt,
            output,
            offsetNanos,
            offsetNanos,
            RequestNode.NO_TIME,
            extras));
  }

  private void follow(int previous, int request, Gap gap) {
    graph.addEdge(previous, request, Trigger.COMPLETION, Relation.SEQUENCE, gap.nanos());
    for (int last : awaited) {
      graph.addEdge(last, request, Trigger.COMPLETION, Relation.JOIN, 0);
    }
    awaited.clear();
    for (long tool : gap.tools()) {
      graph.addToolSpan(new ToolSpan(request, 0, tool, TOOL_CLASS));
    }
  }

  private void startChildren(int request, Gap gap) {
    Profile.Subagents subagents = profile.subagents();
    for (long left = gap.children(); left > 0 && subagents != null; left--) {
      children++;
      boolean blocking = draws.blocks();
      SessionMaker child =
          new SessionMaker(shared, subagents.profile(), name + "." + children, system);
      graph.setParent(child.session, session);
      int last = child.make(request, RequestNode.NO_TIME);
      if (blocking) {
        awaited.add(last);
      }
    }
  }

  /** Adds what tools, awaited children or the person say, and compacts what is too long then. */
  private void addContributions(Gap gap) {
    long count = gap.person() ? 1 : gap.tools().size() + awaited.size();
    for (long left = count; left > 0; left--) {
      conversation.append(draws.toolOutputTokens());
    }
    if (conversation.tokens() > profile.context().limitTokens()) {
      conversation.compact(draws.compactToTokens());
    }
  }
}
