package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.contract.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyCheckCommandTest {
  private static final Path EXAMPLES = Docs.ROOT.resolve("docs/examples");

  @TempDir private Path folder;

  /** The example of the documentation with something else in one place. */
  private Path changed(String from, String to) throws IOException {
    String source = Files.readString(EXAMPLES.resolve("FollowCache.java"));
    assertThat(source).contains(from);
    Path file = Files.createDirectories(folder.resolve("my policies")).resolve("FollowCache.java");
    return Files.writeString(file, source.replace(from, to));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FollowCache.java", "SessionCap.java"})
  void theExamplesKeepTheContract(String example) {
    Sim.Ended ended = Sim.run("policies", "check", EXAMPLES.resolve(example).toString());

    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
    for (Check check : Check.values()) {
      assertThat(ended.out()).containsPattern(check.label() + " +ok ");
    }
  }

  @Test
  void aBreachIsFourWithPolicyTimeAndRule() throws IOException {
    Path file = changed("Placement.on(chosen)", "Placement.on(chosen + 1)");

    Sim.Ended ended = Sim.run("policies", "check", file.toString());

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.out())
        .containsPattern("described +ok ")
        .containsPattern("finishes +FAILED ")
        .containsPattern("conserves +(ok|not run) ");
    assertThat(ended.out().replaceAll("\\s+", " "))
        .contains("policy follow-cache at 0.000000 ms: places s0-0 on unknown worker 1");
    assertThat(ended.err())
        .startsWith("sim: policy follow-cache breaks its contract: ")
        .contains("finishes");
  }

  @Test
  void aDefaultThatIsNotAllowedIsABreach() throws IOException {
    Path file = changed("\"max_lead\", 8, 0,", "\"max_lead\", 8, 9,");

    Sim.Ended ended = Sim.run("policies", "check", file.toString());

    assertThat(ended.exitCode()).isEqualTo(4);
    assertThat(ended.err()).isEqualTo("sim: policy follow-cache breaks its contract: parameters\n");
    assertThat(ended.out()).containsPattern("finishes +not run ");
  }

  @Test
  void aCompileErrorIsThreeWithFileAndLine() throws IOException {
    Path file = changed("Placement.on(chosen)", "Placement.at(chosen)");

    Sim.Ended ended = Sim.run("policies", "check", file.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("sim: " + file + ":").contains("cannot find symbol");
  }

  @Test
  void aMissingFileIsThree() {
    Sim.Ended ended = Sim.run("policies", "check", folder.resolve("None.java").toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).endsWith("None.java: no such file\n");
  }

  @Test
  void aWrongParameterIsTwo() {
    String policy = EXAMPLES.resolve("FollowCache.java") + ":max_lead=-1";

    Sim.Ended ended = Sim.run("policies", "check", policy);

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("max_lead=-1: must be a whole number from 0 to 1000000");
  }

  @Test
  void anIdThatIsTakenIsThree() throws IOException {
    Path file = changed("\"follow-cache\"", "\"kv\"");

    Sim.Ended ended = Sim.run("policies", "check", file.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("the id 'kv' is taken by another policy");
  }

  @Test
  void needsAPolicy() {
    Sim.Ended ended = Sim.run("policies", "check");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("POLICY");
  }
}
