package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RecordedEdges;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.ToolSpan;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.WorkloadBuilder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Workloads with everything a graph can have, by seed. */
final class RandomWorkloads {
  private static final int BLOCK = 8;
  private static final long NO_TIME = RequestNode.NO_TIME;

  private final UniformRandomProvider random;
  private final WorkloadBuilder workload;
  private final SessionGraphBuilder graph;
  private final boolean local;
  private final boolean tails;
  private final boolean outputs;
  private final boolean extras;
  private final int models;
  private int play;
  private long fresh = 1000;

  private RandomWorkloads(long seed, boolean extras) {
    random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    this.extras = extras;
    local = random.nextBoolean();
    tails = random.nextBoolean();
    outputs = extras && random.nextBoolean();
    models = 1 + random.nextInt(2);
    ReaderOptions options =
        Options.options()
            .outputIdentity(outputs ? OutputIdentity.RECORDED : OutputIdentity.UNIQUE)
            .build();
    workload = new WorkloadBuilder("random", "random", BLOCK, options, new LoadLog(false));
    graph = workload.graph();
  }

  /** A graph with any edges that a file can state, without recorded times but those of roots. */
  static Workload stated(long seed) {
    RandomWorkloads made = new RandomWorkloads(seed, true);
    int plays = 1 + made.random.nextInt(4);
    for (made.play = 0; made.play < plays; made.play++) {
      made.statePlay();
    }
    return made.workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }

  /**
   * A graph whose edges follow from recorded times, which are floors, too, for half of the seeds.
   */
  static Workload recorded(long seed) {
    return recorded(seed, seed % 2 == 0);
  }

  /**
   * A graph whose edges follow from recorded times in whole milliseconds, as captures have them.
   */
  static Workload captured(long seed) {
    return recorded(seed, false);
  }

  private static Workload recorded(long seed, boolean floors) {
    RandomWorkloads made = new RandomWorkloads(seed, true);
    int plays = 1 + made.random.nextInt(4);
    for (made.play = 0; made.play < plays; made.play++) {
      made.recordPlay();
    }
    if (!floors) {
      made.workload.withoutFloors();
    }
    return made.workload.finish(SessionGraphBuilder.PlayOrder.FIRST_ROOT);
  }

  /** Single requests and plain sessions. */
  static Workload plain(long seed) {
    RandomWorkloads made = new RandomWorkloads(seed, false);
    int sessions = 1 + made.random.nextInt(6);
    for (int s = 0; s < sessions; s++) {
      boolean named = made.random.nextBoolean();
      int session = made.addSession("s" + s, named);
      int turns = named ? 1 + made.random.nextInt(4) : 1;
      LongArrayList context = new LongArrayList();
      int previous = -1;
      for (int turn = 0; turn < turns; turn++) {
        long offset = turn == 0 ? made.random.nextLong(5_000_000_000L) : NO_TIME;
        int request = made.request("r" + s + "-" + turn, session, "m", context, offset, NO_TIME);
        if (turn > 0) {
          made.graph.addEdge(
              previous, request, Trigger.COMPLETION, Relation.SEQUENCE, made.delay());
        }
        previous = request;
      }
    }
    return made.workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }

  private int addSession(String id, boolean named) {
    return named ? workload.session(id, true) : graph.addSession(id, false);
  }

  private long delay() {
    return random.nextInt(3) == 0 ? 0 : random.nextLong(90_000_000_000L);
  }

  private void statePlay() {
    int count = 1 + random.nextInt(12);
    List<Integer> sessions = new ArrayList<>();
    List<Integer> sessionOf = new ArrayList<>();
    IntArrayList requests = new IntArrayList();
    List<LongArrayList> contexts = new ArrayList<>();
    long notBefore = random.nextLong(3_000_000_000L);
    for (int i = 0; i < count; i++) {
      boolean fresh = sessions.isEmpty() || random.nextInt(4) == 0;
      int s = fresh ? sessions.size() : random.nextInt(sessions.size());
      if (fresh) {
        sessions.add(addSession("p" + play + "s" + s, random.nextInt(5) > 0));
        contexts.add(new LongArrayList());
      }
      boolean root = i == 0 || random.nextInt(6) == 0;
      boolean floor = root || random.nextInt(4) == 0;
      notBefore += random.nextLong(2_000_000_000L);
      String model = "m" + random.nextInt(models);
      int request =
          request(
              "p" + play + "r" + i,
              sessions.get(s),
              model,
              contexts.get(s),
              floor ? notBefore : NO_TIME,
              root ? notBefore : floor ? notBefore : NO_TIME);
      if (!root) {
        stateEdges(request, s, requests, sessionOf, sessions, fresh);
      } else if (fresh && i > 0 && random.nextBoolean()) {
        graph.setParent(sessions.get(s), sessions.get(0));
      }
      requests.add(request);
      sessionOf.add(s);
    }
  }

  private void stateEdges(
      int request,
      int session,
      IntArrayList requests,
      List<Integer> sessionOf,
      List<Integer> sessions,
      boolean first) {
    int edges = 1 + random.nextInt(3);
    for (int e = 0; e < edges; e++) {
      int source = random.nextInt(requests.size());
      boolean same = sessionOf.get(source) == session;
      if (same) {
        Trigger trigger = random.nextBoolean() ? Trigger.COMPLETION : Trigger.DISPATCH;
        graph.addEdge(requests.getInt(source), request, trigger, Relation.SEQUENCE, delay());
      } else if (first) {
        if (e == 0) {
          Trigger trigger = random.nextBoolean() ? Trigger.COMPLETION : Trigger.DISPATCH;
          graph.addEdge(requests.getInt(source), request, trigger, Relation.SPAWN, delay());
          graph.setParent(sessions.get(session), sessions.get(sessionOf.get(source)));
        }
      } else {
        Relation relation = random.nextBoolean() ? Relation.JOIN : Relation.REPLAY_BARRIER;
        graph.addEdge(requests.getInt(source), request, Trigger.COMPLETION, relation, delay());
      }
    }
  }

  private void recordPlay() {
    RecordedEdges edges = new RecordedEdges(graph);
    IntArrayList parent = new IntArrayList();
    int session = workload.session("p" + play, true);
    long start = millis(3000);
    recordSession(edges, "p" + play, session, start, parent);
    int children = random.nextInt(4);
    for (int c = 0; c < children; c++) {
      String name = "p" + play + "c" + c;
      int child = workload.session(name, true);
      int source = parent.getInt(random.nextInt(parent.size()));
      IntArrayList turns = new IntArrayList();
      long from = graph.request(source).recordedStartNanos() + millis(4000);
      recordSession(edges, name, child, from, turns);
      graph.setParent(child, session);
      edges.spawn(source, turns.getInt(0));
      int last = turns.getInt(0);
      for (int turn : turns) {
        last = end(turn) >= end(last) ? turn : last;
      }
      for (int turn : parent) {
        if (graph.request(turn).recordedStartNanos() >= end(last) && random.nextBoolean()) {
          edges.join(last, turn);
          break;
        }
      }
    }
  }

  private void recordSession(
      RecordedEdges edges, String name, int session, long start, IntArrayList turns) {
    int count = 1 + random.nextInt(5);
    LongArrayList context = new LongArrayList();
    long at = start;
    String model = "m" + random.nextInt(models);
    for (int turn = 0; turn < count; turn++) {
      long end = at + millis(3000);
      turns.add(requestWithEnd(name + "-" + turn, session, model, context, at, end));
      at =
          random.nextInt(4) == 0
              ? at + millis(1 + (int) ((end - at) / 1_000_000))
              : end + millis(60_000);
    }
    edges.sequence(turns, false, turn -> {});
  }

  private long end(int request) {
    return graph.request(request).recordedEndNanos();
  }

  private long millis(int bound) {
    return 1_000_000L * random.nextInt(bound);
  }

  private int requestWithEnd(
      String id, int session, String model, LongArrayList context, long start, long end) {
    long output = random.nextInt(40);
    return graph.addRequest(
        new RequestNode(
            id,
            session,
            workload.model(model),
            prompt(model, context, output),
            output,
            start,
            start,
            end,
            extras()));
  }

  private int request(
      String id, int session, String model, LongArrayList context, long offset, long start) {
    long output = random.nextInt(40);
    int request =
        graph.addRequest(
            new RequestNode(
                id,
                session,
                workload.model(model),
                prompt(model, context, output),
                output,
                offset,
                extras ? start : offset,
                NO_TIME,
                extras()));
    if (extras && random.nextInt(5) == 0) {
      graph.addToolSpan(new ToolSpan(request, 5, 5 + random.nextLong(1_000_000), "tool"));
    }
    return request;
  }

  /**
   * Grows the context of a session, or starts it again, and names all blocks, or only full ones.
   */
  private RequestNode.Prompt prompt(String model, LongArrayList context, long output) {
    if (random.nextInt(5) == 0) {
      context.clear();
    }
    int more = random.nextInt(4);
    for (int i = 0; i < more; i++) {
      context.add(random.nextInt(3) == 0 ? fresh++ : random.nextInt(4));
    }
    int partial = random.nextInt(BLOCK);
    long input = Math.max(1, (long) context.size() * BLOCK + partial);
    LongArrayList ids = new LongArrayList(context);
    if (ids.size() < (input + BLOCK - 1) / BLOCK && tails) {
      ids.add(fresh++);
    }
    int root = workload.root(local ? "p" + play : "", model);
    RequestNode.Prompt prompt = workload.prompt(root, ids, input);
    int both = (int) ((input + output) / BLOCK);
    if (outputs && both > context.size() && random.nextBoolean()) {
      LongArrayList named = new LongArrayList(context);
      while (named.size() < both) {
        named.add(random.nextInt(4));
      }
      return workload.withOutput(prompt, root, named);
    }
    return prompt;
  }

  private RequestNode.Extras extras() {
    RequestNode.Extras none = RequestNode.Extras.NONE;
    if (!extras || random.nextBoolean()) {
      return none;
    }
    return new RequestNode.Extras(
        random.nextInt(4) == 0,
        random.nextInt(4) == 0,
        random.nextInt(3) - 1,
        random.nextBoolean() ? NO_TIME : random.nextLong(1_000_000_000L),
        random.nextInt(5) - 2,
        random.nextInt(3),
        random.nextBoolean() ? null : "batch",
        random.nextInt(3) - 1);
  }
}
