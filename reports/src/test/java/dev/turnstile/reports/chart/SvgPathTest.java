package dev.turnstile.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SvgPathTest {

  @Test
  void stepsAreRelativeAndStraightOnesShort() {
    assertThat(new SvgPath().data("M10 20 L30 20 L30 25.5 L40 30 Z").text())
        .isEqualTo("M10 20h20v5.5l10 4.5z");
  }

  @Test
  void roundingDoesNotDrift() {
    SvgPath path = new SvgPath().move(0, 0);
    double sum = 0;
    for (int i = 1; i <= 1000; i++) {
      path.line(i * 0.33, i % 2);
    }
    for (String part : path.text().substring("M0 0".length()).split("(?=[lhv])", -1)) {
      sum += Double.parseDouble(part.substring(1).split(" ", 2)[0]);
    }

    // 1000 * 0.33 = 330; rounding every step by itself would give 1000 * 0.3 = 300
    assertThat(sum).isCloseTo(330, org.assertj.core.data.Offset.offset(0.051));
  }

  @Test
  void dotsAreStepsOfNoLengthAndOtherwiseTheyAreLeftOut() {
    assertThat(new SvgPath().data("M1 1 L1 1 M2 2 L2 2").text()).isEqualTo("M1 1h0M2 2h0");
    assertThat(new SvgPath().data("M1 1 L2 1 L2 1 L3 1").text()).isEqualTo("M1 1h1h1");
  }

  @Test
  void curvesKeepTheirControlPoints() {
    assertThat(new SvgPath().data("M1 1 C1 2 2 3 3 3 Q4 4 5 3").text())
        .isEqualTo("M1 1c0 1 1 2 2 2q1 1 2 0");
  }

  @Test
  void placesThatAreNoNumbersAreAnErrorOfOurs() {
    assertThatThrownBy(() -> new SvgPath().move(Double.NaN, 1))
        .isInstanceOf(IllegalStateException.class);
  }
}
