package dev.turnstile.workload.trace.weka;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.weka.WekaConversation.Agent;
import dev.turnstile.workload.trace.weka.WekaConversation.Fork;
import dev.turnstile.workload.trace.weka.WekaConversation.Main;
import dev.turnstile.workload.trace.weka.WekaConversation.Origin;
import dev.turnstile.workload.trace.weka.WekaConversation.Stream;
import dev.turnstile.workload.trace.weka.WekaConversation.Turn;
import dev.turnstile.workload.trace.weka.WekaTrace.Call;
import dev.turnstile.workload.trace.weka.WekaTrace.Entry;
import dev.turnstile.workload.trace.weka.WekaTrace.Subagent;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All conversations of a corpus, collected until the basis of nested times is known. */
final class WekaCorpus {
  private static final int NOT_NESTED = -1;
  private static final LongArrayList NO_IDS = new LongArrayList();

  private final String input;
  private final ReaderOptions options;
  private final LoadLog log;
  private final List<WekaConversation> conversations = new ArrayList<>();
  private final Map<String, String> placeOfId = new HashMap<>();
  private final NestedClock clock;
  private boolean localIds;
  private @Nullable WorkloadBuilder workload;

  WekaCorpus(String input, ReaderOptions options, LoadLog log) {
    this.input = input;
    this.options = options;
    this.log = log;
    clock = new NestedClock(options.wekaClock());
  }

  void add(WekaTrace trace) {
    WorkloadBuilder target = checkedWorkload(trace);
    String place = trace.file() + ":" + trace.line();
    String first = placeOfId.putIfAbsent(trace.id(), place);
    if (first != null) {
      throw invalid(trace, "id", "\"" + trace.id() + "\" occurred before, in " + first);
    }
    localIds |= !trace.global();
    warnOfUndeclaredModels(trace);
    List<Stream> streams = mainStreams(trace, target);
    addSubagents(trace, target, streams);
    conversations.add(new WekaConversation(trace.file(), trace.line(), trace.id(), streams));
    log.row("conversation");
  }

  Workload finish() {
    WorkloadBuilder target = workload;
    if (target == null) {
      throw new InvalidInputException(input, 0, "", "contains no requests", "");
    }
    if (localIds) {
      log.fact(TraceInfo.LOCAL_IDS, 1);
    }
    boolean relative = clock.decide(log);
    for (WekaConversation conversation : conversations) {
      new WekaGraph(conversation, target, relative, options, log).build();
    }
    return target.finish(SessionGraphBuilder.PlayOrder.FIRST_ROOT);
  }

  private WorkloadBuilder checkedWorkload(WekaTrace trace) {
    int given = options.traceBlockTokens().orElse(trace.blockTokens());
    if (given != trace.blockTokens()) {
      throw invalid(
          trace,
          "block_size",
          "is " + trace.blockTokens() + ", but --trace-block-size says " + given);
    }
    WorkloadBuilder target = workload;
    if (target == null) {
      target = new WorkloadBuilder(input, WekaReader.FORMAT, given, options, log);
      workload = target;
    } else if (target.blockTokens() != given) {
      throw invalid(
          trace, "block_size", "is " + given + ", but " + target.blockTokens() + " before");
    }
    return target;
  }

  private List<Stream> mainStreams(WekaTrace trace, WorkloadBuilder target) {
    List<Turn> turns = new ArrayList<>();
    for (int position = 0; position < trace.entries().size(); position++) {
      if (trace.entries().get(position) instanceof Call call) {
        turns.add(new Turn(position, NOT_NESTED, call, prompt(trace, call, target)));
      }
    }
    List<Turn> sorted =
        turns.stream().sorted(Comparator.comparingLong(t -> t.call().timeNanos())).toList();
    List<Call> calls = sorted.stream().map(Turn::call).toList();
    WekaChains chains = options.wekaChains() ? WekaChains.of(calls) : WekaChains.single(calls);
    List<Stream> streams = new ArrayList<>();
    for (int chain = 0; chain < chains.count(); chain++) {
      List<Turn> own = new ArrayList<>();
      for (int i = 0; i < sorted.size(); i++) {
        if (chains.chain(i) == chain) {
          own.add(withoutIds(sorted.get(i)));
        }
      }
      own.sort(Comparator.comparingInt(Turn::position));
      int fork = chains.forkedFrom(chain);
      Origin origin =
          chain == 0 ? new Main() : new Fork(fork < 0 ? fork : sorted.get(fork).position());
      String session = chain == 0 ? trace.id() : trace.id() + "::chain" + chain;
      streams.add(new Stream(session, origin, own));
    }
    return streams;
  }

  private void addSubagents(WekaTrace trace, WorkloadBuilder target, List<Stream> streams) {
    Map<String, Integer> occurrences = new HashMap<>();
    int owner = -1;
    for (int position = 0; position < trace.entries().size(); position++) {
      Entry entry = trace.entries().get(position);
      if (entry instanceof Call) {
        owner = position;
      } else if (entry instanceof Subagent agent) {
        if (owner < 0) {
          throw invalid(
              trace, "requests[" + position + "]", "a sub-agent stands before any request");
        }
        log.fact("subagents", 1);
        String name = trace.id() + "::" + agent.agentId();
        int occurrence = occurrences.merge(agent.agentId(), 1, Integer::sum);
        String session = occurrence == 1 ? name : name + "::" + occurrence;
        if (!agent.calls().isEmpty()) {
          Origin origin = new Agent(position, agent.timeNanos(), owner, agent.blocking());
          streams.add(new Stream(session, origin, nested(trace, agent, position, target)));
        }
      }
    }
  }

  private List<Turn> nested(WekaTrace trace, Subagent agent, int position, WorkloadBuilder target) {
    List<Turn> turns = new ArrayList<>();
    for (Call call : agent.calls()) {
      clock.see(
          call.timeNanos(),
          agent.timeNanos(),
          () -> trace.file() + ":" + trace.line() + ": sub-agent " + agent.agentId());
      Turn turn = new Turn(position, turns.size(), call, prompt(trace, call, target));
      turns.add(withoutIds(turn));
    }
    return turns;
  }

  /** Ids stand for full blocks; what they do not cover is private, what is too many is ignored. */
  private RequestNode.Prompt prompt(WekaTrace trace, Call call, WorkloadBuilder target) {
    int full = (int) (call.inputTokens() / target.blockTokens());
    if (call.ids().size() > full) {
      log.fact("ignored_hash_ids", call.ids().size() - full);
      call.ids().size(full);
    }
    int root = target.root(trace.global() ? "" : trace.id(), call.model());
    return target.prompt(root, call.ids(), call.inputTokens());
  }

  private static Turn withoutIds(Turn turn) {
    Call call = turn.call();
    return new Turn(
        turn.position(),
        turn.nested(),
        new Call(
            call.timeNanos(),
            call.endNanos(),
            call.model(),
            call.inputTokens(),
            call.outputTokens(),
            NO_IDS,
            call.ttftNanos(),
            call.toolCall()),
        turn.prompt());
  }

  private void warnOfUndeclaredModels(WekaTrace trace) {
    Set<String> undeclared = new LinkedHashSet<>();
    for (Entry entry : trace.entries()) {
      if (entry instanceof Call call) {
        addUndeclared(call, trace.models(), List.of(), undeclared);
      } else if (entry instanceof Subagent agent) {
        agent.calls().forEach(c -> addUndeclared(c, trace.models(), agent.models(), undeclared));
      }
    }
    for (String model : undeclared) {
      log.warn(InputWarning.UNDECLARED_MODELS, trace.file() + ":" + trace.line() + ": " + model);
    }
  }

  private static void addUndeclared(
      Call call, List<String> models, List<String> more, Set<String> undeclared) {
    boolean checked = !models.isEmpty() || !more.isEmpty();
    if (checked && !models.contains(call.model()) && !more.contains(call.model())) {
      undeclared.add(call.model());
    }
  }

  private static InvalidInputException invalid(WekaTrace trace, String field, String problem) {
    return new InvalidInputException(trace.file(), trace.line(), field, problem, "");
  }
}
