package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ProgressLineTest {

  private static final long SECOND = 1_000_000_000L;

  private final StringWriter err = new StringWriter();

  @Test
  void appearsAfterASecondAndThenFiveTimesASecond() {
    ProgressLine line = line("kv");

    line.show(SECOND / 2, 0, 1, 100);
    assertThat(err.toString()).isEmpty();

    line.show(SECOND, 90 * SECOND, 25, 100);
    assertThat(err.toString())
        .isEqualTo("\r\033[Kkv: 25 % (25 of 100 requests), 90 s simulated \r");

    line.show(SECOND + SECOND / 10, 91 * SECOND, 26, 100);
    assertThat(err.toString()).doesNotContain("26 %");

    line.show(SECOND + SECOND / 5, 92 * SECOND, 27, 100);
    assertThat(err.toString()).contains("27 %");
  }

  @Test
  void leavesNothingBehind() {
    ProgressLine line = line("kv");
    line.show(SECOND, 0, 1, 2);

    line.clear();

    assertThat(err.toString()).endsWith("\r\033[K");
  }

  @Test
  void neverAppearsInAShortRun() {
    ProgressLine line = line("kv");
    line.show(SECOND - 1, 0, 1, 2);

    line.clear();

    assertThat(err.toString()).isEmpty();
  }

  @Test
  void fitsOnALineWhateverThePolicyIsCalled() {
    ProgressLine line = line("thunderagent:profile=python,pause_threshold=0.9+kv");

    line.show(SECOND, 7200 * SECOND, 123_456, 1_000_000);

    assertThat(err.toString().replaceAll("[\r\033]|\\[K", "").length()).isLessThan(100);
    assertThat(err.toString()).contains("thunderagent:profile=python,p…: 12 %");
  }

  private ProgressLine line(String policy) {
    return ProgressLine.starting(new PrintWriter(err, true), policy, true, 0);
  }
}
