package dev.turnstile.workload.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Orders the parts of a {@link SessionGraphBuilder} into the columns of a {@link SessionGraph}. */
final class SessionGraphAssembly {
  private static final int MAX_NAMED = 8;

  final SessionGraphBuilder builder;
  final int[] sessionFirst;
  final int[] sessionLast;
  final int[] turnIndex;
  final int[] previousInSession;
  final int[] incoming;
  final int[] playOf;
  int[] edgeFirst = new int[0];
  int[] edgeSource = new int[0];
  int[] edgeTarget = new int[0];
  Trigger[] edgeTrigger = new Trigger[0];
  Relation[] edgeRelation = new Relation[0];
  long[] edgeDelayNanos = new long[0];
  int[] playFirst = new int[0];
  int[] playRequests = new int[0];
  int[] playRoot = new int[0];

  private SessionGraphAssembly(SessionGraphBuilder builder) {
    this.builder = builder;
    int requests = builder.requests.size();
    sessionFirst = filled(builder.sessionIds.size());
    sessionLast = filled(builder.sessionIds.size());
    turnIndex = new int[requests];
    previousInSession = filled(requests);
    incoming = new int[requests];
    playOf = new int[requests];
  }

  static SessionGraph assemble(SessionGraphBuilder builder, SessionGraphBuilder.PlayOrder order) {
    SessionGraphAssembly parts = new SessionGraphAssembly(builder);
    parts.chainSessions();
    parts.sortEdges();
    parts.checkAcyclic();
    parts.formPlays(order);
    return new SessionGraph(parts);
  }

  boolean[] anonymous() {
    boolean[] flags = new boolean[builder.anonymous.size()];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = builder.anonymous.getInt(i) != 0;
    }
    return flags;
  }

  List<ToolSpan> toolSpans() {
    return builder.toolSpans.stream()
        .sorted(
            Comparator.comparingInt(ToolSpan::request)
                .thenComparingLong(ToolSpan::beginNanos)
                .thenComparingLong(ToolSpan::endNanos))
        .toList();
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, -1);
    return array;
  }

  private void chainSessions() {
    for (int r = 0; r < turnIndex.length; r++) {
      int session = builder.requests.get(r).session();
      int last = sessionLast[session];
      if (last < 0) {
        sessionFirst[session] = r;
      } else {
        previousInSession[r] = last;
        turnIndex[r] = turnIndex[last] + 1;
      }
      sessionLast[session] = r;
    }
  }

  /** Sorts edges by source, target, trigger and merges duplicates, keeping the larger delay. */
  private void sortEdges() {
    int count = builder.edgeSource.size();
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer e) -> builder.edgeSource.getInt(e))
                    .thenComparingInt(e -> builder.edgeTarget.getInt(e))
                    .thenComparing(e -> builder.edgeTrigger.get(e))
                    .thenComparing(Comparator.naturalOrder()))
            .mapToInt(Integer::intValue)
            .toArray();
    IntArrayList kept = new IntArrayList();
    long[] delay = new long[count];
    for (int e : order) {
      int before = kept.isEmpty() ? -1 : kept.getInt(kept.size() - 1);
      if (before >= 0 && sameEdge(before, e)) {
        delay[before] = Math.max(delay[before], builder.edgeDelayNanos.getLong(e));
      } else {
        delay[e] = builder.edgeDelayNanos.getLong(e);
        kept.add(e);
      }
    }
    writeEdges(kept, delay);
  }

  private boolean sameEdge(int a, int b) {
    return builder.edgeSource.getInt(a) == builder.edgeSource.getInt(b)
        && builder.edgeTarget.getInt(a) == builder.edgeTarget.getInt(b)
        && builder.edgeTrigger.get(a) == builder.edgeTrigger.get(b);
  }

  private void writeEdges(IntArrayList kept, long[] delay) {
    int count = kept.size();
    edgeFirst = new int[turnIndex.length + 1];
    edgeSource = new int[count];
    edgeTarget = new int[count];
    edgeTrigger = new Trigger[count];
    edgeRelation = new Relation[count];
    edgeDelayNanos = new long[count];
    for (int i = 0; i < count; i++) {
      int e = kept.getInt(i);
      edgeSource[i] = builder.edgeSource.getInt(e);
      edgeTarget[i] = builder.edgeTarget.getInt(e);
      edgeTrigger[i] = builder.edgeTrigger.get(e);
      edgeRelation[i] = builder.edgeRelation.get(e);
      edgeDelayNanos[i] = delay[e];
      edgeFirst[edgeSource[i] + 1]++;
      incoming[edgeTarget[i]]++;
    }
    for (int r = 0; r < turnIndex.length; r++) {
      edgeFirst[r + 1] += edgeFirst[r];
    }
  }

  private void checkAcyclic() {
    int[] missing = incoming.clone();
    IntArrayList ready = new IntArrayList();
    for (int r = 0; r < missing.length; r++) {
      if (missing[r] == 0) {
        ready.add(r);
      }
    }
    for (int i = 0; i < ready.size(); i++) {
      int r = ready.getInt(i);
      for (int e = edgeFirst[r]; e < edgeFirst[r + 1]; e++) {
        if (--missing[edgeTarget[e]] == 0) {
          ready.add(edgeTarget[e]);
        }
      }
    }
    if (ready.size() < missing.length) {
      throw new CyclicGraphException(cycle(missing));
    }
  }

  /** Walks against the edges from a blocked request until one repeats. */
  private List<String> cycle(int[] missing) {
    int[] blockedBy = filled(missing.length);
    for (int e = edgeTarget.length - 1; e >= 0; e--) {
      if (missing[edgeSource[e]] > 0) {
        blockedBy[edgeTarget[e]] = edgeSource[e];
      }
    }
    int at = 0;
    while (missing[at] == 0) {
      at++;
    }
    boolean[] seen = new boolean[missing.length];
    while (!seen[at]) {
      seen[at] = true;
      at = blockedBy[at];
    }
    List<String> ids = new ArrayList<>();
    int start = at;
    do {
      ids.add(builder.requests.get(at).id());
      at = blockedBy[at];
    } while (at != start && ids.size() < MAX_NAMED);
    if (at == start) {
      ids.add(builder.requests.get(start).id());
    }
    return ids;
  }

  private void formPlays(SessionGraphBuilder.PlayOrder order) {
    int requests = playOf.length;
    int[] set = IntStream.range(0, requests).toArray();
    for (int e = 0; e < edgeTarget.length; e++) {
      int a = find(set, edgeSource[e]);
      int b = find(set, edgeTarget[e]);
      set[Math.max(a, b)] = Math.min(a, b);
    }
    int[] rootOf = filled(requests);
    IntArrayList leaders = new IntArrayList();
    for (int r = 0; r < requests; r++) {
      int leader = find(set, r);
      if (leader == r) {
        leaders.add(r);
      }
      if (incoming[r] == 0 && (rootOf[leader] < 0 || offset(r) < offset(rootOf[leader]))) {
        rootOf[leader] = r;
      }
    }
    List<Integer> sorted = new ArrayList<>(leaders);
    sorted.sort(playOrder(order, rootOf));
    numberPlays(sorted, rootOf, set);
  }

  private long offset(int request) {
    return builder.requests.get(request).offsetNanos();
  }

  private Comparator<Integer> playOrder(SessionGraphBuilder.PlayOrder order, int[] rootOf) {
    return switch (order) {
      case FIRST_REQUEST -> Comparator.naturalOrder();
      case FIRST_ROOT ->
          Comparator.comparingLong((Integer leader) -> offset(rootOf[leader]))
              .thenComparingInt(leader -> rootOf[leader]);
      case EXPLICIT ->
          Comparator.comparingInt((Integer leader) -> builder.ranks.getInt(leader))
              .thenComparing(Comparator.naturalOrder());
    };
  }

  private void numberPlays(List<Integer> leaders, int[] rootOf, int[] set) {
    int[] number = new int[playOf.length];
    playRoot = new int[leaders.size()];
    for (int play = 0; play < playRoot.length; play++) {
      number[leaders.get(play)] = play;
      playRoot[play] = rootOf[leaders.get(play)];
    }
    playFirst = new int[playRoot.length + 1];
    for (int r = 0; r < playOf.length; r++) {
      playOf[r] = number[find(set, r)];
      playFirst[playOf[r] + 1]++;
    }
    for (int play = 0; play < playRoot.length; play++) {
      playFirst[play + 1] += playFirst[play];
    }
    int[] next = playFirst.clone();
    playRequests = new int[playOf.length];
    for (int r = 0; r < playOf.length; r++) {
      playRequests[next[playOf[r]]++] = r;
    }
  }

  private static int find(int[] set, int member) {
    int at = member;
    while (set[at] != at) {
      set[at] = set[set[at]];
      at = set[at];
    }
    return at;
  }
}
