package dev.turnstile.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SimulationTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);

  private final Simulation simulation = new Simulation();
  private final List<Integer> seen = new ArrayList<>();

  private int schedule(long timeNanos, Rank rank, int subject, int argument) {
    return simulation.schedule(timeNanos, rank, subject, seen::add, argument);
  }

  private List<Integer> run() {
    while (simulation.step()) {}
    return seen;
  }

  @Test
  void ordersByTimeThenRankThenSubjectThenSequence() {
    schedule(7, Rank.STORE_END, 0, 8);
    schedule(5, Rank.TIMER, 0, 7);
    schedule(5, Rank.STEP_START, 0, 6);
    schedule(5, Rank.ARRIVAL, 2, 4);
    schedule(5, Rank.ARRIVAL, 2, 5);
    schedule(5, Rank.ARRIVAL, 1, 3);
    schedule(5, Rank.STEP_END, 9, 2);
    schedule(5, Rank.LOAD_END, 9, 1);
    schedule(3, Rank.TIMER, 9, 0);

    assertThat(run()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(simulation.nowNanos()).isEqualTo(7);
    assertThat(simulation.processedEvents()).isEqualTo(9);
  }

  @Test
  void eventCreatedForTheCurrentTimeTakesItsRankBeforeTimeMoves() {
    // The step end makes an arrival, which comes before the step start that was there already.
    simulation.schedule(
        5,
        Rank.STEP_END,
        0,
        argument -> {
          seen.add(argument);
          schedule(5, Rank.ARRIVAL, 0, 1);
        },
        0);
    schedule(5, Rank.STEP_START, 0, 2);
    schedule(6, Rank.STORE_END, 0, 4);
    simulation.schedule(
        5,
        Rank.TIMER,
        0,
        argument -> {
          seen.add(argument);
          schedule(5, Rank.ARRIVAL, 0, 30);
        },
        3);

    assertThat(run()).containsExactly(0, 1, 2, 3, 30, 4);
  }

  @Test
  void countsWorkApartFromTimers() {
    schedule(1, Rank.TIMER, 0, 0);
    schedule(2, Rank.ARRIVAL, 0, 1);

    assertThat(simulation.pendingWork()).isEqualTo(1);
    assertThat(simulation.pendingEvents()).isEqualTo(2);
    simulation.step();
    assertThat(simulation.pendingWork()).isEqualTo(1);
    simulation.step();
    assertThat(simulation.pendingWork()).isZero();
    assertThat(simulation.step()).isFalse();
  }

  @Test
  void refusesThePast() {
    schedule(10, Rank.TIMER, 0, 0);
    run();

    assertThatThrownBy(() -> schedule(9, Rank.TIMER, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("event in the past: 9 ns, now 10 ns");
    assertThatThrownBy(() -> schedule(10, Rank.ARRIVAL, -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("subject must be >= 0, got -1");
    assertThat(simulation.pendingEvents()).isZero();
  }

  @Test
  void cancelledEventIsNeverProcessedAndDoesNotMoveTime() {
    schedule(1, Rank.ARRIVAL, 0, 1);
    int timer = schedule(8, Rank.TIMER, 0, 2);
    int work = schedule(9, Rank.ARRIVAL, 0, 3);

    simulation.cancel(work);
    assertThat(simulation.pendingWork()).isEqualTo(1);
    simulation.cancel(timer);

    assertThat(simulation.pendingEvents()).isEqualTo(1);
    assertThat(run()).containsExactly(1);
    assertThat(simulation.nowNanos()).isEqualTo(1);
  }

  @Test
  void cancelledEventCanBeScheduledAgain() {
    int late = schedule(9, Rank.STEP_END, 3, 1);
    schedule(5, Rank.STEP_END, 3, 2);
    simulation.cancel(late);
    schedule(4, Rank.STEP_END, 3, 1);

    assertThat(run()).containsExactly(1, 2);
  }

  @Test
  void tellsWhichRanksAndSubjectsOfTheCurrentTimeHadTheirTurn() {
    List<Boolean> had = new ArrayList<>();
    EventTarget ask =
        argument -> {
          had.add(simulation.hadTurn(Rank.STEP_END, 4));
          had.add(simulation.hadTurn(Rank.STEP_START, 4));
        };
    simulation.schedule(5, Rank.STEP_END, 3, ask, 0);
    simulation.schedule(5, Rank.ARRIVAL, 9, ask, 0);
    simulation.schedule(5, Rank.STEP_START, 4, ask, 0);
    // A further round at the same time comes after all of the first one.
    simulation.schedule(5, Rank.TIMER, 0, n -> simulation.schedule(5, Rank.ARRIVAL, 0, ask, 0), 0);
    simulation.schedule(6, Rank.STEP_END, 3, ask, 0);
    run();

    assertThat(had)
        .containsExactly(false, false, true, false, true, true, true, true, false, false);
  }

  /** An event that has been scheduled, with its place in the total order. */
  private record Planned(long timeNanos, Rank rank, int subject, int sequence, int handle) {}

  @Test
  void equalsASortedListOnRandomSchedules() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Planned> pending = new ArrayList<>();
    Comparator<Planned> order =
        Comparator.comparingLong(Planned::timeNanos)
            .thenComparing(Planned::rank)
            .thenComparingInt(Planned::subject)
            .thenComparingInt(Planned::sequence);
    int sequence = 0;

    for (int round = 0; round < 20_000; round++) {
      if (pending.isEmpty() || random.nextInt(100) < (round < 10_000 ? 60 : 40)) {
        long timeNanos = simulation.nowNanos() + random.nextInt(20);
        Rank rank = Rank.values()[random.nextInt(Rank.values().length)];
        int subject = random.nextInt(4);
        int handle = schedule(timeNanos, rank, subject, sequence);
        pending.add(new Planned(timeNanos, rank, subject, sequence++, handle));
      } else if (random.nextInt(5) == 0) {
        simulation.cancel(pending.remove(random.nextInt(pending.size())).handle());
      } else {
        Planned first = pending.stream().min(order).orElseThrow();
        pending.remove(first);
        simulation.step();
        assertThat(seen.get(seen.size() - 1)).as("seed %d", SEED).isEqualTo(first.sequence());
        assertThat(simulation.nowNanos()).isEqualTo(first.timeNanos());
      }
    }
    assertThat(simulation.pendingEvents()).isEqualTo(pending.size());
  }
}
