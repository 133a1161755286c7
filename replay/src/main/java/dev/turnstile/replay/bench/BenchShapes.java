package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.ReaderOptions;
import java.util.Arrays;
import java.util.List;

/**
 * The shapes of load that whole runs are measured with.
 *
 * <p>All but {@link #WEKA} are made from code with fixed seeds. Settings that a shape does not name
 * have their defaults: one worker, policy {@code kv}, roofline timing of the default model and GPU.
 */
public enum BenchShapes {
  /** Short prompts, short outputs. */
  DENSE("dense", "131,072 requests of 1024/128 tokens, 64 live, KV of 1 M tokens") {
    @Override
    Scenario scenario() {
      return with("load.concurrency", "64", "kv.num_gpu_blocks", "16384");
    }

    @Override
    Workload workload(Scenario scenario) {
      return SingleTurns.equal(label(), scenario, 131_072, 1024, 128);
    }
  },
  /** Mostly decoding. */
  LONG_DECODE("long-decode", "4,096 requests of 1024/2048 tokens, 128 live") {
    @Override
    Scenario scenario() {
      return with("load.concurrency", "128", "kv.num_gpu_blocks", "16384");
    }

    @Override
    Workload workload(Scenario scenario) {
      return SingleTurns.equal(label(), scenario, 4_096, 1024, 2048);
    }
  },
  /** Mostly prefill. */
  LONG_PREFILL("long-prefill", "16,384 requests of 32768/32 tokens, 16 live") {
    @Override
    Scenario scenario() {
      return with("load.concurrency", "16", "kv.num_gpu_blocks", "16384");
    }

    @Override
    Workload workload(Scenario scenario) {
      return SingleTurns.equal(label(), scenario, 16_384, 32_768, 32);
    }
  },
  /** Sessions that do not all fit into the cache. */
  SESSIONS("sessions", "16 live sessions of 4 turns, 1024+128 each, KV of 32,768 tokens") {
    @Override
    Scenario scenario() {
      return with(
          "load.concurrency",
          "16",
          "kv.num_gpu_blocks",
          "512",
          "workload.output_identity",
          "next-turn");
    }

    @Override
    Workload workload(Scenario scenario) {
      return Conversations.of(
          label(), scenario, new Conversations.Plan(4_096, 4, 1024, 128, 16, 0));
    }
  },
  /** One coding agent with sub-agents. */
  AGENTIC("agentic", "one play of 129 requests, 4 sub-agent groups, contexts to 255 k") {
    @Override
    Scenario scenario() {
      return with("load.concurrency", "1", "workload.output_identity", "next-turn");
    }

    @Override
    Workload workload(Scenario scenario) {
      return AgenticPlay.of(label(), scenario);
    }
  },
  /** A day of a service. */
  DAY("day", "537,600 requests, 1.476 G prompt and 160.7 M output tokens, 40 workers") {
    @Override
    Scenario scenario() {
      return with("cluster.workers", "40");
    }

    @Override
    Workload workload(Scenario scenario) {
      return SingleTurns.day(label(), scenario, 537_600, 1_476_000_000L, 160_700_000L);
    }
  },
  /** Recorded agent sessions, which are not part of this program. */
  WEKA("weka", "a folder of recorded agent sessions, 4 workers, thunderagent") {
    @Override
    Scenario scenario() {
      return with("cluster.workers", "4", "policy.spec", "thunderagent");
    }

    @Override
    Workload workload(Scenario scenario) {
      throw new IllegalStateException("recorded sessions must be loaded");
    }
  },
  /** The standard open loop of queueing studies. */
  POISSON("poisson", "100,000 requests of 4000/200 tokens, 4 workers at 80 % load") {
    @Override
    Scenario scenario() {
      return with("cluster.workers", "4", "load.request_rate", POISSON_RATE);
    }

    @Override
    Workload workload(Scenario scenario) {
      return SingleTurns.equal(label(), scenario, 100_000, 4000, 200);
    }
  };

  /**
   * Sessions per second that keep the four workers 80 % busy: they complete 46.8 requests a second
   * together when there are always 256 in flight on each.
   */
  static final String POISSON_RATE = "37.4";

  private final String label;
  private final String summary;

  BenchShapes(String label, String summary) {
    this.label = label;
    this.summary = summary;
  }

  /** Names of all shapes in the order of reports. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(BenchShapes::label).toList();
  }

  /** Name of the shape on the command line. */
  public String label() {
    return label;
  }

  /** What it is, in a few words. */
  public String summary() {
    return summary;
  }

  /** Whether its workload must be loaded from files. */
  public boolean recorded() {
    return this == WEKA;
  }

  /** How recorded sessions are read for it. */
  public ReaderOptions readerOptions() {
    Scenario scenario = scenario();
    return scenario.workload().readerOptions(scenario.load().recordedStarts());
  }

  /** The shape as a case, its workload made. */
  public BenchCase make() {
    Scenario scenario = scenario();
    return new BenchCase(label, scenario, workload(scenario));
  }

  /** The shape as a case, with a workload that was loaded. */
  public BenchCase of(Workload loaded) {
    return new BenchCase(label, scenario(), loaded);
  }

  /** The settings of the run. */
  abstract Scenario scenario();

  abstract Workload workload(Scenario scenario);

  /** The default scenario with some settings changed, as pairs of path and value. */
  static Scenario with(String... settings) {
    Scenario scenario = Scenario.defaults();
    for (int i = 0; i < settings.length; i += 2) {
      scenario = scenario.with(settings[i], settings[i + 1]);
    }
    return scenario;
  }
}
