package dev.turnstile.cli;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.turnstile.replay.bench.Meter;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The clock, heap and machine of this process. */
final class ProcessMeter implements Meter {

  private static final Path CPU_FACTS = Path.of("/proc/cpuinfo");

  private final AtomicLong peakBytes = new AtomicLong();

  /** Starts to watch the garbage collectors. */
  ProcessMeter() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            (notification, none) -> note((CompositeData) notification.getUserData()),
            notification ->
                notification
                    .getType()
                    .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION),
            null);
      }
    }
  }

  private void note(CompositeData collection) {
    long used =
        GarbageCollectionNotificationInfo.from(collection)
            .getGcInfo()
            .getMemoryUsageAfterGc()
            .values()
            .stream()
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    peakBytes.accumulateAndGet(used, Math::max);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void resetHeap() {
    System.gc();
    peakBytes.set(0);
  }

  @Override
  public long peakHeapBytes() {
    System.gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return peakBytes.accumulateAndGet(used, Math::max);
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
