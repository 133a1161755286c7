package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestLoads;
import dev.turnstile.policies.fixtures.TestOverlap;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Router;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KvPickTest {
  private static final TestRequest ONE_BLOCK = TestRequest.number(0).tokens(16);

  /** Workers on which the request costs 10, 20 and 30: one block to compute and one to hold. */
  private static TestContext costs10And20And30() {
    TestLoads loads = TestLoads.requests(0, 0, 0);
    loads.worker(0, 0, 8).worker(1, 0, 18).worker(2, 0, 28);
    return TestContext.workers(3).with(loads).with(TestOverlap.device(0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({
    // T, p0, p0 + p1 as policies.md gives them, four digits: .5065 .3072 .1863
    "1, 0.5065, 0.8137",
    // .8668 .1173 .0159
    "0.25, 0.8668, 0.9841",
  })
  @DisplayName("KV-7: softmax")
  void kv7ProbabilitiesFallExponentiallyWithTheScaledCost(
      String temperature, double p0, double p01) {
    Router router = router("kv:router_temperature=" + temperature, costs10And20And30());
    SplittableRandom stream = new SplittableRandom(1);
    int[] chosen = new int[3];

    for (int i = 0; i < 20_000; i++) {
      double sample = stream.nextDouble();
      int worker = place(router, ONE_BLOCK);
      chosen[worker]++;
      boolean nearABoundary = Math.abs(sample - p0) < 1e-4 || Math.abs(sample - p01) < 1.5e-4;
      if (!nearABoundary) {
        assertThat(worker).isEqualTo(sample <= p0 ? 0 : sample <= p01 ? 1 : 2);
      }
    }

    assertThat(chosen).doesNotContain(0);
  }

  @Test
  void equalCostsAreEquallyLikely() {
    TestContext context =
        TestContext.workers(4)
            .with(TestLoads.requests(0, 0, 0, 0))
            .with(TestOverlap.device(0, 0, 0, 0));
    Router router = router("kv:router_temperature=0.5", context);
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 1000; i++) {
      // the first position whose cumulated quarter reaches the sample
      int expected = (int) Math.ceil(stream.nextDouble() * 4) - 1;
      assertThat(place(router, ONE_BLOCK)).isEqualTo(Math.max(0, expected));
    }
  }

  @Test
  void aRandomTieAtTemperatureZeroDrawsAmongTheCheapest() {
    TestLoads loads = TestLoads.requests(0, 0, 0).worker(0, 0, 5);
    TestContext context = TestContext.workers(3).with(loads).with(TestOverlap.device(0, 0, 0));
    Router router = router("kv:tie_break=random", context);
    SplittableRandom stream = new SplittableRandom(1);

    for (int i = 0; i < 50; i++) {
      assertThat(place(router, ONE_BLOCK)).isEqualTo(stream.nextInt(2) == 0 ? 2 : 1);
    }
  }
}
