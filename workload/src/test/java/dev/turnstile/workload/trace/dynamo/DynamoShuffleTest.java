package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.dynamo.Rows.evidence;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static dev.turnstile.workload.trace.dynamo.Rows.tool;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of rows and files changes nothing that a workload holds. */
final class DynamoShuffleTest {
  /** Everything of a workload but the names and digests of its files. */
  private static String text(Workload workload) {
    SessionGraph graph = workload.graph();
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < graph.requestCount(); r++) {
      text.append(graph.request(r)).append(" play ").append(graph.play(r)).append('\n');
    }
    for (int s = 0; s < graph.sessionCount(); s++) {
      text.append(graph.sessionId(s)).append(" of ").append(graph.sessionParent(s)).append('\n');
    }
    for (int node = 0; node < workload.prompts().nodeCount(); node++) {
      int depth = workload.prompts().endBlock(node);
      text.append(node)
          .append(" under ")
          .append(workload.prompts().parent(node))
          .append(Arrays.toString(workload.prompts().chain(node, depth)))
          .append('\n');
    }
    return text.append(graph.models())
        .append(GraphText.edges(workload))
        .append(GraphText.tools(workload))
        .append(workload.info().warnings())
        .append(workload.info().facts())
        .append(workload.info().rows())
        .append(workload.info().skipped())
        .toString();
  }

  private static List<String> randomCapture(Random random) {
    List<String> rows = new ArrayList<>();
    int sessions = 2 + random.nextInt(6);
    for (int s = 0; s < sessions; s++) {
      addSession(rows, s, random);
    }
    return rows;
  }

  private static void addSession(List<String> rows, int s, Random random) {
    long at = random.nextInt(2_000);
    int shared = random.nextInt(3);
    List<Integer> blocks = new ArrayList<>(List.of(shared));
    int turns = 1 + random.nextInt(6);
    for (int t = 0; t < turns; t++) {
      blocks.add(random.nextInt(4) == 0 ? 7 : 100 * s + t);
      long duration = random.nextInt(4) * 50L;
      Rows.Request row =
          request("r" + s + "-" + t)
              .session("S" + s)
              .at(at, duration)
              .model(random.nextInt(5) == 0 ? "small" : "large")
              .output(random.nextInt(90))
              .input(
                  64L * blocks.size() - random.nextInt(64),
                  blocks.stream().mapToInt(Integer::intValue).toArray());
      if (s > 0 && s % 2 == 1) {
        row.parent("S" + (s - 1));
      }
      if (random.nextInt(6) == 0) {
        row.isFinal();
      }
      if (random.nextInt(3) == 0) {
        row.toolCalls();
      }
      rows.add(random.nextBoolean() ? row.json() : row.wrapped());
      if (random.nextInt(8) == 0) {
        rows.add(row.output(7).json());
      }
      rows.add(tool("S" + s, "call" + t, at + duration, at + duration + random.nextInt(60)));
      at += random.nextInt(3) * 50L;
    }
    if (s % 4 == 1) {
      rows.add(
          evidence(
              "S" + (s - 1),
              "spawn" + s,
              at,
              at,
              "source_request_id",
              "r" + (s - 1) + "-0",
              "child_session_id",
              "S" + s,
              "execution_mode",
              random.nextBoolean() ? "blocking" : "background"));
    }
  }

  private static Workload load(Path folder, List<String> rows, Random random, ReaderOptions options)
      throws IOException {
    int files = 1 + random.nextInt(3);
    List<List<String>> shards = new ArrayList<>();
    for (int f = 0; f < files; f++) {
      shards.add(new ArrayList<>());
    }
    for (String row : rows) {
      shards.get(random.nextInt(files)).add(row);
    }
    List<Path> paths = new ArrayList<>();
    for (int f = 0; f < files; f++) {
      Path path = folder.resolve("t.00000" + f + ".jsonl" + (random.nextBoolean() ? ".gz" : ""));
      String text = String.join("\n", shards.get(f)) + "\n";
      Files.write(
          path, path.toString().endsWith(".gz") ? Captures.gzip(text) : text.getBytes(UTF_8));
      paths.add(path);
    }
    Collections.shuffle(paths, random);
    return new TraceLoader()
        .load(TraceInput.of(paths, InputStream.nullInputStream()), "dynamo", options);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void shuffledRowsAndShardsGiveTheSameWorkload(long seed, @TempDir Path folder)
      throws IOException {
    Random random = new Random(seed);
    List<String> rows = randomCapture(random);
    OutputIdentity identity = OutputIdentity.values()[random.nextInt(2)];
    ReaderOptions options = Options.options().lenient(true).outputIdentity(identity).build();
    String expected = null;

    for (int round = 0; round < 8; round++) {
      Path shards = Files.createDirectory(folder.resolve("round" + round));
      String actual = text(load(shards, rows, random, options));
      expected = expected == null ? actual : expected;

      assertThat(actual).isEqualTo(expected);
      Collections.shuffle(rows, random);
    }
  }
}
