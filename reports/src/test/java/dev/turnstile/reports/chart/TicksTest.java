package dev.turnstile.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TicksTest {

  @Test
  void ticksAreRoundNumbersWithoutTheNoiseOfBinaryFractions() {
    // 0 to 0.35 with at most 8 ticks: steps of 0.05
    Axis axis = Axis.between("x", Quantity.of(""), 0, 0.35);

    assertThat(texts(axis, 8))
        .containsExactly("0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35");
  }

  @Test
  void largeNumbersHaveAPrefix() {
    assertThat(texts(Axis.between("x", Quantity.of("tokens"), 0, 2_000_000), 4))
        .containsExactly("0", "500 k", "1 M", "1.5 M", "2 M");
  }

  @Test
  void ratiosAreShownAsPercent() {
    assertThat(texts(Axis.fromZero("x", Quantity.RATIO, 0.9), 5))
        .containsExactly("0 %", "20 %", "40 %", "60 %", "80 %", "100 %");
  }

  @Test
  void durationsHaveAUnitThatSuitsAndStepsThatPeopleCountIn() {
    Axis hour = Axis.between("time", Quantity.MILLIS, 0, 3_600_000);

    assertThat(Ticks.title(hour)).isEqualTo("time (min)");
    assertThat(texts(hour, 5)).containsExactly("0", "15", "30", "45", "60");
    assertThat(Ticks.title(Axis.between("time", Quantity.MILLIS, 0, 900))).isEqualTo("time (ms)");
    assertThat(Ticks.title(Axis.between("time", Quantity.MILLIS, 0, 90_000))).isEqualTo("time (s)");
    assertThat(Ticks.title(Axis.between("time", Quantity.MILLIS, 0, 20 * 3.6e6)))
        .isEqualTo("time (h)");
  }

  @Test
  void logarithmicTicksArePowersAndNameTheirUnit() {
    Axis axis = Axis.log("TTFT", Quantity.MILLIS, 8, 120_000);

    assertThat(texts(axis, 6)).containsExactly("10 ms", "100 ms", "1 s", "10 s", "100 s");
    assertThat(Ticks.title(axis)).isEqualTo("TTFT");
  }

  @Test
  void shortLogarithmicAxesHaveTicksWithinTheirDecades() {
    assertThat(texts(Axis.log("x", Quantity.of(""), 1, 100), 8))
        .containsExactly("1", "2", "5", "10", "20", "50", "100");
  }

  @Test
  void givenValuesAreTickedAsTheyAre() {
    Axis axis =
        Axis.log("concurrency", Quantity.of(""), 16, 256)
            .at(List.of(16.0, 32.0, 64.0, 128.0, 256.0));

    assertThat(texts(axis, 5)).containsExactly("16", "32", "64", "128", "256");
  }

  @Test
  void longNamesLoseTheirMiddle() {
    Axis axis = Axis.of("", List.of("thunderagent:pause_threshold=0.95", "kv"));

    assertThat(Ticks.of(axis, 10, 12))
        .extracting(Ticks.Tick::text)
        .containsExactly("thunde…=0.95", "kv");
    assertThat(Ticks.of(axis, 10, 12)).extracting(Ticks.Tick::value).containsExactly(0.5, 1.5);
  }

  @Test
  void axesOfASingleValueHaveRoomAroundIt() {
    assertThat(Axis.between("x", Quantity.of(""), 64, 64).min()).isEqualTo(32);
    assertThat(Axis.between("x", Quantity.of(""), 0, 0).max()).isEqualTo(1);
    assertThat(Axis.fromZero("x", Quantity.of(""), Double.NaN).max()).isGreaterThanOrEqualTo(1);
    assertThat(Axis.log("x", Quantity.of(""), 8, 8).max()).isEqualTo(16);
  }

  @Test
  void axesWithoutARangeAreRefused() {
    assertThatThrownBy(
            () -> new Axis("x", Quantity.of(""), Axis.Scale.LINEAR, 1, 1, List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("axis x");
    assertThatThrownBy(() -> Axis.log("x", Quantity.of(""), 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> texts(Axis axis, int most) {
    return Ticks.of(axis, most, 28).stream().map(Ticks.Tick::text).toList();
  }
}
