package dev.turnstile.replay.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.replay.compare.RunCase.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whole runs give the same decisions and the same results on the fast and on the literal engine.
 *
 * <p>{@code -Dsim.compare.runs=100000} compares more runs, {@code -Dsim.test.seed=n} others.
 */
final class EnginesAgreeOnRunsTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int RUNS = Integer.getInteger("sim.compare.runs", 600);

  @Test
  void onRandomRuns() {
    int finished = 0;
    for (int i = 0; i < RUNS; i++) {
      RunCase run = RunGenerator.of(SEED + i);
      List<String> expected = RunText.of(run, LiteralWorker::new);
      if (difference(run, expected) != null) {
        throw new AssertionError(report(SEED + i, run));
      }
      finished += expected.size() > run.turns.size() ? 1 : 0;
    }
    // Most of them are runs with a result.
    assertThat(finished).isGreaterThan(RUNS * 3 / 4);
  }

  private static String report(long seed, RunCase run) {
    RunCase small = shrunk(run);
    return "the engines differ on seed %d%n%s%nshrunk to%n%s%n%s"
        .formatted(seed, difference(run), small, difference(small));
  }

  private static @Nullable String difference(RunCase run) {
    return difference(run, RunText.of(run, LiteralWorker::new));
  }

  /** What is the first to differ, or the error that ended the run on the fast engine alone. */
  private static @Nullable String difference(RunCase run, List<String> expected) {
    List<String> actual;
    try {
      actual = RunText.of(run, FastWorker::new);
    } catch (RuntimeException e) {
      StackTraceElement[] places = e.getStackTrace();
      return places.length == 0 ? e.toString() : e + " at " + places[0];
    }
    for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
      String one = i < expected.size() ? expected.get(i) : "nothing";
      String other = i < actual.size() ? actual.get(i) : "nothing";
      if (!one.equals(other)) {
        return "expected " + one + "\nbut was  " + other;
      }
    }
    return null;
  }

  /** The run without whatever it differs without. */
  private static RunCase shrunk(RunCase run) {
    RunCase smallest = run;
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (RunCase candidate : candidates(smallest)) {
        if (stillDiffers(candidate)) {
          smallest = candidate;
          smaller = true;
          break;
        }
      }
    }
    return smallest;
  }

  private static boolean stillDiffers(RunCase candidate) {
    try {
      return difference(candidate) != null;
    } catch (RuntimeException e) {
      // Not a run any more.
      return false;
    }
  }

  private static List<RunCase> candidates(RunCase run) {
    List<RunCase> candidates = new ArrayList<>();
    for (int r = run.turns.size() - 1; r >= 0; r--) {
      candidates.add(without(run, r));
    }
    for (String path : run.settings.keySet()) {
      RunCase candidate = run.copy();
      candidate.settings.remove(path);
      candidates.add(candidate);
    }
    for (int r = 0; r < run.turns.size(); r++) {
      Turn turn = run.turns.get(r);
      if (turn.output() > 1) {
        RunCase candidate = run.copy();
        candidate.turns.set(
            r,
            new Turn(
                turn.session(),
                turn.offsetNanos(),
                turn.input(),
                turn.output() / 2,
                turn.ids(),
                turn.outputIds(),
                turn.priority(),
                turn.pinnedWorker(),
                turn.waits()));
        candidates.add(candidate);
      }
    }
    return candidates;
  }

  /** The run without a request; those that waited for it wait for one less. */
  private static RunCase without(RunCase run, int removed) {
    RunCase candidate = new RunCase();
    candidate.settings.putAll(run.settings);
    for (int r = 0; r < run.turns.size(); r++) {
      Turn turn = run.turns.get(r);
      if (r != removed) {
        List<RunCase.Wait> waits = new ArrayList<>();
        for (RunCase.Wait wait : turn.waits()) {
          if (wait.source() != removed) {
            int source = wait.source() > removed ? wait.source() - 1 : wait.source();
            waits.add(new RunCase.Wait(source, wait.trigger(), wait.relation(), wait.delayNanos()));
          }
        }
        candidate.turns.add(
            new Turn(
                turn.session(),
                turn.offsetNanos(),
                turn.input(),
                turn.output(),
                turn.ids(),
                turn.outputIds(),
                turn.priority(),
                turn.pinnedWorker(),
                waits));
      }
    }
    return candidate;
  }
}
