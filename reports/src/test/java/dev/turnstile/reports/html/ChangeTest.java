package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import org.junit.jupiter.api.Test;

final class ChangeTest {

  @Test
  void changesHaveSignAndVerdictByWhichWayIsBetter() {
    // 100 to 133: +33 %; 2 s to 1.5 s: -25 %
    assertThat(Change.of(100, 133, Measure.NUMBER, Good.UP))
        .isEqualTo(new Change("+33.0 %", "0.33", "better"));
    assertThat(Change.of(2000, 1500, Measure.DURATION, Good.DOWN))
        .isEqualTo(new Change("−25.0 %", "-0.25", "better"));
    assertThat(Change.of(2000, 3000, Measure.DURATION, Good.DOWN).verdict()).isEqualTo("worse");
    assertThat(Change.of(5, 6, Measure.NUMBER, Good.NEUTRAL).verdict()).isEqualTo("neutral");
  }

  @Test
  void ratiosChangeByPercentagePoints() {
    assertThat(Change.of(0.5, 0.75, Measure.PERCENT, Good.UP))
        .isEqualTo(new Change("+25.0 pp", "0.25", "better"));
  }

  @Test
  void nothingIsInventedWhereThereIsNoRelativeChange() {
    assertThat(Change.of(0, 4, Measure.NUMBER, Good.DOWN))
        .isEqualTo(new Change("from 0", "", "worse"));
    assertThat(Change.of(0, 0, Measure.NUMBER, Good.DOWN)).isEqualTo(new Change("=", "0", "same"));
    assertThat(Change.of(null, 4, Measure.NUMBER, Good.DOWN)).isEqualTo(Change.NONE);
    assertThat(Change.of(4, null, Measure.NUMBER, Good.DOWN)).isEqualTo(Change.NONE);
  }

  @Test
  void largeChangesAreFactorsAndTinyOnesAreNone() {
    assertThat(Change.of(2, 50, Measure.NUMBER, Good.DOWN).text()).isEqualTo("× 25");
    assertThat(Change.of(10_000, 10_001, Measure.NUMBER, Good.UP))
        .isEqualTo(new Change("≈ 0 %", "1.0E-4", "same"));
  }
}
