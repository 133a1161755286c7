package dev.turnstile.benchmarks;

import dev.turnstile.engine.kernel.EventTarget;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The event queue at a constant size: each event that is taken puts in another one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventQueueBenchmark {
  private static final int DELAYS = 1 << 12;
  private static final int LONGEST_NANOS = 20_000_000;

  /** Events in the queue. */
  @Param({"64", "4096", "262144"})
  public int pending;

  private final Simulation simulation = new Simulation();
  private final int[] delays = new int[DELAYS];
  private int next;

  private final EventTarget again = this::put;
  private final EventTarget nothing = argument -> {};

  /** Fills the queue. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DELAYS; i++) {
      delays[i] = 1 + random.nextInt(LONGEST_NANOS);
    }
    for (int i = 0; i < pending; i++) {
      put(i);
    }
  }

  private void put(int argument) {
    simulation.schedule(inSomeTime(), Rank.STEP_END, argument, again, argument);
  }

  private long inSomeTime() {
    next = (next + 1) & (DELAYS - 1);
    return simulation.nowNanos() + delays[next];
  }

  /** Takes the first event and puts in another one. */
  @Benchmark
  public boolean takeAndPut() {
    return simulation.step();
  }

  /** Puts in an event and cancels it. */
  @Benchmark
  public void putAndCancel() {
    simulation.cancel(simulation.schedule(inSomeTime(), Rank.TIMER, 0, nothing, 0));
  }
}
