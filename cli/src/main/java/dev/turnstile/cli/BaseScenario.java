package dev.turnstile.cli;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds before the options of a command line: the defaults, or a file of settings. */
final class BaseScenario {

  private BaseScenario() {}

  /**
   * Reads it.
   *
   * @param jars files with further policies
   * @param file settings in YAML, or null
   */
  static Scenario read(List<Path> jars, @Nullable Path file) throws IOException {
    PolicyRegistry registry = PolicyRegistry.builtIn();
    for (Path jar : jars) {
      registry = registry.withJar(jar);
    }
    Scenario base = Scenario.defaults().withPoliciesOf(registry);
    return file == null ? base : ScenarioYaml.read(text(file), base);
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file.toString(), 0, "", "no such file", "", e);
    }
  }
}
