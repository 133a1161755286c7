package dev.turnstile.workload.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ProfilesTest {
  private static final String MINIMAL = "first_prompt_tokens: 9\nturns: 1\noutput_tokens: 1\n";

  @ParameterizedTest
  @MethodSource("dev.turnstile.workload.synthetic.Profiles#builtIn")
  void readsEveryBuiltInProfileAndSaysWhatItIs(String name) {
    assertThat(Profiles.builtIn(name).name()).isEqualTo(name);
    assertThat(Profiles.builtIn(name).about()).isNotEmpty();
  }

  @Test
  void readsEveryKindOfQuantity() {
    Profile profile =
        Profiles.parse(
            """
            first_prompt_tokens: {dist: lognormal, median: 10, p90: 20, min: 5, max: 50}
            turns: {dist: uniform, min: 2, max: 4}
            output_tokens: {dist: exponential, mean: 3}
            tool_output_tokens: {dist: empirical, values: [1, 2], weights: [3, 1]}
            tool_gap_s: 0.25
            arrivals: {process: poisson, rate: 0.5}
            """,
            "p.yaml");

    assertThat(profile.context().firstPromptTokens())
        .isEqualTo(new Quantity.LogNormal(10, 20, 5, 50));
    assertThat(profile.turns().turns()).isEqualTo(new Quantity.Uniform(2, 4));
    assertThat(profile.turns().outputTokens()).isEqualTo(new Quantity.Exponential(3));
    assertThat(profile.turns().toolOutputTokens())
        .isEqualTo(new Quantity.Empirical(List.of(1.0, 2.0), List.of(3.0, 1.0)));
    assertThat(profile.gaps().toolSeconds()).isEqualTo(new Quantity.Fixed(0.25));
    assertThat(profile.arrivals().sessionsPerSecond()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'tool_gap: 1' | p.yaml: tool_gap: is not known",
        "'groups: 1.5' | p.yaml: groups: must be a whole number, got 1.5",
        "'groups: 0' | p.yaml: groups: must be a number in 1..2147483647, got 0",
        "'think_share: 2' | p.yaml: think_share: must be a number in 0..1, got 2",
        "'tool_gap_s: -1' | p.yaml: tool_gap_s: must be a number >= 0, got -1",
        "'tool_gap_s: fast' | p.yaml: tool_gap_s: must be a number >= 0, got \"fast\"",
        "'tool_gap_s: {dist: normal}' | p.yaml: tool_gap_s.dist: must be lognormal, uniform",
        "'tool_gap_s: {dist: lognormal, median: 2, p90: 1}' | tool_gap_s.p90: must be a number >= 2",
        "'tool_gap_s: {dist: exponential, mean: 2, max: 3}' | tool_gap_s.max: is not known",
        "'tool_gap_s: {dist: exponential, mean: 0}' | tool_gap_s.mean: must be a number > 0, got 0",
        "'tool_gap_s: {dist: empirical, values: []}' | tool_gap_s.values: must be a list with",
        "'context_limit: 9' | p.yaml: compact_to: is missing",
        "'compact_to: 9' | p.yaml: compact_to: needs context_limit beside it",
        "'subagent_share: 0.1' | subagent_share: needs the children's profile in subagent",
        "'subagent: {turns: 1, groups: 2}' | p.yaml: subagent.first_prompt_tokens: is missing",
        "'arrivals: poisson' | p.yaml: arrivals: must be burst or {process: poisson, rate",
        "'turns: 2' | p.yaml:4: not valid YAML: Duplicate",
        "'groups: [' | not valid YAML",
      })
  void namesTheKeyThatIsWrong(String line, String message) {
    assertThatThrownBy(() -> Profiles.parse(MINIMAL + line, "p.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void asksForTheKeysThatHaveNoDefault() {
    assertThatThrownBy(() -> Profiles.parse("turns: 1\n", "p.yaml"))
        .hasMessage("p.yaml: first_prompt_tokens: is missing");
    assertThatThrownBy(() -> Profiles.parse("", "p.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("must be a mapping of keys");
  }

  @Test
  void refusesKeysThatAChildTakesFromItsParent() {
    String child = "subagent: {first_prompt_tokens: 1, turns: 1, output_tokens: 1, groups: 2}";

    assertThatThrownBy(() -> Profiles.parse(MINIMAL + child, "p.yaml"))
        .hasMessageContaining("subagent.groups: is not known");
  }
}
