package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.ids;
import static dev.turnstile.workload.trace.GraphText.sharedBlocks;
import static dev.turnstile.workload.trace.GraphText.times;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static dev.turnstile.workload.trace.dynamo.Captures.load;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small cases c01 to c17, as far as they concern the reader. */
final class DynamoCasesTest {
  private static Workload loadFiles(ReaderOptions options, Path... files) {
    TraceInput input = TraceInput.of(List.of(files), InputStream.nullInputStream());
    return new TraceLoader().load(input, TraceLoader.AUTO, options);
  }

  @Test
  void c01RequestsAreSortedByArrivalNotByRow() {
    Workload workload =
        load(
            request("q2").at(200, 250).input(180, 11, 12, 21).output(3).json(),
            request("q3").at(500, 120).input(100, 11, 31).output(2).json(),
            request("q1").at(0, 900).input(192, 11, 12, 13).output(5).json());

    assertThat(times(workload))
        .containsExactly("q1 at 0 for 900", "q2 at 200 for 250", "q3 at 500 for 120");
    assertThat(sharedBlocks(workload)).containsExactly("q1 0/3", "q2 2/2", "q3 1/1");
    assertThat(warnings(workload)).isEmpty();
    assertThat(workload.graph().playCount()).isEqualTo(3);
    assertThat(workload.graph().sessionAnonymous(0)).isTrue();
    assertThat(workload.graph().sessionId(0)).isEqualTo("q1");
  }

  @Test
  void c02ZeroOutputIsAccepted() {
    Workload workload =
        load(
            request("n1").at(0, 400).input(128, 3, 4).output(3).json(),
            request("z1").at(0, 40).input(128, 1, 2).output(0).json());

    // Both arrive at 0; the recorded end decides.
    assertThat(ids(workload)).containsExactly("z1", "n1");
    assertThat(workload.graph().request(0).outputTokens()).isZero();
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void c04ThePartialBlockIsKeptAside() {
    Workload workload =
        load(
            request("p1").at(0, 20).input(130, 1, 2, 3).json(),
            request("p2").at(1000, 20).input(130, 1, 2, 3).json(),
            request("p3").at(2000, 20).input(128, 1, 2).json());

    assertThat(sharedBlocks(workload)).containsExactly("p1 0/2", "p2 2/2", "p3 2/2");
    assertThat(workload.graph().tail(0)).isEqualTo(3L);
    assertThat(workload.graph().tail(2)).isNull();
    assertThat(workload.info().traceBlocks()).isEqualTo(8);
  }

  @Test
  void c05TooFewHashes() {
    String[] rows = {
      request("ok").at(0, 50).input(128, 1, 2).output(4).json(),
      request("bad").at(10, 50).input(200, 1, 2, 3).output(4).json()
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "-:2: request.replay.input_sequence_hashes: input_length 200 with block size 64 needs"
                + " 4 hashes, got 3, --lenient takes the rest as blocks of this request alone");
    Workload workload = load(Options.lenient(), rows);
    // The fourth block of 200 tokens is partial; it has no id and is private.
    assertThat(sharedBlocks(workload)).containsExactly("ok 0/2", "bad 2/3");
    assertThat(workload.graph().tail(1)).isNull();
    assertThat(warnings(workload)).containsExactly(entry("missing_hash_ids", 1L));
  }

  @Test
  void c07HashesAreComparedInAll64Bits() {
    Workload workload =
        load(
            request("a").at(0, 20).input(128, "14879255164371896291", "4294967301").json(),
            request("b").at(1000, 20).input(128, "14879255164371896290", "8589934597").json(),
            request("c")
                .at(2000, 20)
                .input(192, "14879255164371896291", "4294967301", "77")
                .json());

    assertThat(sharedBlocks(workload)).containsExactly("a 0/2", "b 0/2", "c 2/3");
  }

  @Test
  void c09OverlappingTurns() {
    String[] rows = {
      request("t1").session("S").at(0, 3000).input(128, 1, 2).json(),
      request("t2").session("S").at(2500, 1500).input(192, 1, 2, 3).json(),
      request("t3").session("S").at(6000, 100).input(256, 1, 2, 3, 4).json()
    };

    Workload parallel = load(rows);
    assertThat(edges(parallel))
        .containsExactly("t1 -> t2 dispatch sequence 2500", "t2 -> t3 completion sequence 2000");
    assertThat(warnings(parallel)).containsExactly(entry("overlapping_turns", 1L));
    Workload serial = load(Options.options().serialOverlap().build(), rows);
    assertThat(edges(serial))
        .containsExactly("t1 -> t2 completion sequence 0", "t2 -> t3 completion sequence 2000");
    assertThat(warnings(serial)).containsExactly(entry("overlapping_turns", 1L));
  }

  @Test
  void c10AChildWhoseParentIsMissingIsARoot() {
    Workload workload =
        load(
            request("r1").session("root").at(0, 100).input(128, 1, 2).json(),
            request("k1").session("kid").parent("planner-9").at(300, 100).input(128, 8, 9).json());

    assertThat(times(workload)).containsExactly("r1 at 0 for 100", "k1 at 300 for 100");
    assertThat(edges(workload)).isEmpty();
    assertThat(warnings(workload)).containsExactly(entry("orphan_sessions", 1L));
    assertThat(workload.info().warnings().get(0).examples())
        .containsExactly("kid: its parent planner-9 has no request");
    assertThat(workload.graph().sessionParent(1)).isEqualTo(-1);
  }

  @Test
  void c11OneSessionHasOneParent() {
    assertThatThrownBy(
            () ->
                load(
                    request("a1").session("A").json(),
                    request("b1").session("B").json(),
                    request("k1").session("K").parent("A").at(100, 50).json(),
                    request("k2").session("K").parent("B").at(200, 50).json()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-:4: agent_context.parent_session_id")
        .hasMessageContaining("session \"K\" has two parents, \"A\" and \"B\"");
  }

  @Test
  void c12RowsWithAndWithoutContextDoNotMix() {
    String[] rows = {
      request("a").session("A").at(0, 50).input(64, 1).json(),
      request("b").at(5, 50).input(64, 2).json()
    };

    assertThatThrownBy(() -> load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("agent_context: only 1 of 2 request_end rows have one")
        .hasMessageContaining("--split-context-free");
    Workload split = load(Options.options().splitContextFree().build(), rows);
    assertThat(ids(split)).containsExactly("a", "b");
    assertThat(split.graph().sessionAnonymous(0)).isFalse();
    assertThat(split.graph().sessionAnonymous(1)).isTrue();
  }

  @Test
  void c13OverlappingShards(@TempDir Path folder) throws IOException {
    String r2 = request("r2").at(5, 50).input(64, 2).json() + "\n";
    Path first = folder.resolve("shard-000000.jsonl");
    Path second = folder.resolve("shard-000001.jsonl");
    Files.writeString(first, request("r1").at(0, 50).json() + "\n" + r2);
    Files.writeString(second, r2 + request("r3").at(9, 50).input(64, 3).json() + "\n");

    assertThatThrownBy(() -> loadFiles(ReaderOptions.DEFAULT, second, first))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(second + ":1: request.request_id: \"r2\" occurs twice")
        .hasMessageContaining("first in " + first + ":2");
    Workload lenient = loadFiles(Options.lenient(), folder);
    assertThat(ids(lenient)).containsExactly("r1", "r2", "r3");
    assertThat(warnings(lenient)).containsExactly(entry("duplicate_request_ids", 1L));
  }

  @Test
  void c14EnvelopesOtherEventsAndUnknownFields() {
    String payload =
        "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_payload\","
            + "\"event_time_unix_ms\":1790000000041,\"payload\":{\"request_id\":\"w1\","
            + "\"request\":{\"messages\":[{\"content\":\"secret\"}]},\"payload_complete\":true}}";
    String toolStart =
        "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"tool_start\","
            + "\"event_time_unix_ms\":1790000000050,\"agent_context\":{\"session_id\":\"x\"},"
            + "\"tool\":{\"tool_call_id\":\"c1\",\"tool_class\":\"shell\",\"status\":\"running\"}}";
    String text =
        "\uFEFF"
            + request("w1").at(0, 40).input(128, 1, 2).output(2).wrapped()
            + "\r\n\r\n"
            + payload
            + "\r\n"
            + toolStart
            + "\r\n"
            + request("w2")
                .at(100, 40)
                .input(192, 1, 2, 3)
                .output(2)
                .request("some_future_field", "{\"a\":[1,2]}")
                .row("another", "null")
                .json();

    Workload workload = Captures.loadText(ReaderOptions.DEFAULT, text);

    assertThat(sharedBlocks(workload)).containsExactly("w1 0/2", "w2 2/3");
    assertThat(warnings(workload)).isEmpty();
    assertThat(workload.info().rows())
        .containsExactly(
            entry("request_end", 2L), entry("request_payload", 1L), entry("tool_start", 1L));
    assertThat(workload.info().toString()).doesNotContain("secret");
  }

  @Test
  void c15ATraceWithoutRequestsIsAnError() {
    assertThatThrownBy(
            () ->
                load(
                    "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_payload\","
                        + "\"event_time_unix_ms\":1790000000000,\"payload\":{\"request_id\":\"x\"}}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("contains no requests (no request_end record found)");
  }

  @Test
  void c16SegmentsInAnyOrderWithAllMembers(@TempDir Path folder) throws IOException {
    Path first = folder.resolve("trace.000000.jsonl.gz");
    Path second = folder.resolve("trace.000001.jsonl.gz");
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.writeBytes(
        Captures.gzip(
            request("g1").at(0, 20).input(64, 1).json()
                + "\n"
                + request("g2").at(100, 20).input(128, 1, 2).json()
                + "\n"));
    members.writeBytes(Captures.gzip(request("g3").at(200, 20).input(192, 1, 2, 3).json() + "\n"));
    Files.write(
        first,
        Captures.gzip(
            request("g5").at(400, 20).input(64, 9).json()
                + "\n"
                + request("g4").at(300, 20).input(256, 1, 2, 3, 4).json()
                + "\n"));
    Files.write(second, members.toByteArray());

    for (Path[] order : new Path[][] {{first, second}, {second, first}, {folder}}) {
      Workload workload = loadFiles(ReaderOptions.DEFAULT, order);

      assertThat(times(workload))
          .containsExactly(
              "g1 at 0 for 20",
              "g2 at 100 for 20",
              "g3 at 200 for 20",
              "g4 at 300 for 20",
              "g5 at 400 for 20");
      assertThat(sharedBlocks(workload))
          .containsExactly("g1 0/1", "g2 1/2", "g3 2/3", "g4 3/4", "g5 0/1");
      assertThat(workload.info().files()).hasSize(2);
      assertThat(workload.info().files().get(0).name()).endsWith("trace.000000.jsonl.gz");
      assertThat(workload.info().files().get(0).bytes()).isEqualTo(Files.size(first));
    }
  }

  @Test
  void c17ATruncatedLastLine() {
    String text =
        request("l1").at(0, 20).json()
            + "\n"
            + request("l2").at(100, 20).json()
            + "\n"
            + "{\"schema\":\"dynamo.request.trace.v1\",\"request\":{\"request_id";

    assertThatThrownBy(() -> Captures.loadText(ReaderOptions.DEFAULT, text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("-:3: not valid JSON: it ends inside a value, --lenient skips it");
    Workload lenient = Captures.loadText(Options.lenient(), text);
    assertThat(ids(lenient)).containsExactly("l1", "l2");
    assertThat(warnings(lenient)).containsExactly(entry("truncated_tail", 1L));
  }
}
