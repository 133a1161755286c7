package dev.turnstile.cli;

import dev.turnstile.replay.bench.Meter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The clock, heap and machine of this process. */
final class ProcessMeter implements Meter {

  private static final Path CPU_FACTS = Path.of("/proc/cpuinfo");

  private static final long SHORTEST_PAUSE_NANOS = 2_000_000;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void settle() {
    System.gc();
  }

  @Override
  public long peakHeapBytes(Supplier<?> run) {
    AtomicLong peakBytes = new AtomicLong();
    Thread watch = new Thread(() -> watch(peakBytes), "heap meter");
    watch.setDaemon(true);
    watch.start();
    Object result;
    try {
      result = run.get();
    } finally {
      watch.interrupt();
    }
    try {
      return peakBytes.accumulateAndGet(liveBytes(), Math::max);
    } finally {
      Reference.reachabilityFence(result);
    }
  }

  /** Looks again and again; looking takes about half of the time. */
  private static void watch(AtomicLong peakBytes) {
    while (!Thread.currentThread().isInterrupted()) {
      long begin = System.nanoTime();
      peakBytes.accumulateAndGet(liveBytes(), Math::max);
      LockSupport.parkNanos(Math.max(SHORTEST_PAUSE_NANOS, System.nanoTime() - begin));
    }
  }

  /** Collects garbage and tells what is left in the heap. */
  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /** Processor, system and Java, for people. */
  static String machine() {
    return processor()
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + ", Java "
        + Runtime.version()
        + ", heap up to "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MiB";
  }

  /** The processor's name where the system tells it, else its kind. */
  private static String processor() {
    try (Stream<String> lines = Files.lines(CPU_FACTS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
