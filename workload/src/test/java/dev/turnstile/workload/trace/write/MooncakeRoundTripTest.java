package dev.turnstile.workload.trace.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.Options;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class MooncakeRoundTripTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsBackSingleRequestsAndPlainSessions(long seed) throws IOException {
    Workload workload = RandomWorkloads.plain(seed);

    assertThat(withoutLabels(CanonicalText.of(writtenAndRead(workload, false))))
        .isEqualTo(withoutLabels(CanonicalText.of(workload)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void changesNothingButNamesInAnAnonymousCopy(long seed) throws IOException {
    Workload workload = RandomWorkloads.plain(seed);

    assertThat(withoutLabels(CanonicalText.of(writtenAndRead(workload, true))))
        .isEqualTo(withoutLabels(CanonicalText.of(workload, true)));
  }

  @Test
  void readsBackAGeneratedChat() throws IOException {
    Workload workload = Generator.generate(Profiles.builtIn("chat"), 30, 1);

    assertThat(withoutLabels(CanonicalText.of(writtenAndRead(workload, false))))
        .isEqualTo(withoutLabels(CanonicalText.of(workload)));
  }

  @Test
  void readsBackARealTrace() throws IOException {
    Path real = SharedTraces.path("mooncake-fast25/synthetic_trace.jsonl.gz");
    Workload workload = load(real, 512);

    assertThat(CanonicalText.of(writtenAndRead(workload, false)))
        .isEqualTo(CanonicalText.of(workload));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'request_id':'b','wait_for':['a']} | request \"b\" waits for a request that is not the",
        "{'request_id':'b','session_id':'s','wait_for':['a','c']} | \"b\" waits for 2 others",
        "{'request_id':'b','session_id':'s','timestamp':9} | \"b\" does not wait for the turn before",
      })
  void namesTheFirstRequestThatRowsCannotExpress(String row, String problem) throws IOException {
    String lengths = ",'input_length':8,'output_length':1,'hash_ids':[0],'prefix_reset':true}";
    String rows =
        "{'request_id':'a','session_id':'s','timestamp':0}\n"
            + row
            + "\n{'request_id':'c','session_id':'t','timestamp':0}\n";
    Path file = folder.resolve("in.jsonl");
    Files.writeString(file, rows.replace("}\n", lengths + "\n").replace('\'', '"'));
    Workload workload = load(file, 8);
    Path target = folder.resolve("out.jsonl");

    assertThatThrownBy(() -> MooncakeWriter.write(workload, target, false))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("in.jsonl")
        .hasMessageContaining(problem)
        .hasMessageContaining("--to agentic_mooncake");
    assertThat(target).doesNotExist();
  }

  /** Rows have neither the model nor the label of a session without id. */
  private static String withoutLabels(String text) {
    return text.replaceAll(" orphan \\S+ ", " orphan ").replaceAll(" \\S+ anonymous", " anonymous");
  }

  private Workload writtenAndRead(Workload workload, boolean anonymize) throws IOException {
    Path file = folder.resolve("rows.jsonl");
    MooncakeWriter.write(workload, file, anonymize);
    return load(file, workload.info().traceBlockTokens());
  }

  private static Workload load(Path path, int blockTokens) {
    TraceInput input = TraceInput.of(List.of(path), InputStream.nullInputStream());
    return new TraceLoader()
        .load(input, TraceLoader.AUTO, Options.options().traceBlockTokens(blockTokens).build());
  }
}
