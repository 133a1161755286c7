package dev.turnstile.workload.trace.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DecimalTest {
  private static long scaled(String text, int digits) {
    return Decimal.scaled(("[" + text).toCharArray(), 1, text.length(), digits);
  }

  private static long whole(String text) {
    return Decimal.whole(text.toCharArray(), 0, text.length());
  }

  private static long unsigned(String text) {
    return Decimal.unsigned(text.toCharArray(), 0, text.length());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 0",
    "1790000000000, 6, 1790000000000000000",
    "350.5, 6, 350500000",
    "0.1234565, 6, 123457",
    "0.1234564999999999999999999999, 6, 123456",
    "0.4999999999999999999, 0, 0",
    "1000.4, 0, 1000",
    "1000.5, 0, 1001",
    "1000.500, 0, 1001",
    "4.35, 2, 435",
    "1e3, 6, 1000000000",
    "1.5E-3, 6, 1500",
    "15e-7, 6, 2",
    "-2.5, 0, -2",
    "-2.51, 0, -3",
    "-0, 6, 0",
    "0e999999999, 6, 0",
    "1e-999999999, 6, 0",
    "9223372036854775807, 0, 9223372036854775807"
  })
  void roundsHalfUpFromTheDecimalText(String text, int digits, long expected) {
    assertThat(scaled(text, digits)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775808", "1e999999999", "1e99999999999", "-1e30", "1e19", "99e18"})
  void doesNotWrapAround(String text) {
    assertThatThrownBy(() -> scaled(text, 0)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void takesWholeNumbersInAnyNotation() {
    assertThat(whole("512.0")).isEqualTo(512);
    assertThat(whole("1e3")).isEqualTo(1000);
    assertThat(whole("1.5e1")).isEqualTo(15);
    assertThat(whole("0.0")).isZero();
    assertThat(whole("-3.000")).isEqualTo(-3);
    assertThatThrownBy(() -> whole("1.5")).isInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> whole("1e-3")).isInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> whole("1e999999999")).isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "9223372036854775807",
        "9223372036854775808",
        "14879255164371896291",
        "18446744073709551614",
        "18446744073709551615"
      })
  void keepsUnsignedNumbersBitForBit(String text) {
    assertThat(unsigned(text)).isEqualTo(Long.parseUnsignedLong(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "18446744073709551616",
        "18446744073709551619",
        "18446744073709551620",
        "99999999999999999999",
        "184467440737095516150",
        "-1",
        "1.0",
        "1e3"
      })
  void rejectsWhatIsNoUnsignedNumber(String text) {
    assertThatThrownBy(() -> unsigned(text)).isInstanceOf(NumberFormatException.class);
  }
}
