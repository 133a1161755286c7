package dev.turnstile.policies.routing;

import static dev.turnstile.policies.fixtures.TestPolicies.place;
import static dev.turnstile.policies.fixtures.TestPolicies.router;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Router;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Session hashing, policies.md 3.5. */
final class SessionHrwTest {
  private static final int WORKERS = 12;

  private static TestRequest turnOf(String session) {
    return TestRequest.number(0).session(0, session);
  }

  /** The worker with the largest hash of session, zero byte and worker; the first of equals. */
  private static int owner(String session, int without) {
    int best = -1;
    BigInteger bestScore = BigInteger.ZERO;
    for (int worker = 0; worker < WORKERS; worker++) {
      BigInteger score =
          HashOracle.fnv1a64((session + "\0" + worker).getBytes(StandardCharsets.UTF_8));
      if (worker != without && (best < 0 || score.compareTo(bestScore) > 0)) {
        best = worker;
        bestScore = score;
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({"'',cbf29ce484222325", "a,af63dc4c8601ec8c", "foobar,85944171f73967e8"})
  void hashesThePublishedTestVectors(String text, String hash) {
    assertThat(Long.toHexString(Fnv1a.of(text))).isEqualTo(hash);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 10, 99, 100, 12_345, Integer.MAX_VALUE})
  void aNumberIsHashedByItsDecimalDigits(int value) {
    assertThat(Fnv1a.withDecimal(Fnv1a.of("x"), value)).isEqualTo(Fnv1a.of("x" + value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"session-hrw", "session-hash"})
  void theLargestHashWins(String policy) {
    Router router = router(policy, TestContext.workers(WORKERS));
    TreeSet<Integer> seen = new TreeSet<>();

    for (int i = 0; i < 200; i++) {
      String session = "sitzung-ä-" + i;
      assertThat(place(router, turnOf(session))).isEqualTo(owner(session, -1));
      seen.add(owner(session, -1));
    }

    assertThat(seen).hasSize(WORKERS);
  }

  @Test
  void aWorkerThatLeavesMovesItsOwnSessionsOnly() {
    TestContext context = TestContext.workers(WORKERS);
    Router router = router("session-hrw", context);
    context.setLive(3, false);

    for (int i = 0; i < 200; i++) {
      String session = "s" + i;
      int before = owner(session, -1);
      assertThat(place(router, turnOf(session)))
          .isEqualTo(before == 3 ? owner(session, 3) : before);
    }
  }

  @Test
  void aRequestWithoutSessionHashesItsLabel() {
    Router router = router("session-hrw", TestContext.workers(WORKERS));

    for (int i = 0; i < 50; i++) {
      assertThat(place(router, TestRequest.number(i))).isEqualTo(owner("r" + i, -1));
    }
  }
}
