package dev.turnstile.workload.trace.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.graph.TopologicalOrder;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestTraceRoundTripTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.range(0, 80);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsBackARecordedGraphFromItsTimes(long seed) throws IOException {
    Workload workload = RandomWorkloads.captured(seed);
    Path file = folder.resolve("capture.jsonl");
    RequestTraceWriter.writeRecorded(workload, file, false);

    assertThat(carried(CanonicalText.of(load(workload, file))))
        .isEqualTo(carried(CanonicalText.of(workload)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changesNothingButNamesAndHashesInAnAnonymousCopy(long seed) throws IOException {
    Workload workload = RandomWorkloads.captured(seed);
    Path file = folder.resolve("capture.jsonl");
    RequestTraceWriter.writeRecorded(workload, file, true);

    assertThat(carried(CanonicalText.of(load(workload, file))))
        .isEqualTo(carried(CanonicalText.of(workload, true)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"subagents", "chat", "rl-rollout"})
  void recordsARunWithTheSameSessionStructure(String profile) throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn(profile), 12, 3);
    List<Path> files =
        RequestTraceWriter.writeServed(workload, served(workload), folder.resolve("run"));

    Workload again = load(files, ReaderOptions.DEFAULT);

    assertThat(structure(again)).isEqualTo(structure(workload));
    assertThat(sessions(again)).isEqualTo(sessions(workload));
    assertThat(blocks(again)).isEqualTo(blocks(workload));
    assertThat(again.graph().playCount()).isEqualTo(workload.graph().playCount());
  }

  @Test
  void keepsToolCallsInTheirGap() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("swe-agent"), 2, 3);
    List<Path> files =
        RequestTraceWriter.writeServed(workload, served(workload), folder.resolve("run"));

    // Served times are not whole milliseconds, so begin and end may move by one.
    List<String> tools = GraphText.tools(load(files, ReaderOptions.DEFAULT));

    assertThat(tools).hasSameSizeAs(GraphText.tools(workload));
    assertThat(tools).allMatch(line -> line.contains(" tool 0") || line.contains(" tool 1-"));
  }

  @Test
  void recordsASecondRunOfItsOwnRecordingAlike() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("subagents"), 6, 9);
    Path first = folder.resolve("first.jsonl");
    Path second = folder.resolve("second.jsonl");
    RequestTraceWriter.writeServed(workload, served(workload), first);

    Workload again = load(List.of(first), ReaderOptions.DEFAULT);
    RequestTraceWriter.writeServed(again, served(again), second);

    // Hashes are kept as they were read.
    assertThat(hashes(second)).containsExactlyInAnyOrderElementsOf(hashes(first));
    assertThat(structure(load(List.of(second), ReaderOptions.DEFAULT)))
        .isEqualTo(structure(workload));
  }

  @Test
  void rollsSegmentsBeforeARowThatWouldPassTheLimit() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("chat"), 40, 1);

    List<Path> files =
        RequestTraceWriter.writeServed(
            workload, served(workload), folder.resolve("run.jsonl.gz"), 20_000);

    assertThat(files).hasSizeGreaterThan(3);
    assertThat(files.get(0).getFileName()).hasToString("run.000000.jsonl.gz");
    assertThat(files.get(1).getFileName()).hasToString("run.000001.jsonl.gz");
    assertThat(structure(load(files, ReaderOptions.DEFAULT))).isEqualTo(structure(workload));
    assertThat(filesIn(folder)).hasSameSizeAs(files);
  }

  @Test
  void refusesToMixWithSegmentsOfAnOlderTrace() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("chat"), 1, 1);
    RequestTraceWriter.writeServed(workload, served(workload), folder.resolve("run"));

    assertThatThrownBy(
            () -> RequestTraceWriter.writeServed(workload, served(workload), folder.resolve("run")))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("run.000000.jsonl.gz");
  }

  @Test
  void asksForARecordedRunWhereATraceHasNoTimes() {
    Workload workload = Generator.generate(Profiles.builtIn("chat"), 3, 1);

    assertThatThrownBy(
            () -> RequestTraceWriter.writeRecorded(workload, folder.resolve("x.jsonl"), false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("has no recorded start")
        .hasMessageContaining("sim replay --record");
    assertThat(filesIn(folder)).isEmpty();
  }

  /** An unlimited cluster: 3 ms, 0.1 ms for each prompt token and 7.3 ms for each output token. */
  private static List<ServedRequest> served(Workload workload) {
    SessionGraph graph = workload.graph();
    long[] ready = new long[graph.requestCount()];
    List<ServedRequest> served = new ArrayList<>();
    for (int r : TopologicalOrder.of(graph)) {
      RequestNode node = graph.request(r);
      long arrival = graph.incomingEdges(r) == 0 ? node.offsetNanos() : ready[r];
      long first = arrival + 3_000_000 + 100_000 * node.prompt().inputTokens();
      long end = first + 7_300_001 * Math.max(0, node.outputTokens() - 1);
      served.add(new ServedRequest(r, arrival, first, end, node.outputTokens(), 0, 0, r % 3));
      for (int e = graph.firstEdge(r); e < graph.firstEdge(r + 1); e++) {
        long from = graph.trigger(e) == Trigger.DISPATCH ? arrival : end;
        ready[graph.target(e)] = Math.max(ready[graph.target(e)], from + graph.delayNanos(e));
      }
    }
    return served;
  }

  private static List<String> structure(Workload workload) {
    return GraphText.edges(workload).stream()
        .map(edge -> edge.substring(0, edge.lastIndexOf(' ')))
        .sorted()
        .toList();
  }

  private static List<String> sessions(Workload workload) {
    SessionGraph graph = workload.graph();
    List<String> sessions = new ArrayList<>();
    for (int r = 0; r < graph.requestCount(); r++) {
      int session = graph.request(r).session();
      int parent = graph.sessionParent(session);
      sessions.add(
          graph.request(r).id()
              + " "
              + graph.turnIndex(r)
              + " "
              + graph.sessionId(session)
              + " "
              + (parent < 0 ? "" : graph.sessionId(parent)));
    }
    return sessions.stream().sorted().toList();
  }

  private static List<String> blocks(Workload workload) {
    return CanonicalText.of(workload).lines().filter(line -> line.startsWith("  prompt")).toList();
  }

  private static List<String> hashes(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.contains("input_sequence_hashes"))
        .map(
            line -> line.replaceAll(".*\"request_id\":(\"[^\"]*\").*_hashes\":(\\[.*?]).*", "$1$2"))
        .toList();
  }

  /**
   * The schema has no fields for policies; a flag that is not on the last turn does not count; the
   * event that tells about a child is a tool call itself, in whose gap none is inferred.
   */
  private static String carried(String text) {
    return text.replaceAll("sessionFinal=\\w+, ", "")
        .replaceAll(", priority=[^]]*]", "")
        .replaceAll("(agent|null)\\d+-\\d+(, )?", "");
  }

  private static Workload load(Workload original, Path file) {
    boolean recorded = original.info().outputIdentity().equals("recorded");
    OutputIdentity identity = recorded ? OutputIdentity.RECORDED : OutputIdentity.UNIQUE;
    return load(List.of(file), Options.options().outputIdentity(identity).build());
  }

  private static Workload load(List<Path> files, ReaderOptions options) {
    TraceInput input = TraceInput.of(files, InputStream.nullInputStream());
    return new TraceLoader().load(input, TraceLoader.AUTO, options);
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
