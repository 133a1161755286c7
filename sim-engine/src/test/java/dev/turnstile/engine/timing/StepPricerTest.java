package dev.turnstile.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.kernel.EndOfTimeException;
import dev.turnstile.engine.timing.StepPricer.Composition;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StepPricerTest {

  @ParameterizedTest
  @CsvSource({
    "0,          0",
    "0.4e-9,     0",
    "0.5e-9,     1",
    "1.4e-9,     1",
    "1.5e-9,     2",
    "0.0067117,  6711700",
    "1,          1000000000",
    "9e9,        9000000000000000000",
  })
  void roundsSecondsHalfUpToNanoseconds(double seconds, long nanos) {
    assertThat(fused(seconds, 1).fusedNanos(oneDecode())).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1e-12, Double.NEGATIVE_INFINITY})
  void rejectsWhatIsNotADuration(double seconds) {
    for (double ratio : new double[] {0, 1}) {
      assertThatThrownBy(() -> fused(seconds, ratio).fusedNanos(oneDecode()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "step time of %s s for a batch of 1 items (0 prefill, 1 decode), 1 new tokens,"
                  + " 1 emitting from constant",
              seconds);
    }
  }

  @Test
  void rejectsANegativePartThatTheOtherPartHides() {
    StepTiming timing = timing(batch -> batch.decodeItems() > 0 ? -1 : 2);
    StepPricer pricer = new StepPricer(timing, Composition.SPLIT, 1, 1);

    assertThatThrownBy(() -> pricer.splitNanos(onePrefill(), oneDecode()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsADurationBeyondSimulatedTime() {
    assertThatThrownBy(() -> fused(9.3e9, 1).fusedNanos(oneDecode()))
        .isInstanceOf(EndOfTimeException.class)
        .hasMessage("a step of 9.3E9 s is longer than 292 years");
    assertThatThrownBy(() -> fused(1, 1e-300).fusedNanos(oneDecode()))
        .isInstanceOf(EndOfTimeException.class);
  }

  @Test
  void splitAddsTheTimesOfBothParts() {
    // prefill items cost 30 ms, emitters 8 ms
    StepTiming timing = timing(batch -> batch.prefillItems() > 0 ? 0.030 : 0.008);
    StepPricer pricer = new StepPricer(timing, Composition.SPLIT, 1, 1);

    assertThat(pricer.splitNanos(onePrefill(), oneDecode())).isEqualTo(38_000_000);
    assertThat(pricer.splitNanos(onePrefill(), none())).isEqualTo(30_000_000);
    assertThat(pricer.splitNanos(none(), oneDecode())).isEqualTo(8_000_000);
  }

  @Test
  void speedRatiosDivideTheStepAndTheDecodePart() {
    StepTiming timing = timing(batch -> batch.prefillItems() > 0 ? 0.030 : 0.008);

    // (30 + 8 / 4) / 2
    StepPricer split = new StepPricer(timing, Composition.SPLIT, 2, 4);
    assertThat(split.splitNanos(onePrefill(), oneDecode())).isEqualTo(16_000_000);
    // the decode ratio belongs to the split composition alone
    StepPricer fused = new StepPricer(timing, Composition.FUSED, 2, 4);
    assertThat(fused.fusedNanos(oneDecode())).isEqualTo(4_000_000);
  }

  @Test
  void aSpeedRatioOfZeroMeansInstant() {
    StepTiming timing = timing(batch -> 0.030);

    assertThat(new StepPricer(timing, Composition.FUSED, 0, 1).fusedNanos(oneDecode())).isZero();
    assertThat(
            new StepPricer(timing, Composition.SPLIT, 1, 0).splitNanos(onePrefill(), oneDecode()))
        .isEqualTo(30_000_000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsSpeedRatiosOutOfRange(double ratio) {
    StepTiming timing = timing(batch -> 1);

    assertThatThrownBy(() -> new StepPricer(timing, Composition.FUSED, ratio, 1))
        .isInstanceOf(TimingConfigException.class)
        .hasMessage(
            "timing.speedup_ratio: not a speed ratio '%s'; allowed: a number >= 0, where 0 means"
                + " instant",
            ratio);
    assertThatThrownBy(() -> new StepPricer(timing, Composition.SPLIT, 1, ratio))
        .isInstanceOf(TimingConfigException.class)
        .hasMessageStartingWith("timing.decode_speedup_ratio: ");
  }

  @Test
  void anEmptyBatchIsNotAStep() {
    StepPricer pricer = fused(1, 1);

    assertThatThrownBy(() -> pricer.fusedNanos(none()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> pricer.splitNanos(none(), none()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static StepPricer fused(double seconds, double speedupRatio) {
    return new StepPricer(timing(batch -> seconds), Composition.FUSED, speedupRatio, 1);
  }

  private static BatchSums none() {
    return new BatchSums(0);
  }

  private static BatchSums oneDecode() {
    BatchSums sums = none();
    sums.add(1, 10, true, true);
    return sums;
  }

  private static BatchSums onePrefill() {
    BatchSums sums = none();
    sums.add(100, 0, true, false);
    return sums;
  }

  private static StepTiming timing(ToDoubleFunction<BatchSums> seconds) {
    return new StepTiming() {
      @Override
      public double stepSeconds(BatchSums batch) {
        return seconds.applyAsDouble(batch);
      }

      @Override
      public String describe() {
        return "constant";
      }
    };
  }
}
