package dev.turnstile.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C while it is open: work is asked to stop, and the process waits until what is finished is
 * written. The Java VM itself ends with {@link ExitCodes#INTERRUPTED}.
 */
final class Interrupt implements AutoCloseable {

  private final AtomicBoolean asked = new AtomicBoolean();
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "interrupt");

  Interrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stop() {
    asked.set(true);
    try {
      written.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether to stop. */
  boolean asked() {
    return asked.get();
  }

  @Override
  public void close() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends; the hook has been waiting for this.
    }
  }
}
