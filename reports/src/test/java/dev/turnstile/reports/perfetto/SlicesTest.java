package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class SlicesTest {

  private static List<String> phases(long begin, long end, Consumer<Slices> work) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceEvents out = new TraceEvents(bytes);
    out.process(1, "p", 0, null);
    out.thread(1, 2, "t", 0);
    Slices slices = new Slices(out, 1, 2, begin, end);
    slices.whole("whole", "request", json -> {});
    work.accept(slices);
    out.end(Map.of());
    return new Drawn(TraceRules.check(bytes.toString(StandardCharsets.UTF_8)))
        .slices("p").stream().skip(1).toList();
  }

  @Test
  void phasesFollowOneAnotherInWholeMicroseconds() {
    assertThat(
            phases(
                1,
                9,
                slices -> {
                  slices.phase("a", 1_900, 4_999);
                  slices.phase("b", 4_999, 9_000);
                }))
        .containsExactly("t: a 1..4", "t: b 4..9");
  }

  @Test
  void aPhaseBelowAMicrosecondIsOneLongAndOneWithoutLengthIsNotDrawn() {
    assertThat(
            phases(
                1,
                9,
                slices -> {
                  slices.phase("none", 1_000, 1_000);
                  slices.phase("short", 1_000, 1_300);
                  slices.phase("rest", 1_300, 9_000);
                }))
        .containsExactly("t: short 1..2", "t: rest 2..9");
  }

  @Test
  void phasesThatFindNoRoomAreNotDrawnAndNoneLeavesItsRequest() {
    assertThat(
            phases(
                1,
                2,
                slices -> {
                  slices.phase("early", 0, 1_200);
                  slices.phase("late", 1_200, 1_800);
                }))
        .containsExactly("t: early 1..2");
    assertThat(phases(1, 5, slices -> slices.phase("long", 0, 99_000)))
        .containsExactly("t: long 1..5");
  }
}
