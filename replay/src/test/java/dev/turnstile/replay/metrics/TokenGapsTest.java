package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TokenGapsTest {

  @Test
  void countInTheCellsOfAHistogramWithThreeDigits() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 50; round++) {
      TokenGaps gaps = new TokenGaps();
      Histogram histogram = new Histogram(3);
      histogram.setAutoResize(true);
      int bits = 1 + random.nextInt(55);
      long max = 0;
      for (int i = 0; i < 300; i++) {
        long nanos = random.nextLong(1L << random.nextInt(bits));
        long times = 1 + random.nextInt(3);
        gaps.add(nanos, times);
        histogram.recordValueWithCount(nanos, times);
        max = Math.max(max, nanos);
      }
      double[] percentiles = gaps.distribution().percentiles();
      for (int i = 0; i < percentiles.length; i++) {
        long expected = histogram.getValueAtPercentile(Distribution.PERCENTS[i]);
        assertThat(percentiles[i]).isEqualTo((double) Math.min(expected, max) / 1e6);
      }
    }
  }
}
