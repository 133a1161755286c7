package dev.turnstile.replay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate and a router that are both source files. */
final class PolicyFilesTest {
  private static final Path EXAMPLES = Path.of("../docs/examples");

  @TempDir private Path folder;

  private String copy(String name) throws IOException {
    return Files.copy(EXAMPLES.resolve(name), folder.resolve(name)).toString();
  }

  private Scenario both() throws IOException {
    String spec = copy("FollowCache.java") + "+" + copy("SessionCap.java");
    return Scenario.defaults().with("policy.spec", spec);
  }

  @Test
  void aParameterGoesToTheFileThatHasIt() throws IOException {
    Scenario scenario =
        both().with("policy.max_lead", "3").with("policy.session-cap.max_sessions", "2");

    // the gate first
    assertThat(scenario.policy().toString())
        .isEqualTo(
            folder + "/SessionCap.java:max_sessions=2+" + folder + "/FollowCache.java:max_lead=3");
  }

  @Test
  void aScenarioWithBothReadsBackAsItIs() throws IOException {
    Scenario scenario = both().with("policy.max_lead", "3").with("policy.max_sessions", "2");

    Scenario again = ScenarioYaml.read(ScenarioYaml.write(scenario), Scenario.defaults());

    assertThat(again.policy()).isEqualTo(scenario.policy());
    assertThat(again.toMap()).isEqualTo(scenario.toMap());
  }

  @Test
  void aFileBesideAnImpliedRouterKeepsItsOwnParameters() throws IOException {
    Scenario scenario =
        Scenario.defaults()
            .with("policy.spec", copy("SessionCap.java") + "+kv")
            .with("policy.max_sessions", "2")
            .with("policy.router_temperature", "0.5");

    assertThat(scenario.policy().toString())
        .isEqualTo(folder + "/SessionCap.java:max_sessions=2+kv:router_temperature=0.5");
    assertThatThrownBy(() -> scenario.with("policy.max_lead", "3"))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining("no such setting");
  }
}
