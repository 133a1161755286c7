package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LanesTest {

  @Test
  void takesTheLowestLaneThatIsFree() {
    Lanes lanes = new Lanes();

    assertThat(lanes.assign(0, 10)).isZero();
    assertThat(lanes.assign(1, 3)).isEqualTo(1);
    assertThat(lanes.assign(2, 20)).isEqualTo(2);
    // lane 1 has been free since 3
    assertThat(lanes.assign(5, 30)).isEqualTo(1);
    // lane 0 ends exactly now
    assertThat(lanes.assign(10, 11)).isZero();
    assertThat(lanes.assign(10, 11)).isEqualTo(3);
    assertThat(lanes.count()).isEqualTo(4);
  }
}
