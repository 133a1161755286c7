package dev.turnstile.workload.trace.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.SharedTraces;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgenticMooncakeRoundTripTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsBackAnyStatedGraph(long seed) throws IOException {
    Workload workload = RandomWorkloads.stated(seed);

    assertThat(CanonicalText.of(writtenAndRead(workload, false)))
        .isEqualTo(CanonicalText.of(workload));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsBackAnyRecordedGraphWithItsTimes(long seed) throws IOException {
    Workload workload = RandomWorkloads.recorded(seed);

    assertThat(CanonicalText.of(writtenAndRead(workload, false)))
        .isEqualTo(CanonicalText.of(workload));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changesNothingButNamesInAnAnonymousCopy(long seed) throws IOException {
    Workload workload = RandomWorkloads.recorded(seed);

    assertThat(CanonicalText.of(writtenAndRead(workload, true)))
        .isEqualTo(CanonicalText.of(workload, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat", "subagents", "rl-rollout"})
  void readsBackAGeneratedTrace(String profile) throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn(profile), 20, 1);

    assertThat(CanonicalText.of(writtenAndRead(workload, false)))
        .isEqualTo(CanonicalText.of(workload));
  }

  @Test
  void readsBackRealConversationsWithTheirStreamsAndBarriers() throws IOException {
    Path folderOfTraces = SharedTraces.path("weka-kv-cache-tester");
    Workload workload = load(folderOfTraces, Options.options().wekaChains().limit(25).build());

    Workload again = writtenAndRead(workload, false);

    assertThat(CanonicalText.of(again)).isEqualTo(CanonicalText.of(workload));
  }

  @Test
  void writesTheSameBytesFromWhatItReadBack() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("subagents"), 5, 2);
    Path first = folder.resolve("first.jsonl");
    Path second = folder.resolve("second.jsonl");
    AgenticMooncakeWriter.write(workload, first, false);

    AgenticMooncakeWriter.write(load(first, ReaderOptions.DEFAULT), second, false);

    List<String> rows = Files.readAllLines(first);
    List<String> again = Files.readAllLines(second);
    // The header names what it was made from; all rows are equal.
    assertThat(again.subList(1, again.size())).isEqualTo(rows.subList(1, rows.size()));
  }

  private Workload writtenAndRead(Workload workload, boolean anonymize) throws IOException {
    Path file = folder.resolve("trace.jsonl.gz");
    AgenticMooncakeWriter.write(workload, file, anonymize);
    boolean recorded = workload.info().outputIdentity().equals("recorded");
    OutputIdentity identity = recorded ? OutputIdentity.RECORDED : OutputIdentity.UNIQUE;
    return load(file, Options.options().outputIdentity(identity).build());
  }

  private static Workload load(Path path, ReaderOptions options) {
    TraceInput input = TraceInput.of(List.of(path), InputStream.nullInputStream());
    return new TraceLoader().load(input, TraceLoader.AUTO, options);
  }
}
