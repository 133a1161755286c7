package dev.turnstile.policies.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Prefixes counted once per worker: buffer 100 and growth reserve 256 per program. */
final class SharedPrefixBudgetTest {
  /** Two prompts of 256 blocks that are the same, and one that shares 100 of them. */
  private static final TestPrompts PROMPTS =
      TestPrompts.of(
          64,
          TestPrompts.chain(256, 0, 1),
          TestPrompts.chain(256, 0, 2),
          TestPrompts.chain(100, 20, 3));

  private final TestContext context = TestContext.capacity(1000, 2, PROMPTS.tree());

  @Test
  @DisplayName("TA-17 identical prompts are charged once as soon as both dispatches are confirmed")
  void ta17() {
    Books books = new Books("1.0");
    Program first = books.bound(0, 0);
    Program second = books.bound(1, 1);
    assertThat(books.ledger.used(0)).isEqualTo(33_480); // 2 * (16384 + 356)

    books.confirm(first, 0);
    assertThat(books.ledger.used(0)).isEqualTo(33_480); // nobody to share with yet
    books.confirm(second, 1);
    assertThat(books.ledger.used(0)).isEqualTo(17_096); // 16384 + 2 * 356
    books.ledger.verify();
  }

  @Test
  void sharesOnlyTheCommonBlocksFromTheFirstOn() {
    Books books = new Books("1.0");
    books.confirm(books.bound(0, 0), 0);
    books.confirm(books.bound(2, 2), 2);

    // 256 blocks + 20 of the third's own + 2 * 356
    assertThat(books.ledger.used(0)).isEqualTo(276 * 64 + 2 * 356);
  }

  @Test
  void chargesABlockByItsDearestMember() {
    Books books = new Books("0.5");
    Program first = books.bound(0, 0);
    Program second = books.bound(1, 1);
    books.confirm(first, 0);
    books.confirm(second, 1);

    books.table.completeTurn(first, 16_384 + 10, 0);
    // The running one keeps the blocks at full price; 10 tokens of the idle one weigh 5.
    assertThat(books.ledger.used(0)).isEqualTo(16_384 + 5 + 2 * 356);

    books.table.completeTurn(second, 16_384, 0);
    assertThat(books.ledger.used(0)).isEqualTo(8192 + 5 + 2 * 356);

    books.table.pause(second);
    assertThat(books.ledger.used(0)).isEqualTo(8192 + 5 + 356);
    books.table.delete(first);
    assertThat(books.ledger.used(0)).isZero();
    books.ledger.verify();
  }

  @Test
  void chargesAMovedProgramInFullUntilItIsDispatchedAgain() {
    Books books = new Books("1.0");
    Program first = books.bound(0, 0);
    books.confirm(first, 0);
    books.confirm(books.bound(1, 1), 1);
    books.table.completeTurn(first, 16_384, 0);

    books.table.pause(first);
    books.table.activate(first);
    books.table.bind(first, 0);

    assertThat(books.ledger.used(0)).isEqualTo(16_384 + 356 + 16_384 + 356);
  }

  @Test
  void bringsTheSharedPartBackWhenATurnIsCancelled() {
    Books books = new Books("1.0");
    Program first = books.bound(0, 0);
    books.confirm(first, 0);
    books.confirm(books.bound(1, 1), 1);
    books.table.completeTurn(first, 16_384, 0);
    long before = books.ledger.used(0);

    books.table.beginTurn(first.lane, books.request(0, 0));
    assertThat(books.ledger.used(0)).isGreaterThan(before);
    books.table.cancelTurn(first, context);

    assertThat(books.ledger.used(0)).isEqualTo(before);
  }

  @Test
  void reservesAFinalRequestUntilItEnds() {
    GateRun run =
        new GateRun(context, "profile=native-shared", "session_end=flag", "pause_threshold=0.9");
    GateRun.Session session = run.session("s");
    session.run(1000, 1000);

    session.send(session.next(1).flaggedFinal());
    assertThat(run.used(0)).isEqualTo(1 + 356);
    session.complete(2);
    assertThat(run.used(0)).isZero();
  }

  /** Records and accounts without a gate. */
  private final class Books {
    final WorkerLedger ledger;
    final ProgramTable table;

    Books(String actingTokenWeight) {
      Map<String, String> given =
          Map.of("profile", "native-shared", "acting_token_weight", actingTokenWeight);
      ThunderConfig config = new ThunderConfig(PolicyParams.of(new ThunderAgent.Factory(), given));
      ledger = new WorkerLedger(config, context);
      table = new ProgramTable(ledger, false, Program.BY_ID);
    }

    TestRequest request(int session, int prompt) {
      return PROMPTS.request(session, prompt, 0).session(session);
    }

    /** A program with a turn for a prompt, bound to worker 0 and not confirmed. */
    Program bound(int session, int prompt) {
      TestRequest request = request(session, prompt);
      SessionLane lane = table.lane(request);
      lane.enqueue(request);
      lane.advance();
      Program p = table.beginTurn(lane, request);
      table.bind(p, 0);
      table.release(p);
      return p;
    }

    void confirm(Program p, int prompt) {
      table.confirm(p, request(p.lane.session, prompt));
    }
  }
}
