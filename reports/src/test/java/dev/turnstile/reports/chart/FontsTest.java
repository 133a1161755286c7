package dev.turnstile.reports.chart;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FontsTest {

  @Test
  void missingFontsAreToldInOneLineWithThePackagesToInstall() {
    // What Java throws without libfontconfig, without libfreetype, and with no font at all.
    for (Throwable failure :
        List.of(
            new NullPointerException("fontconfig"),
            new UnsatisfiedLinkError("libfreetype.so.6"),
            new InternalError("java.lang.reflect.InvocationTargetException"),
            new RuntimeException("Fontconfig head is null"))) {
      assertThatThrownBy(
              () ->
                  Fonts.check(
                      text -> {
                        throw sneaky(failure);
                      }))
          .isInstanceOf(FontsMissingException.class)
          .hasMessageContainingAll("fontconfig", "fonts-dejavu-core")
          .hasMessageNotContaining("\n")
          .hasCause(failure);
    }
  }

  @Test
  void fontsInWhichTextHasNoWidthAreMissing() {
    assertThatThrownBy(() -> Fonts.check(text -> 0)).isInstanceOf(FontsMissingException.class);
    assertThatThrownBy(() -> Fonts.check(text -> Double.NaN))
        .isInstanceOf(FontsMissingException.class);
  }

  @Test
  void fontsThatMeasureTextAreEnough() {
    assertThatCode(() -> Fonts.check(text -> text.length() * 7.0)).doesNotThrowAnyException();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable failure) throws T {
    throw (T) failure;
  }
}
