package dev.turnstile.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyRegistryTest {
  private final PolicyRegistry registry = PolicyRegistry.builtIn();

  static List<PolicyFactory> factories() {
    return PolicyRegistry.builtIn().all();
  }

  @Test
  void listsThePoliciesById() {
    assertThat(registry.all())
        .extracting(PolicyFactory::id)
        .isSorted()
        .contains("direct", "global-lb", "kv", "least-loaded", "load-aware", "power-of-two")
        .contains("random", "round-robin", "session-hash", "session-hrw", "thunderagent")
        .contains("two-tier");
  }

  @ParameterizedTest
  @MethodSource("factories")
  void everyPolicyDescribesItself(PolicyFactory factory) {
    assertThat(factory.id()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    assertThat(factory.summary()).endsWith(".").doesNotContain("\n");
    assertThat(factory.source()).isNotBlank();
    assertThat(factory.parameters())
        .allSatisfy(parameter -> assertThat(parameter.name()).matches("[a-z][a-z0-9_]*"))
        .allSatisfy(parameter -> assertThat(parameter.doc()).isNotBlank());
    assertThat(factory.parameters()).extracting(PolicyParameter::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("factories")
  void defaultsAreAllowedValues(PolicyFactory factory) {
    PolicySelection selection = registry.select(factory.id());

    assertThat(selection.text()).isEqualTo(factory.id());
    PolicySelection.Part gate = selection.gate();
    assertThat((gate == null ? selection.router() : gate).params().asMap().keySet())
        .containsExactlyElementsOf(
            factory.parameters().stream().map(PolicyParameter::name).toList());
  }

  @Test
  void everyRouterHasATieBreak() {
    assertThat(registry.all())
        .filteredOn(factory -> !factory.kind().isGate())
        .allSatisfy(
            factory ->
                assertThat(factory.parameters())
                    .extracting(PolicyParameter::name)
                    .contains("tie_break"));
  }

  @Test
  void anUnknownIdGetsTheClosestOne() {
    assertThatThrownBy(() -> registry.select("round-robbin"))
        .isInstanceOf(PolicySpecException.class)
        .hasMessageStartingWith(
            "policy 'round-robbin': no such policy; did you mean round-robin? known: ");
    assertThatThrownBy(() -> registry.select("thunder"))
        .hasMessageContaining("did you mean thunderagent?");
    assertThatThrownBy(() -> registry.select("zzzzzzzz"))
        .hasMessageStartingWith("policy 'zzzzzzzz': no such policy; known: ");
  }

  @Test
  void twoRoutersAreOneTooMany() {
    assertThatThrownBy(() -> registry.select("random+round-robin"))
        .isInstanceOf(PolicySpecException.class)
        .hasMessage(
            "policy 'random+round-robin': two routers, random and round-robin; at most one of each"
                + " kind");
  }

  @Test
  void aWrongParameterNamesThePolicy() {
    assertThatThrownBy(() -> registry.select("global-lb:hash=maybe"))
        .isInstanceOf(PolicyConfigException.class)
        .hasMessage("policy global-lb: hash=maybe: must be true or false");
    assertThatThrownBy(() -> registry.select("global-lb:hush=true"))
        .isInstanceOf(PolicyConfigException.class)
        .hasMessage(
            "policy global-lb: hush=true: no such parameter; did you mean hash? known: hash,"
                + " max_entries, tie_break");
  }

  @Test
  void anUnknownParameterNamesTheOneThatHasAPartOfIt() {
    assertThatThrownBy(() -> registry.select("kv:temperature=1"))
        .hasMessageContaining("no such parameter; did you mean router_temperature? known: ");
    assertThatThrownBy(() -> registry.select("kv:overlap_weight=1"))
        .hasMessageContaining("did you mean overlap_score_credit? known: ");
    assertThatThrownBy(() -> registry.select("kv:foo=1"))
        .hasMessageContaining("no such parameter; known: overlap_score_credit, ");
  }

  @Test
  void theCanonicalTextHasTheGivenParametersInDeclarationOrder() {
    assertThat(registry.select("global-lb:tie_break=random,hash=true").text())
        .isEqualTo("global-lb:hash=true,tie_break=random");
  }

  @Test
  void aRouterAloneLetsEveryRequestPass() {
    PolicySelection selection = registry.select("least-loaded");

    assertThat(selection.gate()).isNull();
    assertThat(selection.gatePlaces()).isFalse();
    assertThat(selection.router().factory().id()).isEqualTo("least-loaded");
  }

  @Test
  void aPlacingGateAloneIsItsOwnRouter() {
    PolicySelection selection = registry.select("thunderagent:profile=python");

    assertThat(selection.gatePlaces()).isTrue();
    assertThat(selection.text()).isEqualTo("thunderagent:profile=python");
  }

  @ParameterizedTest
  @ValueSource(strings = {"thunderagent+kv:tie_break=random", "kv:tie_break=random+thunderagent"})
  void gateAndRouterMayComeInAnyOrder(String text) {
    PolicySelection selection = registry.select(text);

    assertThat(selection.text()).isEqualTo("thunderagent+kv:tie_break=random");
    assertThat(selection.gatePlaces()).isFalse();
    assertThat(selection.gate()).isNotNull();
    assertThat(selection.router().params().text("tie_break")).isEqualTo("random");
  }

  @Test
  void twoGatesAreOneTooMany() {
    assertThatThrownBy(() -> registry.select("thunderagent+kv+thunderagent:profile=python"))
        .isInstanceOf(PolicySpecException.class)
        .hasMessageEndingWith(
            "two gates, thunderagent and thunderagent:profile=python; at most one of each kind");
  }
}
