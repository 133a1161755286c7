package dev.turnstile.replay;

import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Policies made in tests. */
final class TestPolicies {
  private TestPolicies() {}

  static PolicySelection.Part router(Function<PolicyContext, Policy> maker) {
    return part("test-router", PolicyKind.ROUTER, maker);
  }

  static PolicySelection.Part gate(Function<PolicyContext, Policy> maker) {
    return part("test-gate", PolicyKind.GATE, maker);
  }

  private static PolicySelection.Part part(
      String id, PolicyKind kind, Function<PolicyContext, Policy> maker) {
    PolicyFactory factory =
        new PolicyFactory() {
          @Override
          public String id() {
            return id;
          }

          @Override
          public PolicyKind kind() {
            return kind;
          }

          @Override
          public String summary() {
            return "Made in a test.";
          }

          @Override
          public String source() {
            return "";
          }

          @Override
          public List<PolicyParameter> parameters() {
            return List.of();
          }

          @Override
          public Policy create(PolicyParams params, PolicyContext context) {
            return maker.apply(context);
          }
        };
    return new PolicySelection.Part(id, factory, PolicyParams.of(factory, Map.of()));
  }
}
