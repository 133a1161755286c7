package dev.turnstile.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestPolicies;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Router;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The policies of docs/writing-a-policy.md. */
final class ExamplePoliciesTest {
  private static final Path DOCS = Path.of("..", "docs");

  private static String example(String name) {
    return DOCS.resolve("examples").resolve(name).toString();
  }

  @Test
  void followCacheTakesTheLongestPrefixUnlessItIsCrowded() {
    TestPrompts prompts = TestPrompts.of(16, TestPrompts.chain(0, 4, 1));
    TestContext context = TestContext.workers(2, prompts.tree());
    Router router = TestPolicies.router(example("FollowCache.java") + ":max_lead=1", context);
    TestRequest request = prompts.request(0, 0, 0);
    context.prefixIndex().onStored(1, KvTier.HBM, request.promptNode(), 0, 3);

    assertThat(TestPolicies.place(router, request)).isEqualTo(1);
    context.loadTracker().onDispatch(prompts.request(1, 0, 0), 1, 0);
    assertThat(TestPolicies.place(router, request)).isEqualTo(1);
    context.loadTracker().onDispatch(prompts.request(2, 0, 0), 1, 0);
    assertThat(TestPolicies.place(router, request)).isEqualTo(0);
  }

  @Test
  void sessionCapHoldsNewSessionsUntilOneEnds() {
    TestContext context = TestContext.workers(1);
    PolicySelection selection =
        PolicyRegistry.builtIn().select(example("SessionCap.java") + ":max_sessions=1+round-robin");
    PolicySelection.Part part = Objects.requireNonNull(selection.gate());
    AdmissionGate gate = (AdmissionGate) part.factory().create(part.params(), context);
    TestRequest first = TestRequest.number(0).session(0);
    TestRequest second = TestRequest.number(1).session(1);

    assertThat(gate.admit(first)).isEqualTo(Admission.release());
    assertThat(gate.admit(second)).isEqualTo(Admission.hold());
    assertThat(gate.admit(TestRequest.number(2).session(0))).isEqualTo(Admission.release());
    assertThat(gate.admit(TestRequest.number(3))).isEqualTo(Admission.release());
    gate.onSessionEnd(first);

    assertThat(context.releases())
        .containsExactly(new TestContext.Release(second, Admission.release()));
    assertThat(selection.text()).endsWith("SessionCap.java:max_sessions=1+round-robin");
  }

  @Test
  void theGuideShowsTheFileAsItIs() throws IOException {
    String guide = Files.readString(DOCS.resolve("writing-a-policy.md"));

    assertThat(guide).contains(Files.readString(Path.of(example("FollowCache.java"))));
  }
}
