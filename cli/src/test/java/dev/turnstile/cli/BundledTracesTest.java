package dev.turnstile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bundled traces are what their README says, and its commands make them. */
final class BundledTracesTest {

  private static final Path TRACES = Docs.ROOT.resolve("traces");
  private static final long MAX_BYTES = 1_000_000;

  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([^`]+)` \\| `(\\w+)`[^|]*\\| ([\\d,]+) \\| ([\\d,]+) \\| ([\\d,]+) \\|");

  @TempDir private Path folder;

  @Test
  void commandsOfTheReadmeMakeThemAgain() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Path made = Files.createDirectory(folder.resolve("traces"));
    Files.copy(TRACES.resolve("tiny.yaml"), made.resolve("tiny.yaml"));
    for (Docs.Block block : Docs.blocks(Files.readAllLines(TRACES.resolve("README.md")))) {
      for (String command : block.commands()) {
        Sim.Ended ended =
            Sim.run(
                Docs.arguments(command).stream()
                    .map(word -> word.replaceFirst("^out/", out + "/"))
                    .map(word -> word.replaceFirst("^traces/", made + "/"))
                    .toArray(String[]::new));
        assertThat(ended.exitCode()).as(command + "\n" + ended.err()).isZero();
      }
    }

    for (Path bundled : files()) {
      assertThat(difference(text(made.resolve(bundled.getFileName())), text(bundled)))
          .as(bundled.toString())
          .isEmpty();
    }
  }

  /** The first line that differs, cut short; lines are long. */
  private static String difference(String made, String bundled) {
    List<String> left = made.lines().toList();
    List<String> right = bundled.lines().toList();
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      if (!left.get(i).equals(right.get(i))) {
        return "line " + (i + 1) + " is now " + left.get(i).substring(0, 200);
      }
    }
    return left.size() == right.size() ? "" : left.size() + " lines instead of " + right.size();
  }

  @Test
  void readmeStatesTheirCounts() throws IOException {
    List<MatchResult> rows = ROW.matcher(Docs.read("traces/README.md")).results().toList();

    assertThat(rows).hasSize(files().size());
    for (MatchResult row : rows) {
      Sim.Ended ended =
          Sim.run(
              "inspect",
              TRACES.resolve(row.group(1)).toString(),
              "--format=json",
              row.group(2).equals("mooncake") ? "--trace-block-size=64" : "--trace-format=auto");
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      JsonNode trace = JsonMapper.shared().readTree(ended.out());
      assertThat(trace.path("format").asString()).isEqualTo(row.group(2));
      assertThat(trace.path("plays").asLong()).isEqualTo(count(row.group(3)));
      assertThat(trace.path("requests").asLong()).isEqualTo(count(row.group(4)));
      assertThat(trace.path("input_tokens").asLong()).isEqualTo(count(row.group(5)));
      assertThat(trace.path("warnings").size()).isZero();
    }
  }

  @Test
  void noneIsLarge() throws IOException {
    for (Path file : files()) {
      assertThat(Files.size(file)).as(file.toString()).isLessThan(MAX_BYTES);
    }
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(TRACES)) {
      return files.filter(f -> f.toString().matches(".*\\.jsonl(\\.gz)?")).sorted().toList();
    }
  }

  private static long count(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  /** The text inside; compressed bytes depend on the Java that compresses. */
  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      return new String(plain.readAllBytes(), UTF_8);
    }
  }
}
