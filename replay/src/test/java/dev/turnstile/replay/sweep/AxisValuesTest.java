package dev.turnstile.replay.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AxisValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "32                      | 32",
        "32,64,128               | 32 64 128",
        "32, 64 ,128             | 32 64 128",
        "32..512*2               | 32 64 128 256 512",
        "32..500*2               | 32 64 128 256",
        "0.8..0.95+0.05          | 0.8 0.85 0.9 0.95",
        "0.1..0.5+0.1            | 0.1 0.2 0.3 0.4 0.5",
        "1..4                    | 1 2 3 4",
        "7..7                    | 7",
        "1,2,4..16*2             | 1 2 4 8 16",
        "40GiB..160GiB*2         | 40GiB 80GiB 160GiB",
        "10s..30s+10s            | 10s 20s 30s",
        "1k..4k*2                | 1k 2k 4k",
        "1e-3..1e-1*10           | 0.001 0.01 0.1",
        "-2..2+2                 | -2 0 2",
        "1.5..6*2                | 1.5 3 6",
        "a,b                     | a b",
        "../models/m.json        | ../models/m.json",
        "none,5,10               | none 5 10",
        "true,false              | true false"
      })
  void readsListsAndRanges(String text, String values) {
    assertThat(AxisValues.parse(text)).containsExactly(values.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | a value is empty",
        "1,,2             | a value is empty",
        "1,2,             | a value is empty",
        "1,2,1            | 1 is there twice",
        "8..16*2,16       | 16 is there twice",
        "1..              | '1..' is no range",
        "1...4            | '1...4' is no range",
        "1..4-1           | '1..4-1' is no range",
        "4..1             | begins above its end",
        "0.8..0.95        | needs a step",
        "1..8*1           | the factor must be a number above 1",
        "1..8*0.5         | the factor must be a number above 1",
        "0..8*2           | a factor needs a first number above 0",
        "1..8+0           | the step must be above 0",
        "1..8+-1          | the step must be above 0",
        "10s..1m+10s      | both ends need the same unit",
        "1..4GiB*2        | both ends need the same unit",
        "10s..60s+10      | the step needs the unit of the ends",
        "1GiB..8GiB       | needs a step",
        "1GiB..8GiB*2GiB  | the factor must be a number above 1",
        "1..1000000       | more than 10000 values",
        "1..1e99*1.000001 | more than 10000 values"
      })
  void saysWhatIsWrong(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AxisValues.parse(text))
        .withMessageContaining(problem);
  }

  @Test
  void steppedRangesEqualExactArithmetic() {
    qt().withFixedSeed(7)
        .forAll(
            integers().between(-1000, 1000),
            integers().between(1, 500),
            integers().between(0, 200),
            integers().between(0, 4))
        .checkAssert(
            (from, step, count, scale) -> {
              BigDecimal first = BigDecimal.valueOf(from, scale);
              BigDecimal by = BigDecimal.valueOf(step, scale);
              BigDecimal last = first.add(by.multiply(BigDecimal.valueOf(count)));

              List<String> values =
                  AxisValues.parse(
                      first.toPlainString()
                          + ".."
                          + last.toPlainString()
                          + "+"
                          + by.toPlainString());

              assertThat(values).hasSize(count + 1);
              for (int i = 0; i <= count; i++) {
                BigDecimal expected = first.add(by.multiply(BigDecimal.valueOf(i)));
                assertThat(new BigDecimal(values.get(i))).isEqualByComparingTo(expected);
              }
            });
  }

  @Test
  void multipliedRangesStayInTheirBoundsAndGrowByTheFactor() {
    qt().withFixedSeed(7)
        .forAll(
            integers().between(1, 1000), integers().between(11, 50), integers().between(1, 100_000))
        .checkAssert(
            (from, tenths, width) -> {
              BigDecimal factor = BigDecimal.valueOf(tenths, 1);
              BigDecimal end = BigDecimal.valueOf((long) from + width);

              List<BigDecimal> values =
                  AxisValues.parse(from + ".." + end + "*" + factor).stream()
                      .map(BigDecimal::new)
                      .toList();

              assertThat(values.get(0)).isEqualByComparingTo(BigDecimal.valueOf(from));
              for (int i = 1; i < values.size(); i++) {
                assertThat(values.get(i))
                    .isEqualByComparingTo(values.get(i - 1).multiply(factor))
                    .isLessThanOrEqualTo(end);
              }
              assertThat(values.get(values.size() - 1).multiply(factor)).isGreaterThan(end);
            });
  }

  @Test
  void aListOfDistinctNumbersComesBackAsItIs() {
    qt().withFixedSeed(7)
        .forAll(lists().of(integers().between(-1000, 1000)).ofSizeBetween(1, 50))
        .checkAssert(
            numbers -> {
              List<String> texts =
                  new LinkedHashSet<>(numbers).stream().map(String::valueOf).toList();

              assertThat(AxisValues.parse(String.join(",", texts))).isEqualTo(texts);
            });
  }

  @Test
  void aRangeWithoutStepCountsByOne() {
    assertThat(AxisValues.parse("1..200"))
        .isEqualTo(IntStream.rangeClosed(1, 200).mapToObj(String::valueOf).toList());
  }
}
