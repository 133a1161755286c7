package dev.turnstile.reports.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextTest {

  @Test
  void charactersThatHideOrTurnAroundTextBecomeVisible() {
    // A zero byte, an escape, a right-to-left override, a zero-width joiner, half a surrogate pair.
    assertThat(Text.id("a\u0000b\u001b[31m\u202egnp.exe\u200d\ud800"))
        .isEqualTo("a\\u0000b\\u001b[31m\\u202egnp.exe\\u200d\\ud800");
  }

  @Test
  void otherTextsStayAsTheyAre() {
    assertThat(Text.id("\"><script>alert('ü', 'שלום', '会话', '😀')</script>"))
        .isEqualTo("\"><script>alert('ü', 'שלום', '会话', '😀')</script>");
  }

  @Test
  void longTextsKeepBeginAndEndAndNoHalfCharacter() {
    String id = Text.id("x".repeat(5000) + "-the-end");

    assertThat(id).hasSize(80).startsWith("xxxx").endsWith("-the-end").contains("…");
    for (int length = 10; length < 30; length++) {
      assertThat(Text.cut("😀".repeat(100), length)).matches("(😀)+…(😀)+");
    }
  }
}
