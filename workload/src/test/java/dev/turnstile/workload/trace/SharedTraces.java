package dev.turnstile.workload.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real traces beside the project: {@code ../shared/traces-real} from its root, or the folder that
 * the system property {@code turnstile.shared} names instead of {@code ../shared}.
 */
public final class SharedTraces {
  private SharedTraces() {}

  /** A file or folder of them; the test that asks is skipped if it is not there. */
  public static Path path(String name) {
    String shared = System.getProperty("turnstile.shared", "../../shared");
    Path path = Path.of(shared).resolve("traces-real").resolve(name).normalize();
    assumeTrue(Files.exists(path), () -> "skipped: no real traces at " + path);
    return path;
  }
}
