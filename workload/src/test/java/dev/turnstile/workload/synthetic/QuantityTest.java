package dev.turnstile.workload.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

final class QuantityTest {
  private static final int DRAWS = 20_000;

  @Test
  void hitsTheQuantilesOfALogNormal() {
    double[] draws = draws(new Quantity.LogNormal(100, 400, 0, 1e9));

    // With 20,000 draws the standard errors are about 1 % and 1.5 %.
    assertThat(draws[DRAWS / 2]).isCloseTo(100, within(4.0));
    assertThat(draws[DRAWS * 9 / 10]).isCloseTo(400, within(24.0));
  }

  @Test
  void setsALogNormalToItsBounds() {
    double[] draws = draws(new Quantity.LogNormal(100, 400, 50, 200));

    assertThat(draws[0]).isEqualTo(50);
    assertThat(draws[DRAWS - 1]).isEqualTo(200);
    assertThat(draws[DRAWS / 2]).isCloseTo(100, within(4.0));
  }

  @Test
  void hitsTheMeanOfAnExponential() {
    double mean = Arrays.stream(draws(new Quantity.Exponential(3))).average().orElseThrow();

    // The standard error is 3 / sqrt(20,000) = 0.021.
    assertThat(mean).isCloseTo(3, within(0.09));
  }

  @Test
  void staysInsideAUniform() {
    double[] draws = draws(new Quantity.Uniform(2, 4));

    assertThat(draws[0]).isBetween(2.0, 2.01);
    assertThat(draws[DRAWS - 1]).isBetween(3.99, 4.0);
  }

  @Test
  void weighsEmpiricalValues() {
    double[] draws = draws(new Quantity.Empirical(List.of(1.0, 2.0, 3.0), List.of(1.0, 0.0, 3.0)));

    long ones = Arrays.stream(draws).filter(value -> value == 1).count();
    assertThat(Arrays.stream(draws).filter(value -> value == 2).count()).isZero();
    // A quarter, with a standard error of 0.3 %.
    assertThat((double) ones / DRAWS).isCloseTo(0.25, within(0.015));
  }

  private static double[] draws(Quantity quantity) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
    double[] draws = new double[DRAWS];
    Arrays.setAll(draws, i -> quantity.sample(random));
    Arrays.sort(draws);
    return draws;
  }
}
