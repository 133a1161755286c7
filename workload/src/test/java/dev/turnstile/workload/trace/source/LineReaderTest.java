package dev.turnstile.workload.trace.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineReaderTest {
  private static TraceStream stream(byte[] bytes) {
    return new TraceStream("t.jsonl", new ByteArrayInputStream(bytes), false);
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    try (LineReader reader = new LineReader(stream(text.getBytes(UTF_8)))) {
      while (reader.next()) {
        String line = new String(reader.buffer(), reader.offset(), reader.length(), UTF_8);
        lines.add(reader.line() + ":" + line + (reader.terminated() ? "" : "$"));
      }
    }
    return lines;
  }

  @Test
  void skipsByteOrderMarkCarriageReturnsAndBlankLinesButCountsThem() {
    assertThat(lines("\uFEFFa\r\n\r\n \t\n\nb\n")).containsExactly("1:a", "5:b");
  }

  @Test
  void knowsThatTheLastLineHasNoEnd() {
    assertThat(lines("a\nb")).containsExactly("1:a", "2:b$");
  }

  @Test
  void anEmptyOrBlankFileHasNoLines() {
    assertThat(lines("")).isEmpty();
    assertThat(lines("\uFEFF")).isEmpty();
    assertThat(lines("\n \r\n")).isEmpty();
  }

  @Test
  void readsLinesLongerThanItsBuffer() {
    String large = "x".repeat(1_000_000);

    assertThat(lines("a\n" + large + "\nb\n" + large + large))
        .containsExactly("1:a", "2:" + large, "3:b", "4:" + large + large + "$");
  }

  @Test
  void takesSizeAndDigestOfTheFile() {
    try (LineReader reader = new LineReader(stream("abc".getBytes(UTF_8)))) {
      while (reader.next()) {
        assertThat(reader.line()).isEqualTo(1);
      }

      // SHA-256 of "abc", FIPS 180-2 appendix B.1
      assertThat(reader.finish())
          .isEqualTo(
              new TraceInfo.InputFile(
                  "t.jsonl",
                  3,
                  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }
  }

  @Test
  void saysThatACompressedFileHasTheWrongName() {
    assertThatThrownBy(() -> new LineReader(stream(new byte[] {0x1f, (byte) 0x8b, 8, 0})))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("t.jsonl: is gzip-compressed")
        .hasMessageContaining(".gz");
  }
}
