package dev.turnstile.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class EndOfTimeExceptionTest {

  @Test
  void timeEndsAfter146Years() {
    long almost = (1L << 62) - 5;

    assertThat(EndOfTimeException.after(5, almost)).isEqualTo(1L << 62);
    assertThatThrownBy(() -> EndOfTimeException.after(6, almost))
        .isInstanceOf(EndOfTimeException.class)
        .hasMessageContaining("from 6 ns on ends after 146 years");
    assertThatThrownBy(() -> EndOfTimeException.after(almost, Long.MAX_VALUE))
        .isInstanceOf(EndOfTimeException.class);
  }
}
