package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Why tokens were computed: on the terminal, in tables and in the report. */
final class LossReportTest {
  /** The example of the metrics page: four blocks, B takes one of A's two. */
  private static final String EXAMPLE =
      """
      {"schema":"dynamo.agentic_mooncake","version":2,"block_size":64,"hash_id_scope":"global","source":{"format":"synthetic","digest":"sha256:00"}}
      {"request_id":"a1","play_id":"a1","source_play_ordinal":0,"session_id":"A\\u001b[2J","model":"m","input_length":128,"output_length":1,"hash_ids":[1,2],"not_before_ms":0}
      {"request_id":"a2","play_id":"a1","source_play_ordinal":0,"session_id":"A\\u001b[2J","model":"m","input_length":192,"output_length":1,"hash_ids":[1,2,3],"not_before_ms":0,"dependencies":[{"request_id":"a1","trigger":"completion","delay_ms":50,"relation":"sequence"}]}
      {"request_id":"b","play_id":"b","source_play_ordinal":1,"session_id":"a-session-whose-id-is-a-long-one","model":"m","input_length":192,"output_length":1,"hash_ids":[11,12,13],"not_before_ms":20}
      """;

  @TempDir private Path folder;

  private Sim.Ended run(String... more) throws IOException {
    Path trace = folder.resolve("trace.jsonl");
    Files.writeString(trace, EXAMPLE);
    String[] arguments = {
      "replay",
      trace.toString(),
      "--kv-blocks=4",
      "--timing=linear:prefill_ms_per_token=0.1,decode_ms_per_step=10"
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    Sim.Ended ended = Sim.run(all);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }

  @Test
  void inAFewLinesOnTheTerminal() throws IOException {
    Sim.Ended ended = run("--policy=round-robin");

    // a1 128 new; b 192 new; a2 hit 64, 64 evicted by b, 64 new.
    assertThat(ended.out())
        .contains(
            """
            Why tokens were computed
              first time      384 of the computed tokens (85.7 %)
              lost            64 (14.3 %) = re-prefilled 64
              evicted by      other trees 100.0 %, their own 0.0 %
              evicted while   away 100.0 %, held 0.0 %, queued 0.0 %
              lost most       A_[2J 64
              caused most     a-session-whose-id-is-a-… 64
            """);
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void inAsManyRowsOfAComparisonAsThereAreCauses() throws IOException {
    Sim.Ended ended = run("--workers=2", "--policy=round-robin", "--policy=session-hash");

    // Round-robin: a1 on worker 0, b on 1, a2 on 0 again; by session, nothing is elsewhere either.
    assertThat(ended.outLines()).anyMatch(line -> line.startsWith("re-prefilled tokens"));
    assertThat(ended.outLines()).noneMatch(line -> line.startsWith("migrated tokens"));
    assertThat(ended.outLines()).noneMatch(line -> line.startsWith("routed tokens"));
  }

  @Test
  void inTablesAndInTheReport() throws IOException {
    Path out = folder.resolve("out");

    run("--policy=round-robin", "-o" + out);

    List<String> requests = Files.readAllLines(out.resolve("requests.csv"));
    List<String> columns = List.of(requests.get(0).split(","));
    List<String> secondTurn =
        requests.stream()
            .filter(line -> line.startsWith("a2,"))
            .map(line -> List.of(line.split(",", -1)))
            .findFirst()
            .orElseThrow();
    assertThat(secondTurn).hasSameSizeAs(columns);
    assertThat(secondTurn.get(columns.indexOf("reprefilled_tokens"))).isEqualTo("64");
    assertThat(secondTurn.get(columns.indexOf("reprefilled_others_tokens"))).isEqualTo("64");
    assertThat(secondTurn.get(columns.indexOf("reprefilled_away_tokens"))).isEqualTo("64");
    assertThat(secondTurn.get(columns.indexOf("routed_tokens"))).isEqualTo("0");
    assertThat(secondTurn.get(columns.indexOf("first_time_tokens"))).isEqualTo("64");
    List<String> sessions = Files.readAllLines(out.resolve("sessions.csv"));
    List<String> heads = List.of(sessions.get(0).split(","));
    assertThat(sessions.get(1).split(",")[heads.indexOf("lost_tokens")]).isEqualTo("64");
    assertThat(sessions.get(2).split(",")[heads.indexOf("caused_tokens")]).isEqualTo("64");
    JsonNode report = JsonMapper.shared().readTree(out.resolve("report.json"));
    assertThat(report.at("/cache/reprefilled_others_tokens").asLong()).isEqualTo(64);
    assertThat(report.at("/summary/first_time_tokens").asLong()).isEqualTo(384);
    assertThat(report.at("/checks").toString()).contains("losses_add_up");
  }

  @Test
  void withoutAnyLossAndWithoutAnyRequest() throws IOException {
    assertThat(run("--policy=round-robin", "--kv-blocks=unlimited").out())
        .contains(
            """
            Why tokens were computed
              first time      384 of the computed tokens (100.0 %)
              lost            0 (0.0 %)

            """);
    assertThat(run("--policy=round-robin", "--set=engine.max_model_len=10").out())
        .contains(
            """
              first time      0 of the computed tokens (–)
              lost            0 (–)
            """);
  }
}
