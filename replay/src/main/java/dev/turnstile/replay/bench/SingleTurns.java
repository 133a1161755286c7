package dev.turnstile.replay.bench;

import dev.turnstile.engine.kernel.RandomStreams;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.SplittableRandom;

/** Workloads of sessions with one turn each. */
final class SingleTurns {
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;
  private static final int DAY_BLOCK_TOKENS = 512;

  private SingleTurns() {}

  /** Requests of one length that share nothing. */
  static Workload equal(
      String name, Scenario scenario, int requests, long inputTokens, long outputTokens) {
    ShapeWorkload shape = new ShapeWorkload(name, scenario.kv().blockTokens(), scenario);
    LongArrayList ids = new LongArrayList();
    for (int r = 0; r < requests; r++) {
      ids.clear();
      shape.extend(ids, inputTokens);
      shape.request(shape.session(r), ids, inputTokens, outputTokens, RequestNode.NO_TIME);
    }
    return shape.finish();
  }

  /** Requests that share all of their prompt but the last block. */
  static Workload sharing(
      String name, Scenario scenario, int requests, long inputTokens, long outputTokens) {
    ShapeWorkload shape = new ShapeWorkload(name, scenario.kv().blockTokens(), scenario);
    LongArrayList prefix = shape.ids(inputTokens - scenario.kv().blockTokens());
    for (int r = 0; r < requests; r++) {
      LongArrayList ids = new LongArrayList(prefix);
      shape.extend(ids, inputTokens);
      shape.request(shape.session(r), ids, inputTokens, outputTokens, RequestNode.NO_TIME);
    }
    return shape.finish();
  }

  /**
   * A day of requests of very different lengths, busier at noon than at midnight.
   *
   * <p>Lengths are shares of the two totals, drawn from a shifted exponential distribution; trace
   * blocks are those of published conversation traces, 512 tokens.
   */
  static Workload day(
      String name, Scenario scenario, int requests, long inputTokens, long outputTokens) {
    ShapeWorkload shape = new ShapeWorkload(name, DAY_BLOCK_TOKENS, scenario);
    RandomStreams streams = new RandomStreams(scenario.seed());
    Shares inputs = new Shares(streams.stream("bench.input"), requests, inputTokens);
    Shares outputs = new Shares(streams.stream("bench.output"), requests, outputTokens);
    SplittableRandom gaps = streams.stream("bench.arrivals");
    double[] starts = new double[requests];
    for (int r = 1; r < requests; r++) {
      double rate = 1 - 0.6 * StrictMath.cos(2 * StrictMath.PI * r / requests);
      starts[r] = starts[r - 1] - StrictMath.log(1 - gaps.nextDouble()) / rate;
    }
    double unit = NANOS_PER_DAY / starts[requests - 1];
    LongArrayList ids = new LongArrayList();
    for (int r = 0; r < requests; r++) {
      long input = inputs.next();
      ids.clear();
      shape.extend(ids, input);
      shape.request(shape.session(r), ids, input, outputs.next(), Math.round(starts[r] * unit));
    }
    return shape.finish();
  }

  /** Cuts a total into random whole parts of at least one. */
  private static final class Shares {
    private static final double LEAST = 0.2;

    private final double[] bounds;
    private final double unit;
    private int next;

    Shares(SplittableRandom random, int parts, long total) {
      bounds = new double[parts + 1];
      for (int i = 0; i < parts; i++) {
        bounds[i + 1] = bounds[i] + LEAST - StrictMath.log(1 - random.nextDouble());
      }
      unit = total / bounds[parts];
    }

    long next() {
      next++;
      return Math.round(bounds[next] * unit) - Math.round(bounds[next - 1] * unit);
    }
  }
}
