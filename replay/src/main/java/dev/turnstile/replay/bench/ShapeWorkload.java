package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.WorkloadBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** A workload of a shape under construction; every block id that is not repeated is new. */
final class ShapeWorkload {
  private static final String FORMAT = "bench";
  private static final String MODEL = "bench";

  private final WorkloadBuilder builder;
  private final int blockTokens;
  private final int model;
  private final int root;
  private long nextId;

  ShapeWorkload(String name, int blockTokens, Scenario scenario) {
    this.blockTokens = blockTokens;
    LoadLog log = new LoadLog(false);
    log.file(new TraceInfo.InputFile(name, 0, ""));
    builder =
        new WorkloadBuilder(
            name, FORMAT, blockTokens, scenario.workload().readerOptions(false), log);
    model = builder.model(MODEL);
    root = builder.root("", MODEL);
  }

  /** Ids of a prefix of this many whole blocks. */
  LongArrayList ids(long tokens) {
    LongArrayList ids = new LongArrayList();
    extend(ids, tokens);
    return ids;
  }

  /** Adds new ids until there is one for each whole block of a prompt. */
  void extend(LongArrayList ids, long inputTokens) {
    long blocks = inputTokens / blockTokens;
    ids.ensureCapacity((int) blocks);
    while (ids.size() < blocks) {
      ids.add(nextId++);
    }
  }

  /** A session of a number. */
  int session(int number) {
    return builder.session("s" + number, true);
  }

  /** A session that another one starts. */
  int session(int number, int parent) {
    int session = session(number);
    builder.graph().setParent(session, parent);
    return session;
  }

  /**
   * Adds a request.
   *
   * @param ids the ids of its whole blocks, from {@link #extend}
   * @param offset nanoseconds to the start of its play if it is a root, else {@link
   *     RequestNode#NO_TIME}
   */
  int request(int session, LongArrayList ids, long inputTokens, long outputTokens, long offset) {
    SessionGraphBuilder graph = builder.graph();
    return graph.addRequest(
        new RequestNode(
            "r" + graph.requestCount(),
            session,
            model,
            builder.prompt(root, ids, inputTokens),
            outputTokens,
            offset,
            offset,
            RequestNode.NO_TIME,
            RequestNode.Extras.NONE));
  }

  /** The target waits for the completion of the source and then for a delay. */
  void after(int source, int target, Relation relation, long delayNanos) {
    builder.graph().addEdge(source, target, Trigger.COMPLETION, relation, delayNanos);
  }

  Workload finish() {
    return builder.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }
}
