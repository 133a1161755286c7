package dev.turnstile.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LookTest {

  @Test
  void looksOfManySeriesDifferInMoreThanTheInk() {
    assertThat(IntStream.range(0, 64).mapToObj(Look::series)).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 8).mapToObj(i -> Look.series(i).dash())).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, 8).mapToObj(i -> Look.series(i).marker()))
        .doesNotHaveDuplicates();
  }

  @Test
  void dashesAndMarkersAreDataForSvg() {
    assertThat(Look.series(0).dashArray()).isEmpty();
    assertThat(Look.series(1).dashArray()).isEqualTo("7 3");
    assertThat(Look.series(1).markerAt(14, 6)).isEqualTo("M11 3h6v6h-6v-6z");
  }
}
