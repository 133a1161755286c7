package dev.turnstile.replay.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ParetoFrontTest {

  @Test
  void keepsWhatNothingBeatsInBoth() {
    double[] x = {1, 2, 3, 2, 3};
    double[] y = {9, 7, 4, 6, 4};

    // (2,6) is beaten by (2,7); the two (3,4) do not beat each other
    assertThat(ParetoFront.of(x, y)).containsExactly(0, 1, 2, 4);
  }

  @Test
  void pointsWithoutAValueTakeNoPart() {
    assertThat(ParetoFront.of(new double[] {Double.NaN, 1}, new double[] {5, 1}))
        .containsExactly(1);
    assertThat(ParetoFront.of(new double[0], new double[0])).isEmpty();
  }

  @Test
  void equalsTheDefinitionOnRandomPoints() {
    qt().withFixedSeed(3)
        .forAll(
            lists().of(integers().between(0, 6)).ofSizeBetween(1, 12),
            lists().of(integers().between(0, 6)).ofSizeBetween(1, 12))
        .checkAssert(
            (xs, ys) -> {
              int n = Math.min(xs.size(), ys.size());
              double[] x = xs.subList(0, n).stream().mapToDouble(i -> i).toArray();
              double[] y = ys.subList(0, n).stream().mapToDouble(i -> i).toArray();

              List<Integer> expected =
                  IntStream.range(0, n)
                      .filter(
                          i ->
                              IntStream.range(0, n)
                                  .noneMatch(
                                      j ->
                                          x[j] >= x[i]
                                              && y[j] >= y[i]
                                              && (x[j] > x[i] || y[j] > y[i])))
                      .boxed()
                      .toList();

              assertThat(ParetoFront.of(x, y)).containsExactlyInAnyOrderElementsOf(expected);
            });
  }
}
