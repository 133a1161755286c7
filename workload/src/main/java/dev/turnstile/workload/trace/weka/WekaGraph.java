package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.graph.RecordedEdges;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.weka.WekaConversation.Agent;
import dev.turnstile.workload.trace.weka.WekaConversation.Fork;
import dev.turnstile.workload.trace.weka.WekaConversation.Stream;
import dev.turnstile.workload.trace.weka.WekaConversation.Turn;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Adds one conversation to the session graph. */
final class WekaGraph {
  private static final int NONE = -1;

  /** A turn on its way into load order. */
  private record Placed(int stream, int index, long startNanos, Turn turn) {}

  private static final Comparator<Placed> LOAD_ORDER =
      Comparator.comparingLong(Placed::startNanos)
          .thenComparingInt(placed -> placed.turn().position())
          .thenComparingInt(placed -> placed.turn().nested());

  private final WekaConversation conversation;
  private final WorkloadBuilder workload;
  private final SessionGraphBuilder graph;
  private final boolean relative;
  private final ReaderOptions options;
  private final LoadLog log;
  private final RecordedEdges edges;

  /** Requests of each stream in load order. */
  private final List<IntArrayList> requests = new ArrayList<>();

  /** Request at each array position of the conversation's own list, or -1. */
  private final IntArrayList requestAt = new IntArrayList();

  WekaGraph(
      WekaConversation conversation,
      WorkloadBuilder workload,
      boolean relative,
      ReaderOptions options,
      LoadLog log) {
    this.conversation = conversation;
    this.workload = workload;
    this.graph = workload.graph();
    this.relative = relative;
    this.options = options;
    this.log = log;
    edges = new RecordedEdges(graph);
  }

  void build() {
    addRequests();
    for (IntArrayList stream : requests) {
      edges.sequence(stream, options.serialOverlap(), this::warnOfOverlap);
    }
    int chains = 1;
    for (int s = 0; s < requests.size(); s++) {
      if (stream(s).origin() instanceof Fork fork) {
        chains++;
        fork(s, fork);
      } else if (stream(s).origin() instanceof Agent agent) {
        connect(s, agent);
      }
    }
    ChainBarriers.add(graph, requests.subList(0, chains));
  }

  private Stream stream(int s) {
    return conversation.streams().get(s);
  }

  private void warnOfOverlap(int request) {
    log.warn(InputWarning.OVERLAPPING_TURNS, graph.request(request).id());
  }

  private void addRequests() {
    List<Placed> placed = new ArrayList<>();
    for (int s = 0; s < conversation.streams().size(); s++) {
      requests.add(new IntArrayList());
      List<Turn> turns = stream(s).turns();
      for (int index = 0; index < turns.size(); index++) {
        long start = turns.get(index).call().timeNanos() + shift(s);
        placed.add(new Placed(s, index, start, turns.get(index)));
      }
    }
    placed.sort(LOAD_ORDER);
    for (Placed one : placed) {
      int request = graph.addRequest(node(one));
      requests.get(one.stream()).add(request);
      if (one.turn().nested() < 0) {
        while (requestAt.size() <= one.turn().position()) {
          requestAt.add(NONE);
        }
        requestAt.set(one.turn().position(), request);
      }
    }
  }

  /** What is added to the times of a stream. */
  private long shift(int s) {
    return relative && stream(s).origin() instanceof Agent agent ? agent.markerNanos() : 0;
  }

  private RequestNode node(Placed placed) {
    String session = stream(placed.stream()).session();
    WekaTrace.Call call = placed.turn().call();
    RequestNode.Extras none = RequestNode.Extras.NONE;
    long end = placed.startNanos() + call.endNanos() - call.timeNanos();
    return new RequestNode(
        session + "#" + placed.index(),
        workload.session(session, true),
        workload.model(call.model()),
        placed.turn().prompt(),
        call.outputTokens(),
        placed.startNanos(),
        placed.startNanos(),
        end,
        new RequestNode.Extras(
            none.sessionFinal(),
            call.toolCall(),
            none.cachedTokens(),
            call.ttftNanos(),
            none.priority(),
            none.strictPriority(),
            none.policyClass(),
            none.pinnedWorker()));
  }

  /** A chain that shares nothing starts at the dispatch of the conversation's first request. */
  private void fork(int s, Fork fork) {
    int first = requests.get(s).getInt(0);
    if (fork.position() >= 0) {
      int source = requestAt.getInt(fork.position());
      setParent(s, source);
      edges.spawn(source, first);
    } else {
      int root = requests.get(0).getInt(0);
      setParent(s, root);
      long delay = graph.request(first).recordedStartNanos();
      delay -= graph.request(root).recordedStartNanos();
      graph.addEdge(root, first, Trigger.DISPATCH, Relation.SPAWN, delay);
    }
  }

  private void connect(int s, Agent agent) {
    IntArrayList turns = requests.get(s);
    int owner = requestAt.getInt(agent.owner());
    setParent(s, owner);
    edges.spawn(owner, turns.getInt(0));
    if (!agent.blocking()) {
      return;
    }
    // Turns are in load order, so the last one is the greatest by start; of equal starts by end.
    int last = turns.getInt(turns.size() - 1);
    for (int i = turns.size() - 2; i >= 0 && sameStart(turns.getInt(i), last); i--) {
      last = end(turns.getInt(i)) > end(last) ? turns.getInt(i) : last;
    }
    int consumer = awaitedBy(agent, graph.request(owner).session(), end(last));
    if (consumer != NONE) {
      edges.join(last, consumer);
    }
  }

  /** The first later request of the owner's stream that started when the child had ended. */
  private int awaitedBy(Agent agent, int ownerSession, long childEnd) {
    for (int position = agent.marker() + 1; position < requestAt.size(); position++) {
      int request = requestAt.getInt(position);
      if (request != NONE
          && graph.request(request).session() == ownerSession
          && graph.request(request).recordedStartNanos() >= childEnd) {
        return request;
      }
    }
    return NONE;
  }

  private void setParent(int s, int source) {
    int session = graph.request(requests.get(s).getInt(0)).session();
    graph.setParent(session, graph.request(source).session());
  }

  private boolean sameStart(int a, int b) {
    return graph.request(a).recordedStartNanos() == graph.request(b).recordedStartNanos();
  }

  private long end(int request) {
    return graph.request(request).recordedEndNanos();
  }
}
