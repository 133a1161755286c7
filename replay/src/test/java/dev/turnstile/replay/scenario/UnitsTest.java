package dev.turnstile.replay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "5s, s, 5000000000",
    "80ms, s, 80000000",
    "80, ms, 80000000",
    "1.5, s, 1500000000",
    "10m, s, 600000000000",
    "10min, s, 600000000000",
    "2h, s, 7200000000000",
    "1d, s, 86400000000000",
    "250us, s, 250000",
    "3 ns, s, 3",
    "1e3, ms, 1000000000",
    "0.5ns, s, 1",
    "0.4ns, s, 0"
  })
  void readsDurations(String text, String unit, long nanos) {
    assertThat(Units.parseNanos(text, unit)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "64, 64",
    "32k, 32000",
    "32Ki, 32768",
    "1.5M, 1500000",
    "2G, 2000000000",
    "1e3, 1000"
  })
  void readsCounts(String text, long count) {
    assertThat(Units.parseCount(text)).isEqualTo(count);
  }

  @ParameterizedTest
  @CsvSource({
    "3.5GiB, 3758096384",
    "40GB, 40000000000",
    "1MiB, 1048576",
    "500 kB, 500000",
    "17, 17",
    "17B, 17"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Units.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5 apples", "5S", "five", "1,5s", "NaN", "Infinity", "0x10", "5 s s"})
  void refusesWhatIsNotADuration(String text) {
    assertThatThrownBy(() -> Units.parseNanos(text, "s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a duration such as 5s, 80ms or 10m; bare numbers are s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "64 tokens", "9223372036854775808", "1e300"})
  void refusesWhatIsNotAWholeNumber(String text) {
    assertThatThrownBy(() -> Units.parseCount(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void writesWhatItReads() {
    assertThat(Units.formatNanos(12_800_000, "ms")).isEqualTo("12.8ms");
    assertThat(Units.formatNanos(7_200_000_000_000L, "s")).isEqualTo("7200s");
    assertThat(Units.formatBytes(3_758_096_384L)).isEqualTo("3.5GiB");
    assertThat(Units.formatBytes(1_000)).isEqualTo("1000");
    assertThat(Units.formatBytes(0)).isEqualTo("0");
    assertThat(Units.plain(new BigDecimal("1.50"))).isEqualTo("1.5");
    assertThat(Units.plain(new BigDecimal("1E+3"))).isEqualTo("1000");
  }
}
