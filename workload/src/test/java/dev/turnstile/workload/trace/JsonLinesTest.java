package dev.turnstile.workload.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.RowPlace;
import dev.turnstile.workload.trace.source.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are parsed on several threads are kept as if one had read them. */
final class JsonLinesTest {
  private static final int LINES = 30_000;

  @TempDir private Path folder;

  private final List<String> kept = new ArrayList<>();

  /** Some megabytes, so that there are several batches. */
  private static List<String> lines(String name) {
    return new ArrayList<>(
        IntStream.rangeClosed(1, LINES)
            .mapToObj(i -> "{\"v\":\"" + name + i + "\",\"pad\":\"" + "x".repeat(100) + "\"}")
            .toList());
  }

  private TraceFile file(String name, List<String> lines, String end) throws IOException {
    Path path = folder.resolve(name);
    Files.write(path, (String.join("\n", lines) + end).getBytes(UTF_8));
    return TraceFile.of(path, name);
  }

  private LoadLog read(boolean lenient, TraceFile... files) {
    LoadLog log = new LoadLog(lenient);
    JsonLines.read(List.of(files), log, () -> JsonLinesTest::value, this::keep);
    return log;
  }

  private static String value(JsonRow row) {
    String value = "";
    row.enterObject();
    while (row.nextField()) {
      if (row.field().equals("v")) {
        value = row.text();
      }
    }
    return value;
  }

  private void keep(String value, RowPlace place) {
    if (value.equals("refused")) {
      throw place.missing("v");
    }
    kept.add(place.file() + ":" + place.line() + ":" + value);
  }

  private static TraceInfo info(LoadLog log) {
    return log.info("test", 1, 0, ReaderOptions.OutputIdentity.UNIQUE);
  }

  @Test
  void rowsOfAllFilesAreKeptInOrder() throws IOException {
    LoadLog log = read(false, file("a", lines("a"), "\n"), file("b", lines("b"), ""));

    assertThat(kept).hasSize(2 * LINES);
    for (int i = 0; i < LINES; i++) {
      assertThat(kept.get(i)).isEqualTo("a:" + (i + 1) + ":a" + (i + 1));
      assertThat(kept.get(LINES + i)).isEqualTo("b:" + (i + 1) + ":b" + (i + 1));
    }
    assertThat(info(log).files()).extracting(TraceInfo.InputFile::name).containsExactly("a", "b");
  }

  @Test
  void theFirstBadLineEndsAStrictLoad() throws IOException {
    List<String> lines = lines("a");
    lines.set(29_000, "nonsense");
    lines.set(12_344, "{\"v\":1}");
    lines.set(12_345, "{\"v\":");

    assertThatThrownBy(() -> read(false, file("a", lines, "\n")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("a:12345: v: must be a string, got 1, --lenient skips it");
    assertThat(kept).hasSize(12_344);
  }

  @Test
  void aBadLineComesBeforeADamagedFileBehindIt() throws IOException {
    TraceFile bad = file("a", List.of("{}", "nonsense", "{}"), "\n");
    Files.write(folder.resolve("b"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    TraceFile damaged = TraceFile.of(folder.resolve("b"), "b");

    assertThatThrownBy(() -> read(false, bad, damaged))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("a:2: ");
    assertThatThrownBy(() -> read(false, damaged, bad))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("b: is gzip-compressed");
  }

  @Test
  void aKeeperMayRefuseARow() throws IOException {
    List<String> lines = lines("a");
    lines.set(20_000, "{\"v\":\"refused\"}");

    assertThatThrownBy(() -> read(false, file("a", lines, "\n")))
        .hasMessage("a:20001: v: is missing, --lenient skips it");
    assertThat(kept).hasSize(20_000);
  }

  @Test
  void aLenientLoadCountsBadLinesInOrder() throws IOException {
    List<String> lines = lines("a");
    lines.set(25_000, "[1]");
    lines.set(20_000, "{\"v\":\"refused\"}");
    lines.set(15_000, "{\"v\":2}");
    lines.set(100, "nonsense");

    TraceInfo info = info(read(true, file("a", lines, "\n")));

    assertThat(kept).hasSize(LINES - 4);
    assertThat(info.skipped())
        .containsExactly(
            java.util.Map.entry("no_v", 1L),
            java.util.Map.entry("not_an_object", 1L),
            java.util.Map.entry("not_json", 1L),
            java.util.Map.entry("wrong_type", 1L));
    TraceInfo.Warning warning = info.warnings().get(0);
    assertThat(warning.count()).isEqualTo(4);
    assertThat(warning.examples()).hasSize(3);
    assertThat(warning.examples().get(0)).startsWith("a:101: ");
    assertThat(warning.examples().get(1)).startsWith("a:15001: ");
    assertThat(warning.examples().get(2)).startsWith("a:20001: ");
  }

  @Test
  void aTailThatWasCutOffIsKnownBehindManyBatches() throws IOException {
    List<String> lines = lines("a");
    lines.set(LINES - 1, "{\"v\":\"a");

    TraceInfo info = info(read(true, file("a", lines, ""), file("b", lines("b"), "\n")));

    assertThat(kept).hasSize(2 * LINES - 1);
    assertThat(info.warnings())
        .extracting(TraceInfo.Warning::name)
        .containsExactly("truncated_tail");
  }

  @Test
  void anEmptyFileHasNoRows() throws IOException {
    TraceInfo info = info(read(false, file("a", List.of(), ""), file("b", List.of("{}"), "")));

    assertThat(kept).containsExactly("b:1:");
    assertThat(info.files()).hasSize(2);
  }
}
