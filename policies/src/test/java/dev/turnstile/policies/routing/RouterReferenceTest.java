package dev.turnstile.policies.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference of the routers names each of them with every parameter and default. */
final class RouterReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "policies", "routers.md");

  static List<PolicyFactory> routers() {
    return PolicyRegistry.builtIn().all().stream()
        .filter(factory -> factory.kind() == PolicyKind.ROUTER)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("routers")
  void everyParameterIsInATable(PolicyFactory factory) throws IOException {
    String page = Files.readString(PAGE);

    assertThat(page).containsPattern("(?m)^## .*`" + factory.id() + "`");
    for (PolicyParameter parameter : factory.parameters()) {
      assertThat(page)
          .contains("| `" + parameter.name() + "` | `" + parameter.defaultValue() + "` |");
    }
  }
}
