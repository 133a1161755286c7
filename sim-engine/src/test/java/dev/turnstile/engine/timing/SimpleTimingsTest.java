package dev.turnstile.engine.timing;

import static dev.turnstile.engine.timing.Timings.decodes;
import static dev.turnstile.engine.timing.Timings.prefill;
import static dev.turnstile.engine.timing.Timings.timing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.timing.StepPricer.Composition;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The models fixed, linear and polynomial. */
final class SimpleTimingsTest {

  @ParameterizedTest
  @CsvSource({"1000, 32.106", "8192, 169.137"})
  void x15PolynomialPrefill(long tokens, String millis) {
    assertThat(threeDecimals(timing("polynomial").stepSeconds(prefill(tokens, 0))))
        .isEqualTo(millis);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 10.884", "0.5, 26.310", "1.0, 34.010"})
  void x15PolynomialDecode(double filled, String millis) {
    StepTiming timing = timing("polynomial", OptionalLong.of(1_000));
    long contextTokens = Math.round(filled * 1_000);

    // the new token counts as context
    assertThat(threeDecimals(timing.stepSeconds(decodes(1, contextTokens - 1)))).isEqualTo(millis);
  }

  private static String threeDecimals(double seconds) {
    return new BigDecimal(seconds * 1e3).setScale(3, RoundingMode.HALF_UP).toPlainString();
  }

  @Test
  void polynomialFillingIsAtMostOneAndZeroWithoutALimit() {
    BatchSums batch = decodes(4, 499);

    // 2000 tokens of contexts that share blocks in a pool of 1000: a = 1, 34.01 ms
    assertThat(fusedNanos(timing("polynomial", OptionalLong.of(1_000)), batch))
        .isEqualTo(34_010_000);
    assertThat(fusedNanos(timing("polynomial"), batch)).isEqualTo(5_740_000);
  }

  @Test
  void polynomialAddsPrefillAndDecodeOfAFusedStep() {
    BatchSums batch = decodes(prefill(1_000, 0), 2, 99);

    // 16.50142 + 15.18344 + 0.4209989 = 32.1058589; a = 200 / 2000: 5.74 + 5.401 - 0.2574 = 10.8836
    assertThat(fusedNanos(timing("polynomial", OptionalLong.of(2_000)), batch))
        .isEqualTo(42_989_459);
  }

  @Test
  void fixedCountsEachKindOfWorkOnce() {
    StepTiming timing = timing("fixed:prefill_ms=20,decode_ms=3.5");

    assertThat(fusedNanos(timing, prefill(5_000, 0))).isEqualTo(20_000_000);
    assertThat(fusedNanos(timing, decodes(7, 100))).isEqualTo(3_500_000);
    assertThat(fusedNanos(timing, decodes(prefill(9, 0), 2, 5))).isEqualTo(23_500_000);
  }

  @Test
  void linearCountsPrefillTokensAndTheDecodingStep() {
    StepTiming timing = timing("linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");

    assertThat(fusedNanos(timing, prefill(1_000, 64))).isEqualTo(100_000_000);
    assertThat(fusedNanos(timing, decodes(7, 100))).isEqualTo(10_000_000);
    assertThat(fusedNanos(timing, decodes(prefill(3, 0), 2, 5))).isEqualTo(10_300_000);
  }

  @Test
  void aOneTokenRestOfAPromptIsPrefill() {
    BatchSums rest = prefill(1, 999);

    assertThat(fusedNanos(timing("fixed:prefill_ms=20,decode_ms=3"), rest)).isEqualTo(20_000_000);
    assertThat(fusedNanos(timing("linear:prefill_ms_per_token=0.1,decode_ms_per_step=10"), rest))
        .isEqualTo(100_000);
    // 16.50142 + 0.01518344 + 4.209989e-7
    assertThat(fusedNanos(timing("polynomial"), rest)).isEqualTo(16_516_604);
  }

  @Test
  void splitPricesAnEmittingPromptTwice() {
    StepTiming timing = timing("linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
    StepPricer pricer = new StepPricer(timing, Composition.SPLIT, 1, 1);
    BatchSums emitters = new BatchSums(0);
    emitters.addEmitter(1_000, 0);

    // 100 ms of prefill, then one decode step of 10 ms before the first token
    assertThat(pricer.splitNanos(prefill(1_000, 0), emitters)).isEqualTo(110_000_000);
  }

  private static long fusedNanos(StepTiming timing, BatchSums batch) {
    return new StepPricer(timing, Composition.FUSED, 1, 1).fusedNanos(batch);
  }
}
