package dev.turnstile.reports.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CsvTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "12, 12",
    "0.1, 0.1",
    "7.0E-6, 0.000007", // seven nanoseconds in milliseconds
    "1.25E-7, 0.000000125",
    "123456789.123456, 123456789.123456",
    "1.0E15, 1000000000000000",
    "1.5E20, 150000000000000000000"
  })
  void numbersHaveNeitherExponentNorTrailingZeros(double value, String text) {
    assertThat(Csv.number(value)).isEqualTo(text);
  }

  @Test
  void textIsQuotedWhereItHasTo() {
    StringBuilder text = new StringBuilder();

    new Csv(text)
        .put("plain text")
        .put("a,b")
        .put("say \"x\"")
        .put("two\nlines")
        .put(Double.NaN)
        .end();

    assertThat(text).hasToString("plain text,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\n");
  }
}
