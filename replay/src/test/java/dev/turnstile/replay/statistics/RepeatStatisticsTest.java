package dev.turnstile.replay.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.replay.metrics.MetricCatalogue.Good;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RepeatStatisticsTest {

  @Test
  void meanDeviationAndIntervalOfThreeRuns() {
    RepeatStatistics statistics = RepeatStatistics.of(new double[] {10, 12, 17});

    // mean 13, squares 9 + 1 + 16 = 26, s = sqrt(26 / 2) = 3.605551
    // half width 4.302653 * 3.605551 / sqrt(3) = 8.956687
    assertThat(statistics.count()).isEqualTo(3);
    assertThat(statistics.mean()).isEqualTo(13);
    assertThat(statistics.std()).isCloseTo(3.605551, within(1e-6));
    assertThat(statistics.cv()).isCloseTo(3.605551 / 13, within(1e-6));
    Interval interval = Objects.requireNonNull(statistics.interval());
    assertThat(interval.low()).isCloseTo(13 - 8.956687, within(1e-5));
    assertThat(interval.high()).isCloseTo(13 + 8.956687, within(1e-5));
  }

  @Test
  void oneRunHasNoInterval() {
    RepeatStatistics statistics = RepeatStatistics.of(new double[] {7});

    assertThat(statistics).isEqualTo(new RepeatStatistics(1, 7, null, null, null));
  }

  @Test
  void equalRunsHaveTheirValueAsMeanToTheLastBit() {
    RepeatStatistics statistics = RepeatStatistics.of(new double[] {0.1, 0.1, 0.1});

    assertThat(statistics.mean()).isEqualTo(0.1);
    assertThat(statistics.std()).isZero();
    assertThat(statistics.interval()).isEqualTo(new Interval(0.1, 0.1));
  }

  @Test
  void aMeanOfZeroHasNoCoefficientOfVariation() {
    assertThat(RepeatStatistics.of(new double[] {-1, 1}).cv()).isNull();
  }

  /** From a printed table of Student's t, two-sided 95 %. */
  @ParameterizedTest
  @CsvSource({"1, 12.7062", "2, 4.3027", "4, 2.7764", "9, 2.2622", "29, 2.0452", "999, 1.9623"})
  void quantilesEqualThePrintedTable(int degreesOfFreedom, double quantile) {
    assertThat(RepeatStatistics.tQuantile(degreesOfFreedom)).isCloseTo(quantile, within(5e-5));
  }

  @Test
  void anIntervalThatContainsZeroShowsNoDifference() {
    assertThat(Verdict.of(new Interval(-1, 2), Good.UP)).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
    assertThat(Verdict.of(new Interval(0, 2), Good.UP)).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
    assertThat(Verdict.of(new Interval(1, 2), Good.UP)).isEqualTo(Verdict.BETTER);
    assertThat(Verdict.of(new Interval(1, 2), Good.DOWN)).isEqualTo(Verdict.WORSE);
    assertThat(Verdict.of(new Interval(-2, -1), Good.DOWN)).isEqualTo(Verdict.BETTER);
    assertThat(Verdict.of(new Interval(-2, -1), Good.NEUTRAL)).isEqualTo(Verdict.LOWER);
    assertThat(Verdict.NO_DIFFERENCE_SHOWN.label()).isEqualTo("no difference shown");
  }
}
