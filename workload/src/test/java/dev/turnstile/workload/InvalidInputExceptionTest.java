package dev.turnstile.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class InvalidInputExceptionTest {

  @Test
  void leavesOutWhatIsNotKnown() {
    assertThat(new InvalidInputException("t.jsonl", 3, "delay", "must be >= 0", "cut it"))
        .hasMessage("t.jsonl:3: delay: must be >= 0, cut it");
    assertThat(new InvalidInputException("t.jsonl", 0, "", "is empty", ""))
        .hasMessage("t.jsonl: is empty");
  }

  @Test
  void isOneLineThatATerminalCanShow() {
    String colours = "\u001b[31m";

    assertThat(new InvalidInputException("a\nb.jsonl", 1, "x", "got \"" + colours + "\"", ""))
        .hasMessage("a\\u000ab.jsonl:1: x: got \"\\u001b[31m\"");
  }
}
