package dev.turnstile.replay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ScenarioReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "scenario.md");

  @Test
  void isWhatTheDeclarationsSay() throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, ScenarioReference.text());
    }

    assertThat(Files.readString(PAGE))
        .as("rewrite it with -Dgolden.update=true")
        .isEqualTo(ScenarioReference.text());
  }

  @Test
  void declaresEveryPathAndOptionOnce() {
    Set<String> seen = new HashSet<>();
    for (Declaration declaration : Scenario.declarations()) {
      assertThat(seen.add(declaration.path())).as(declaration.path()).isTrue();
      assertThat(declaration.doc()).as(declaration.path()).isNotEmpty();
      List<String> options = new java.util.ArrayList<>(declaration.aliases());
      options.add(declaration.option());
      options.removeIf(String::isEmpty);
      options.forEach(option -> assertThat(seen.add(option)).as(option).isTrue());
    }
  }

  @Test
  void hasADefaultThatIsAllowedForEveryDeclaration() {
    Scenario scenario = Scenario.defaults();
    for (Declaration declaration : Scenario.declarations()) {
      assertThat(scenario.with(declaration.path(), declaration.defaultText()))
          .as(declaration.path())
          .isEqualTo(scenario);
    }
  }
}
