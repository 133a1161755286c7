package dev.turnstile.workload.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import dev.turnstile.workload.trace.source.JsonRow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AbsoluteTimesTest {
  private static JsonRow row(String number) {
    byte[] text = ("{\"timestamp\":" + number + "}").getBytes(UTF_8);
    JsonRow row = new JsonRow("t.jsonl");
    row.start(text, 0, text.length, 3);
    row.enterObject();
    row.nextField();
    return row;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "350.5, 350500000",
    "999999999, 999999999000000",
    "100000000000, 100000000000000000",
    "1790000000000, 1790000000000000000",
    "4000000000000.25, 4000000000000250000"
  })
  void plausibleMillisecondsBecomeNanoseconds(String number, long nanos) {
    assertThat(AbsoluteTimes.millis(TimeUnit.AUTO).nanos(row(number))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000000, seconds, s",
    "1790000000, seconds, s",
    "99999999999, seconds, s",
    "100000000000000, microseconds, us",
    "1790000000000000, microseconds, us",
    "99999999999999999, microseconds, us",
    "100000000000000000, nanoseconds, ns",
    "1790000000000000000, nanoseconds, ns"
  })
  void anotherUnitIsAnErrorThatNamesIt(String number, String looks, String option) {
    assertThatThrownBy(() -> AbsoluteTimes.millis(TimeUnit.AUTO).nanos(row(number)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(
            "t.jsonl:3: timestamp: is not plausible as epoch milliseconds, got "
                + number
                + "; it looks like "
                + looks)
        .hasMessageEndingWith("--time-unit " + option);
  }

  @ParameterizedTest
  @CsvSource({
    "S, 1790000000.5, 1790000000500000000",
    "MS, 1790000000, 1790000000000000",
    "US, 1790000000000000, 1790000000000000000",
    "NS, 1790000000000000000, 1790000000000000000"
  })
  void aGivenUnitIsTakenAtItsWord(TimeUnit unit, String number, long nanos) {
    assertThat(AbsoluteTimes.millis(unit).nanos(row(number))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"AUTO, 1.5, 1500000000", "S, 1.5, 1500000000", "MS, 1.5, 1500000"})
  void formatsInSecondsAreNotChecked(TimeUnit unit, String number, long nanos) {
    assertThat(AbsoluteTimes.seconds(unit).nanos(row(number))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"-1, must be >= 0", "9000000000000, is later than the year 2116"})
  void timesOutOfRangeAreErrors(String number, String problem) {
    assertThatThrownBy(() -> AbsoluteTimes.millis(TimeUnit.AUTO).nanos(row(number)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(problem);
  }
}
