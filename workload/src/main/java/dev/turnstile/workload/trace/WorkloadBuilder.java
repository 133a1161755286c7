package dev.turnstile.workload.trace;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.CyclicGraphException;
import dev.turnstile.workload.graph.InferredToolSpans;
import dev.turnstile.workload.graph.PlaySelection;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader fills and what all formats have in common at the end of loading.
 *
 * <p>Ids are interned while rows are read: {@link #prompt} puts a list of block ids into the prompt
 * tree at once, so that no list is kept. Sessions, models and requests are added to the graph in
 * load order, with times on any common basis. {@link #finish} then builds the graph, drops plays as
 * the options ask, moves the first arrival to 0, freezes the prompt tree, gives generated blocks
 * their identity and looks for what deserves a warning.
 */
public final class WorkloadBuilder {
  private final String input;
  private final String format;
  private final ReaderOptions options;
  private final LoadLog log;
  private final PromptTreeBuilder prompts;
  private final SessionGraphBuilder graph = new SessionGraphBuilder();
  private boolean floors = true;
  private final Map<List<String>, Integer> roots = new HashMap<>();
  private final Map<String, Integer> sessions = new HashMap<>();
  private final Map<String, Integer> models = new HashMap<>();

  /**
   * Starts an empty workload.
   *
   * @param input name of the input, for messages
   * @param format id of the format
   * @param blockTokens tokens per trace block
   */
  public WorkloadBuilder(
      String input, String format, int blockTokens, ReaderOptions options, LoadLog log) {
    this.input = input;
    this.format = format;
    this.options = options;
    this.log = log;
    this.prompts = new PromptTreeBuilder(blockTokens);
  }

  /** The graph under construction. */
  public SessionGraphBuilder graph() {
    return graph;
  }

  /** Tokens per trace block. */
  public int blockTokens() {
    return prompts.blockTokens();
  }

  /**
   * The root of the prompts of one model whose ids have one scope.
   *
   * @param scope what the ids are local to, or empty where they are global
   */
  public int root(String scope, String model) {
    return roots.computeIfAbsent(List.of(scope, model), key -> prompts.newRoot());
  }

  /** Number of the session with this id; a new one where it is the first time. */
  public int session(String id, boolean hasId) {
    return sessions.computeIfAbsent(id, key -> graph.addSession(id, hasId));
  }

  /** Number of the session with this id, or -1 if no request named it. */
  public int knownSession(String id) {
    return sessions.getOrDefault(id, -1);
  }

  /** Number of the model with this name; a new one where it is the first time. */
  public int model(String name) {
    return models.computeIfAbsent(name, graph::addModel);
  }

  /**
   * A prompt whose ids stand for its leading blocks. Ids of full blocks form its path; the one of a
   * partial last block is kept aside. Surplus ids must have been cut.
   *
   * @param root see {@link #root}
   * @param ids one per block, at most ceil(inputTokens / blockTokens); missing ones are private
   * @param inputTokens prompt tokens
   */
  public RequestNode.Prompt prompt(int root, LongArrayList ids, long inputTokens) {
    int full = (int) Math.min(ids.size(), inputTokens / blockTokens());
    Long tail = ids.size() > full ? (Long) ids.getLong(full) : null;
    return new RequestNode.Prompt(insert(root, ids, full), full, inputTokens, tail, -1, 0);
  }

  /**
   * The same prompt with recorded identities for the blocks that its output fills.
   *
   * @param ids one per block of prompt and output, full ones only
   */
  public RequestNode.Prompt withOutput(RequestNode.Prompt prompt, int root, LongArrayList ids) {
    return new RequestNode.Prompt(
        prompt.node(),
        prompt.blocks(),
        prompt.inputTokens(),
        prompt.tail(),
        insert(root, ids, ids.size()),
        ids.size());
  }

  private int insert(int root, LongArrayList ids, int count) {
    try {
      return prompts.insert(root, ids.elements(), count);
    } catch (IllegalStateException e) {
      throw new InvalidInputException(
          input, 0, "", String.valueOf(e.getMessage()), "split the trace", e);
    }
  }

  /**
   * Says that recorded starts only count for roots: the offset of every other request is removed.
   */
  public void withoutFloors() {
    floors = false;
  }

  /**
   * The finished workload.
   *
   * @param order the order in which plays start
   * @throws InvalidInputException if requests wait for each other in a circle, or no play is left
   */
  public Workload finish(SessionGraphBuilder.PlayOrder order) {
    InferredToolSpans.add(graph);
    SessionGraph all = build(order);
    BitSet kept = new PlayFilter(input, options, log).select(all);
    FinalPrompts finalPrompts = new FinalPrompts(prompts, all, kept);
    PromptTree tree = finalPrompts.tree();
    if (options.outputIdentity() == ReaderOptions.OutputIdentity.NEXT_TURN) {
      log.fact("named_output_blocks", finalPrompts.nameOutputsByNextTurn(all));
    }
    long origin = origin(all, kept);
    SessionGraph selected =
        PlaySelection.copy(all, kept, r -> moved(all, r, finalPrompts.prompt(r), origin));
    GraphChecks.warn(selected, tree, log);
    return new Workload(
        selected,
        tree,
        log.info(format, blockTokens(), countIds(selected), options.outputIdentity()));
  }

  private SessionGraph build(SessionGraphBuilder.PlayOrder order) {
    try {
      return graph.build(order);
    } catch (CyclicGraphException e) {
      throw new InvalidInputException(input, 0, "", String.valueOf(e.getMessage()), "", e);
    }
  }

  /** The smallest offset of a root that is kept; 0 if none has one. */
  private static long origin(SessionGraph graph, BitSet kept) {
    long origin = Long.MAX_VALUE;
    for (int play = kept.nextSetBit(0); play >= 0; play = kept.nextSetBit(play + 1)) {
      long offset = graph.request(graph.playRoot(play)).offsetNanos();
      origin = offset == RequestNode.NO_TIME ? origin : Math.min(origin, offset);
    }
    return origin == Long.MAX_VALUE ? 0 : origin;
  }

  private RequestNode moved(SessionGraph all, int request, RequestNode.Prompt prompt, long origin) {
    RequestNode node = all.request(request);
    boolean timed = floors || all.incomingEdges(request) == 0;
    return new RequestNode(
        node.id(),
        node.session(),
        node.model(),
        prompt,
        node.outputTokens(),
        timed ? minus(node.offsetNanos(), origin) : RequestNode.NO_TIME,
        minus(node.recordedStartNanos(), origin),
        minus(node.recordedEndNanos(), origin),
        node.extras());
  }

  private static long minus(long nanos, long origin) {
    return nanos == RequestNode.NO_TIME ? nanos : nanos - origin;
  }

  private static long countIds(SessionGraph graph) {
    long count = 0;
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode.Prompt prompt = graph.request(r).prompt();
      count += prompt.blocks() + (prompt.tail() == null ? 0 : 1);
    }
    return count;
  }
}
