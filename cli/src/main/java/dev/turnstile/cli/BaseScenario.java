package dev.turnstile.cli;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
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
  static Scenario read(List<Path> jars, @Nullable Path file) {
    PolicyRegistry registry = PolicyRegistry.builtIn();
    for (Path jar : jars) {
      registry = registry.withJar(jar);
    }
    Scenario base = Scenario.defaults().withPoliciesOf(registry);
    return file == null ? base : read(file, base);
  }

  private static Scenario read(Path file, Scenario base) {
    String yaml = text(file);
    try {
      return ScenarioYaml.read(yaml, base);
    } catch (ScenarioException e) {
      throw new ScenarioException(file + ": " + e.setting(), e.problem(), e.hint());
    }
  }

  private static String text(Path file) {
    if (Files.isDirectory(file)) {
      throw unreadable(file, "is a directory", null);
    }
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "no such file", e);
    } catch (CharacterCodingException e) {
      throw unreadable(file, "is not UTF-8", e);
    } catch (IOException e) {
      throw unreadable(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static InvalidInputException unreadable(
      Path file, String problem, @Nullable IOException cause) {
    String name = file.toString().isEmpty() ? "''" : file.toString();
    return new InvalidInputException(name, 0, "", problem, "", cause);
  }
}
