package dev.turnstile.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.load.LoadSettings.DelayPolicy;
import dev.turnstile.workload.load.LoadSettings.Gaps;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

final class LoadDriverTest {
  private static final long SECOND = 1_000_000_000;

  private static LoadSettings open(Gaps gaps) {
    return new LoadSettings(
        new ArrivalMode.Recorded(), gaps, LoadSettings.NO_LIMIT, Long.MAX_VALUE);
  }

  private static LoadSettings closed(int slots, boolean staticLanes) {
    return new LoadSettings(
        new ArrivalMode.ClosedLoop(slots, staticLanes),
        Gaps.AS_RECORDED,
        LoadSettings.NO_LIMIT,
        Long.MAX_VALUE);
  }

  private static Gaps gaps(String speedup, long maxGap, long idleCap) {
    return new Gaps(new BigDecimal(speedup), maxGap, idleCap, DelayPolicy.EDGE);
  }

  @Test
  void sendsRootsAtTheirOffsetsWithTheFirstAtZero() {
    Graphs graph = new Graphs();
    graph.root("late", 700);
    graph.root("early", 200);

    Client client = Client.run(graph.build(), LoadSettings.RECORDED, 1);

    assertThat(client.log).containsExactly("early@0", "late@500");
  }

  @Test
  void sendsRequestsOfOneTimeInLoadOrder() {
    Graphs graph = new Graphs();
    int first = graph.root("a", 0);
    int second = graph.follower("b");
    graph.root("c", 30);
    graph.after(first, second, 20);

    Client client = Client.run(graph.build(), LoadSettings.RECORDED, 10);

    // a ends at 10, so b is ready at 30, as is c
    assertThat(client.log).containsExactly("a@0", "b@30", "c@30");
  }

  @Test
  void waitsForEveryEdgeWithItsOwnDelay() {
    Graphs graph = new Graphs();
    int parent = graph.root("p1", 0);
    int child = graph.follower("k1");
    int join = graph.follower("p2");
    graph.after(parent, child, 200).after(parent, join, 1600).after(child, join, 200);

    Client client = Client.run(graph.build(), LoadSettings.RECORDED, 10);

    // p1 ends 10; k1 210..220; p2 at max(10 + 1600, 220 + 200)
    assertThat(client.log).containsExactly("p1@0", "k1@210", "p2@1610");
  }

  @Test
  void countsDispatchEdgesFromTheArrivalOfTheSource() {
    Graphs graph = new Graphs();
    int first = graph.root("a", 0);
    int second = graph.follower("b");
    graph.afterDispatch(first, second, 5);

    Client client = Client.run(graph.build(), LoadSettings.RECORDED, 100);

    assertThat(client.log).containsExactly("a@0", "b@5");
  }

  @Test
  void appliesOneResidualDelayAfterTheLastPredecessor() {
    Graphs graph = new Graphs();
    int parent = graph.root("p1", 0, 0, 1000 * Graphs.MS);
    int child = graph.recorded("k1", 1200, 2400);
    int join = graph.recorded("p2", 2600, 2700);
    graph.after(parent, child, 200).after(parent, join, 1600).after(child, join, 200);
    Gaps residual =
        new Gaps(BigDecimal.ONE, LoadSettings.NO_CAP, LoadSettings.NO_CAP, DelayPolicy.RESIDUAL);

    Client client = Client.run(graph.build(), open(residual), 10);

    // k1 ends 220; p2 at 220 + (2600 - 2400)
    assertThat(client.log).containsExactly("p1@0", "k1@210", "p2@420");
  }

  @Test
  void takesTheSmallestDelayAsResidualWhereNothingIsRecorded() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int b = graph.root("b", 0);
    int c = graph.follower("c");
    graph.after(a, c, 50).after(b, c, 70);
    Gaps residual =
        new Gaps(BigDecimal.ONE, LoadSettings.NO_CAP, LoadSettings.NO_CAP, DelayPolicy.RESIDUAL);

    Client client = Client.run(graph.build(), open(residual), 10);

    assertThat(client.log).containsExactly("a@0", "b@0", "c@60");
  }

  @Test
  void dividesEachTimeOnItsOwnAndRoundsHalfUp() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    int b = graph.root("b", 0.000005);
    int c = graph.follower("c");
    graph.after(b, c, 0.000003);

    Client client =
        Client.run(graph.build(), open(gaps("2", LoadSettings.NO_CAP, LoadSettings.NO_CAP)), 1);

    // 5 ns / 2 = 2.5 -> 3 ns; 3 ns / 2 = 1.5 -> 2 ns after the completion at 1 ms + 3 ns
    assertThat(client.log).containsExactly("a@0", "b@0.000003", "c@1.000005");
  }

  @Test
  void holdsRecordedFloorsInOpenLoop() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int b = graph.follower("b", 500);
    graph.after(a, b, 20);

    assertThat(Client.run(graph.build(), LoadSettings.RECORDED, 10).log)
        .containsExactly("a@0", "b@500");
    assertThat(Client.run(graph.build(), closed(1, false), 10).log).containsExactly("a@0", "b@30");
    assertThat(Client.run(graph.build(), open(gaps("1", 10 * SECOND, LoadSettings.NO_CAP)), 10).log)
        .containsExactly("a@0", "b@30");
  }

  @Test
  void capsEveryDelayAndCountsWhatWasCut() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int b = graph.follower("b");
    int c = graph.follower("c");
    graph.after(a, b, 3000).after(b, c, 400).afterDispatch(a, c, 1500);

    Client client = Client.run(graph.build(), open(gaps("1", SECOND, LoadSettings.NO_CAP)), 10);

    assertThat(client.log).containsExactly("a@0", "b@1010", "c@1420");
    assertThat(client.driver().gapsCut()).isEqualTo(2);
    assertThat(client.driver().gapCutNanos()).isEqualTo(2500 * Graphs.MS);
  }

  @Test
  void skipsIdleTimeAndKeepsRelativeTiming() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    graph.root("b", 10_000);
    graph.root("c", 10_300);

    Client client = Client.run(graph.build(), open(gaps("1", LoadSettings.NO_CAP, SECOND)), 10);

    // idle from 10; b may come at 1010, so 8990 are skipped; c keeps its 300 behind b
    assertThat(client.log).containsExactly("a@0", "b@1010", "c@1310");
    assertThat(client.driver().idleSkippedNanos()).isEqualTo(8990 * Graphs.MS);
  }

  @Test
  void skipsNoTimeWhileARequestIsInFlight() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    graph.root("b", 10_000);

    Client client = Client.run(graph.build(), open(gaps("1", LoadSettings.NO_CAP, SECOND)), 9_500);

    assertThat(client.log).containsExactly("a@0", "b@10000");
  }

  @Test
  void movesFloorsTogetherWithSkippedTime() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int b = graph.follower("b", 5_000);
    int c = graph.follower("c", 5_500);
    graph.after(a, b, 0).after(b, c, 0);

    Client client =
        Client.run(graph.build(), open(gaps("1", LoadSettings.NO_CAP, 100 * Graphs.MS)), 10);

    // a ends 10, b is pulled from 5000 to 110 (4890 skipped); it ends at 120. c's floor
    // has moved to 610 and is then pulled to 120 + 100
    assertThat(client.log).containsExactly("a@0", "b@110", "c@220");
  }

  @Test
  void keepsASlotThroughGapsAndGivesItToTheNextPlayAtOnce() {
    Graphs graph = new Graphs();
    int a = graph.root("a1", 900);
    int a2 = graph.follower("a2");
    graph.root("b", 100);
    graph.untimedRoot("c");
    graph.after(a, a2, 50);

    Client client = Client.run(graph.build(), closed(2, false), 10);

    assertThat(client.log).containsExactly("a1@0", "b@0", "c@10", "a2@60");
  }

  @Test
  void countsRootOffsetsOfAPlayFromItsFirstRoot() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 500);
    int b = graph.root("b", 530);
    int c = graph.follower("c");
    graph.after(a, c, 0).after(b, c, 0);

    Client client = Client.run(graph.build(), closed(4, false), 10);

    assertThat(client.log).containsExactly("a@0", "b@30", "c@40");
  }

  @Test
  void keepsPlaysInTheirLaneWhenLanesAreStatic() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    graph.root("b", 0);
    graph.root("c", 0);
    graph.root("d", 0);

    // b lasts long: dynamic slots let c and d follow a; static lanes make d wait for b
    Client dynamic =
        Client.run(
            graph.build(), closed(2, false), r -> (r == 1 ? 100 : 10) * Graphs.MS, id -> false);
    Client lanes =
        Client.run(
            graph.build(), closed(2, true), r -> (r == 1 ? 100 : 10) * Graphs.MS, id -> false);

    assertThat(dynamic.log).containsExactly("a@0", "b@0", "c@10", "d@20");
    assertThat(lanes.log).containsExactly("a@0", "b@0", "c@10", "d@100");
  }

  @Test
  void startsEveryPlayAtOnceWithoutANumberOfSlots() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    graph.root("b", 400);

    Client client = Client.run(graph.build(), closed(ArrivalMode.ClosedLoop.ALL_PLAYS, false), 10);

    assertThat(client.log).containsExactly("a@0", "b@0");
  }

  @Test
  void boundsRequestsInFlightInTheOrderInWhichTheyWereReady() {
    Graphs graph = new Graphs();
    graph.root("a", 0);
    graph.root("b", 3);
    graph.root("c", 2);
    LoadSettings settings =
        new LoadSettings(new ArrivalMode.Recorded(), Gaps.AS_RECORDED, 1, Long.MAX_VALUE);

    Client client = Client.run(graph.build(), settings, 10);

    assertThat(client.log).containsExactly("a@0", "c@10 ready 2", "b@20 ready 3");
  }

  @Test
  void givesAFreedPermitToTheRequestThatWasReadyFirst() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int next = graph.follower("next");
    graph.root("held", 5);
    graph.after(a, next, 0);
    LoadSettings settings =
        new LoadSettings(new ArrivalMode.Recorded(), Gaps.AS_RECORDED, 1, Long.MAX_VALUE);

    Client client = Client.run(graph.build(), settings, 10);

    // at 10 both wait for the permit; "held" has been ready since 5
    assertThat(client.log).containsExactly("a@0", "held@10 ready 5", "next@20 ready 10");
  }

  @Test
  void drawsPlayStartsAndMovesFloorsWithTheirPlay() {
    Graphs graph = new Graphs();
    graph.root("a", 9_000);
    int b = graph.root("b", 50);
    int b2 = graph.follower("b2", 250);
    graph.after(b, b2, 0);
    LoadSettings settings =
        new LoadSettings(
            new ArrivalMode.Poisson(new BigDecimal("10")),
            Gaps.AS_RECORDED,
            LoadSettings.NO_LIMIT,
            Long.MAX_VALUE);

    Client client = Client.run(graph.build(), settings, 10);

    double u = new java.util.SplittableRandom(1).nextDouble();
    double start = Math.round(-StrictMath.log(1 - u) * 1e8) / 1e6;
    assertThat(client.log).hasSize(3).startsWith("a@0");
    assertThat(timeOf(client, "b")).isEqualTo(start);
    // floor: 200 behind the play's root
    assertThat(timeOf(client, "b2")).isEqualTo(start + 200);
  }

  private static double timeOf(Client client, String id) {
    return client.log.stream()
        .filter(line -> line.startsWith(id + "@"))
        .mapToDouble(line -> Double.parseDouble(line.substring(id.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sendsNothingAfterTheEndOfTime() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int a2 = graph.follower("a2");
    graph.root("b", 20);
    graph.root("c", 21);
    graph.after(a, a2, 5);
    LoadSettings settings =
        new LoadSettings(
            new ArrivalMode.Recorded(), Gaps.AS_RECORDED, LoadSettings.NO_LIMIT, 20 * Graphs.MS);

    Client client = Client.run(graph.build(), settings, 30);

    assertThat(client.log).containsExactly("a@0", "b@20");
    assertThat(client.driver().state(a2)).isEqualTo(LoadDriver.State.QUEUED);
  }

  @Test
  void skipsTheRestOfAPlayAfterARefusal() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int a2 = graph.follower("a2");
    int a3 = graph.follower("a3");
    int sibling = graph.follower("sibling");
    graph.root("other", 5);
    graph.after(a, a2, 1).after(a2, a3, 1).after(a, sibling, 0).after(sibling, a3, 0);

    Client client =
        Client.run(
            graph.build(), LoadSettings.RECORDED, r -> 10 * Graphs.MS, id -> id.equals("a2"));

    // the sibling has arrived at 10 and finishes; a3 has not and is skipped
    assertThat(client.log).containsExactly("a@0", "other@5", "sibling@10", "a2@11");
    assertThat(client.skipped).containsExactly("a3");
  }

  @Test
  void freesTheSlotOfARefusedPlayAtTheSameTime() {
    Graphs graph = new Graphs();
    int a = graph.root("a", 0);
    int a2 = graph.follower("a2");
    graph.root("b", 0);
    graph.after(a, a2, 1);

    Client client =
        Client.run(graph.build(), closed(1, false), r -> 10 * Graphs.MS, id -> id.equals("a"));

    assertThat(client.log).containsExactly("a@0", "b@0");
    assertThat(client.skipped).containsExactly("a2");
  }

  @Test
  void refusesAnOpenLoopWithoutRecordedStarts() {
    Graphs graph = new Graphs();
    graph.untimedRoot("a");

    assertThatThrownBy(() -> Client.run(graph.build(), LoadSettings.RECORDED, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("request a has no recorded start");
  }
}
