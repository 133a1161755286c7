package dev.turnstile.engine.bench;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.timing.StepTiming;
import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.timing.TimingSpec;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import dev.turnstile.engine.worker.WorkerFactory;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Runs one engine alone on whole-run shapes and prints its speed; started by hand.
 *
 * <p>Arguments: engine ({@code fast} or {@code literal}), timing, repetitions, shapes.
 */
final class EngineBench {
  private static final int BLOCK_TOKENS = 64;

  private EngineBench() {}

  public static void main(String[] arguments) {
    WorkerFactory engine = arguments[0].equals("fast") ? FastWorker::new : LiteralWorker::new;
    int repetitions = Integer.parseInt(arguments[2]);
    List<String> shapes = Arrays.asList(arguments).subList(3, arguments.length);
    for (String name : shapes) {
      Shape shape = Shape.of(name);
      double[] nanos = new double[repetitions];
      ClosedLoop run = null;
      for (int i = 0; i < repetitions; i++) {
        long begin = cpuNanos();
        run = new ClosedLoop(engine, config(shape.kvBlocks()), pricer(arguments[1]), shape);
        run.run();
        nanos[i] = cpuNanos() - begin;
      }
      Arrays.sort(nanos);
      print(name, shape, run, nanos[0]);
    }
  }

  /** Time on a processor, so that other work on the machine counts less. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void print(String name, Shape shape, ClosedLoop run, double nanos) {
    int count = shape.requests().count();
    System.out.printf(
        Locale.ROOT,
        "%-14s %,10.0f requests/s  %7.0f ns/request  %6.1f ns/step  %,d steps  %,d events  %.2f s"
            + " simulated%n",
        name,
        count / (nanos / 1e9),
        nanos / count,
        nanos / run.steps,
        run.steps,
        run.simulation.processedEvents(),
        run.simulation.nowNanos() / 1e9);
  }

  static StepPricer pricer(String spec) {
    Catalogue catalogue = Catalogue.bundled();
    Deployment deployment =
        new Deployment(
            catalogue.model("llama-3.1-8b"),
            catalogue.gpu("h100-sxm"),
            1,
            WeightDtype.parse("bf16"),
            KvDtype.parse("bf16"));
    StepTiming timing =
        TimingFactory.create(TimingSpec.parse(spec), deployment, OptionalLong.of(1 << 20));
    return new StepPricer(timing, Composition.FUSED, 1, 1);
  }

  static WorkerConfig config(long kvBlocks) {
    return new WorkerConfig(
        BLOCK_TOKENS,
        kvBlocks,
        8192,
        256,
        0,
        true,
        true,
        0,
        true,
        QueueOrder.FCFS,
        PreemptionMode.LIFO,
        FreeOrder.FREE_FIRST,
        0,
        1000,
        false);
  }
}
