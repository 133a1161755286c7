package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class DistributionTest {
  @Test
  void interpolatesPercentilesLinearlyBetweenOrderStatistics() {
    // rank (5 - 1) * 0.9 = 3.6 between 4 and 10: 4 + 0.6 * 6 = 7.6, as NumPy's default
    Distribution d = Distribution.of(new double[] {10, 3, 1, 2, 4});

    assertThat(d.percentile(90)).isCloseTo(7.6, within(1e-12));
    assertThat(d.percentile(50)).isEqualTo(3);
    assertThat(d.mean()).isEqualTo(4);
    assertThat(d.min()).isEqualTo(1);
    assertThat(d.max()).isEqualTo(10);
  }

  @Test
  void usesThePopulationStandardDeviation() {
    // mean 12.2, deviations 7 and -7
    Distribution d = Distribution.ofNanos(new double[] {19_200_000, 5_200_000});

    assertThat(d.mean()).isCloseTo(12.2, within(1e-12));
    assertThat(d.std()).isCloseTo(7.0, within(1e-12));
    assertThat(d.percentile(90)).isCloseTo(17.8, within(1e-12));
  }

  @Test
  void oneSampleIsEveryPercentile() {
    Distribution d = Distribution.ofNanos(new double[] {25_600_000});

    assertThat(d.percentiles()).containsOnly(25.6);
    assertThat(d.std()).isZero();
  }

  @Test
  void nothingHasNoNumbersButACount() {
    Distribution d = Distribution.of(new double[0]);

    assertThat(d.count()).isZero();
    assertThat(d.mean()).isNaN();
    assertThat(d.percentile(99)).isNaN();
  }

  @Test
  void tokenGapsKeepExactMomentsAndBoundedPercentiles() {
    TokenGaps gaps = new TokenGaps();
    gaps.add(10_000_000, 98);
    gaps.add(250_000_000, 2);

    Distribution d = gaps.distribution();

    // mean (98 * 10 + 2 * 250) / 100 = 14.8; variance (98 * 4.8^2 + 2 * 235.2^2) / 100 = 1128.96
    assertThat(d.count()).isEqualTo(100);
    assertThat(d.mean()).isCloseTo(14.8, within(1e-9));
    assertThat(d.std()).isCloseTo(33.6, within(1e-6));
    assertThat(d.max()).isEqualTo(250);
    assertThat(d.percentile(50)).isCloseTo(10, within(0.01));
    assertThat(d.percentile(99)).isCloseTo(250, within(0.25));
  }
}
