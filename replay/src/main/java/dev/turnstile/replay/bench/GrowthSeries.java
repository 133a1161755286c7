package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * Series of runs that differ in one size, by which one sees how time and memory grow.
 *
 * <p>The largest of each is a workload that is legal but far from usual.
 */
public enum GrowthSeries {
  /** One session; each turn adds a block. */
  TURNS("turns", "turns of one session", 1_000) {
    @Override
    Scenario scenario(long size) {
      return BenchShapes.with(
          "load.concurrency",
          "1",
          "kv.num_gpu_blocks",
          "unlimited",
          "workload.output_identity",
          "next-turn");
    }

    @Override
    Workload workload(Scenario scenario, long size) {
      return Conversations.of(
          label(), scenario, new Conversations.Plan(1, Math.toIntExact(size), 48, 16, 0, 0));
    }
  },
  /** Sessions of one turn that share all but a block. */
  SESSIONS("sessions", "sessions with one shared prefix", 10_000) {
    @Override
    Scenario scenario(long size) {
      return BenchShapes.with("load.concurrency", "64");
    }

    @Override
    Workload workload(Scenario scenario, long size) {
      return SingleTurns.sharing(label(), scenario, Math.toIntExact(size), 1024, 16);
    }
  },
  /** A prompt that a thousand requests share but for its last block. */
  CONTEXT("context", "prompt tokens", 100_000) {
    @Override
    Scenario scenario(long size) {
      return BenchShapes.with("load.concurrency", "4", "kv.num_gpu_blocks", "unlimited");
    }

    @Override
    Workload workload(Scenario scenario, long size) {
      return SingleTurns.sharing(label(), scenario, 1_000, size, 64);
    }
  },
  /** Requests that generate for long. */
  OUTPUTS("outputs", "output tokens", 10_000) {
    @Override
    Scenario scenario(long size) {
      return BenchShapes.with("load.concurrency", "16", "kv.num_gpu_blocks", "unlimited");
    }

    @Override
    Workload workload(Scenario scenario, long size) {
      return SingleTurns.equal(label(), scenario, 64, 1024, size);
    }
  },
  /** The same load on more and more workers. */
  WORKERS("workers", "workers", 100) {
    @Override
    Scenario scenario(long size) {
      return BenchShapes.with("load.concurrency", "1024", "cluster.workers", Long.toString(size));
    }

    @Override
    Workload workload(Scenario scenario, long size) {
      return SingleTurns.equal(label(), scenario, 20_000, 1024, 64);
    }
  };

  private final String label;
  private final String unit;
  private final long smallest;

  GrowthSeries(String label, String unit, long smallest) {
    this.label = label;
    this.unit = unit;
    this.smallest = smallest;
  }

  /** Names of all series in the order of reports. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(GrowthSeries::label).toList();
  }

  /** Name of the series on the command line. */
  public String label() {
    return label;
  }

  /** What the sizes count. */
  public String unit() {
    return unit;
  }

  /** The sizes, ascending, each ten times the one before. */
  public List<Long> sizes() {
    return List.of(smallest, 10 * smallest, 100 * smallest);
  }

  /** The run of one size, its workload made. */
  public BenchCase make(long size) {
    Scenario scenario = scenario(size);
    return new BenchCase(label + "-" + size, scenario, workload(scenario, size));
  }

  abstract Scenario scenario(long size);

  abstract Workload workload(Scenario scenario, long size);
}
