package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.GraphText.ids;
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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the table of malformed input that concern request traces. */
final class DynamoBadInputTest {
  private static final String GOOD = request("good").at(0, 10).json();

  private static void assertError(String row, String... messageParts) {
    assertError(ReaderOptions.DEFAULT, row, messageParts);
  }

  private static void assertError(ReaderOptions options, String row, String... messageParts) {
    assertThatThrownBy(() -> load(options, GOOD, row))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("-:2: ")
        .hasMessageContainingAll(messageParts);
  }

  private static void assertErrorInBothModes(String row, String... messageParts) {
    assertError(row, messageParts);
    assertError(Options.lenient(), row, messageParts);
  }

  /** Strict: an error; lenient: the row is skipped, counted and warned of. */
  private static void assertSkippable(String row, String reason, String... messageParts) {
    assertError(row, messageParts);
    Workload lenient = load(Options.lenient(), GOOD, row);
    assertThat(ids(lenient)).containsExactly("good");
    assertThat(lenient.info().skipped()).containsExactly(entry(reason, 1L));
    assertThat(warnings(lenient)).containsExactly(entry("skipped_rows", 1L));
    assertThat(lenient.info().warnings().get(0).examples().get(0)).startsWith("-:2: ");
  }

  @Test
  void row1ALineThatIsNotJson() {
    assertSkippable("{\"schema\":", "not_json", "not valid JSON");
    assertSkippable(GOOD + GOOD, "not_json", "not valid JSON", "text follows the value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1,2]", "17", "\"text\"", "null", "true"})
  void row2JsonThatIsNoObjectIsSkippedInBothModes(String row) {
    Workload workload = load(GOOD, row);

    assertThat(ids(workload)).containsExactly("good");
    assertThat(warnings(workload)).containsExactly(entry("skipped_rows", 1L));
    assertThat(workload.info().skipped()).containsExactly(entry("not_an_object", 1L));
  }

  @Test
  void row3ATruncatedGzipMember(@TempDir Path folder) throws IOException {
    // The first member holds two rows; the second one is cut.
    byte[] first = Captures.gzip(GOOD + "\n" + request("two").at(5, 10).json() + "\n");
    byte[] second = Captures.gzip(request("three").at(9, 10).json() + "\n");
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    Path file = folder.resolve("t.000000.jsonl.gz");

    for (int cut : new int[] {1, 9, 20, second.length / 2}) {
      Files.write(file, Arrays.copyOf(both, both.length - cut));
      TraceInput input = TraceInput.of(List.of(folder), InputStream.nullInputStream());
      assertThatThrownBy(() -> new TraceLoader().load(input, "auto", ReaderOptions.DEFAULT))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("t.000000.jsonl.gz: the gzip data ends early; line ")
          .hasMessageContaining(" is the last good one");

      Workload lenient = new TraceLoader().load(input, "auto", Options.lenient());
      assertThat(ids(lenient)).startsWith("good", "two");
      assertThat(warnings(lenient)).containsExactly(entry("truncated_tail", 1L));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "\"text\"", "[1]", "null"})
  void row4AnEventThatIsNoObjectIsSkippedInBothModes(String event) {
    Workload workload = load(GOOD, "{\"timestamp\":5,\"event\":" + event + "}");

    assertThat(ids(workload)).containsExactly("good");
    assertThat(warnings(workload)).containsExactly(entry("skipped_rows", 1L));
  }

  @Test
  void row5ARowOfAnotherFormatIsNoWrapper() {
    assertErrorInBothModes(
        "{\"timestamp\":0,\"input_length\":655,\"output_length\":52,\"hash_ids\":[0,1]}",
        "schema: is missing");
  }

  @Test
  void row5AnUnknownSchema() {
    assertErrorInBothModes(
        request("x").row("schema", "\"dynamo.request.trace.v2\"").json(),
        "schema: must be dynamo.request.trace.v1, got \"dynamo.request.trace.v2\"");
    assertErrorInBothModes(
        request("x").row("schema", "\"dynamo.agent.trace.v1\"").json(), "--accept-legacy");
    assertErrorInBothModes(request("x").row("schema", null).json(), "schema: is missing");
  }

  @Test
  void row6AnUnknownEventType() {
    assertSkippable(
        request("x").row("event_type", "\"request_begin\"").json(),
        "unknown_event_type",
        "event_type: is not known, got \"request_begin\"");
  }

  @ParameterizedTest
  @CsvSource({
    "output_tokens, request.output_tokens: is missing, no_output_tokens",
    "replay, request.replay: is missing, no_replay"
  })
  void row8ARequestWithoutAPart(String field, String message, String reason) {
    String row = request("x").at(5, 10).json();
    int from = row.indexOf("\"" + field + "\"");
    String cut =
        field.equals("replay")
            ? row.replaceAll(",\"replay\":\\{[^}]*}", "")
            : row.substring(0, from) + "\"unknown" + row.substring(from + 1 + field.length());

    assertSkippable(cut, reason, message);
  }

  @Test
  void row8ARowWithoutRequest() {
    assertSkippable(
        "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_end\"}",
        "no_request",
        "request: is missing");
  }

  @Test
  void row8AReplayWithoutAPart() {
    assertSkippable(
        request("x").replay("input_length", null).json(),
        "no_input_length",
        "request.replay.input_length: is missing");
    assertSkippable(
        request("x").replay("input_sequence_hashes", null).json(),
        "no_input_sequence_hashes",
        "request.replay.input_sequence_hashes: is missing");
  }

  @Test
  void row9AnEmptyOrMissingRequestId() {
    assertSkippable(
        request("").at(5, 10).json(), "no_request_id", "request.request_id: is missing or empty");
    assertSkippable(request("x").request("request_id", null).json(), "no_request_id", "request_id");
  }

  @Test
  void row9TheFirstOfDuplicatesIsKeptIfLenient() {
    String late = request("x").at(50, 10).input(64, 7).json();
    String early = request("x").at(20, 10).input(64, 8).json();

    assertError(request("good").at(5, 10).json(), "request.request_id: \"good\" occurs twice");
    for (String[] rows : new String[][] {{late, early, late}, {late, late, early}}) {
      Workload workload = load(Options.lenient(), rows);
      assertThat(workload.prompts().chain(workload.graph().request(0).prompt().node(), 1))
          .containsExactly(8);
      assertThat(warnings(workload)).containsExactly(entry("duplicate_request_ids", 2L));
    }
  }

  @Test
  void row10BlockSizes() {
    assertErrorInBothModes(
        request("x").replay("trace_block_size", "0").json(),
        "request.replay.trace_block_size: must be 1 to 2147483647, got 0");
    assertErrorInBothModes(
        request("x").replay("trace_block_size", "32").input(32, 1).json(),
        "request.replay.trace_block_size: is 32, but 64 in -:1");
    assertThatThrownBy(() -> load(Options.options().traceBlockTokens(16).build(), GOOD))
        .hasMessage("-:1: request.replay.trace_block_size: is 64, but --trace-block-size says 16");
    assertThat(ids(load(Options.options().traceBlockTokens(64).build(), GOOD)))
        .containsExactly("good");
  }

  @Test
  void row11TooManyHashes() {
    String row = request("x").at(5, 10).input(100, 1, 2, 3).json();

    assertError(row, "input_length 100 with block size 64 needs 2 hashes, got 3");
    Workload lenient = load(Options.lenient(), row);
    assertThat(warnings(lenient)).containsExactly(entry("surplus_hash_ids", 1L));
    assertThat(lenient.graph().request(0).prompt().blocks()).isEqualTo(1);
    assertThat(lenient.graph().tail(0)).isEqualTo(2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "1e3", "18446744073709551616", "99999999999999999999999"})
  void row12DamagedHashes(String hash) {
    assertErrorInBothModes(
        request("x").input(64, hash).json(),
        "request.replay.input_sequence_hashes[0]: must be an unsigned 64-bit whole number, got "
            + hash);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-5", "2147483648"})
  void row13PromptLengths(String length) {
    assertErrorInBothModes(
        request("x").replay("input_length", length).json(),
        "request.replay.input_length: must be 1 to 2147483647, got " + length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"output_tokens", "input_tokens", "cached_tokens"})
  void row13NegativeCounts(String field) {
    assertErrorInBothModes(
        request("x").request(field, "-3").json(), "request." + field + ": must be >= 0, got -3");
  }

  @Test
  void row15NoArrivalAndNoDuration() {
    assertErrorInBothModes(
        request("x")
            .at(5, 10)
            .request("request_received_ms", null)
            .request("total_time_ms", null)
            .json(),
        "request.request_received_ms: is missing");
  }

  @Test
  void row16ANegativeDuration() {
    String row = request("x").at(0, 10).request("total_time_ms", "-0.2").json();

    assertThatThrownBy(() -> load(row))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("-:1: request.total_time_ms: must be >= 0, got -0.2, --lenient takes 0");
    Workload lenient = load(Options.lenient(), row);
    assertThat(times(lenient)).containsExactly("x at 0 for 0");
    assertThat(warnings(lenient)).containsExactly(entry("negative_durations", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ttft_ms", "prefill_wait_time_ms"})
  void negativeRecordedLatencies(String field) {
    assertSkippable(
        request("x").request(field, "-0.5").json(),
        "wrong_value",
        "request." + field + ": must be >= 0, got -0.5");
  }

  @Test
  void idsThatCannotBeWrittenAgain() {
    assertSkippable(
        request("\\ud800x").json(), "wrong_value", "request.request_id: holds one half of a surr");
    assertSkippable(
        request("x").session("\\udc00\\ud800").json(),
        "wrong_value",
        "agent_context.session_id: holds one half of a surr");
    assertThat(ids(load(GOOD, request("\\ud83d\\ude00").at(5, 10).json())))
        .containsExactly("good", "\ud83d\ude00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void row16NumbersThatAreNone(String number) {
    assertSkippable(
        request("x").at(5, 10).request("total_time_ms", number).json(),
        "not_json",
        "not valid JSON");
  }

  @Test
  void row18Sessions() {
    assertErrorInBothModes(
        request("x").session("").json(), "agent_context.session_id: is missing or empty");
    assertErrorInBothModes(
        request("x").context("parent_session_id", "\"P\"").json(), "agent_context.session_id");
    assertErrorInBothModes(
        request("x").session("S").parent("S").json(), "session \"S\" is its own parent");
  }

  @Test
  void row24AnEmptyFileHoldsNoRequests() {
    for (String text : List.of("", "\n\n \r\n", "\uFEFF")) {
      for (String format : List.of("auto", "dynamo")) {
        assertThatThrownBy(() -> Captures.loadText(ReaderOptions.DEFAULT, format, text))
            .isInstanceOf(InvalidInputException.class)
            .hasMessageContaining("contains no requests")
            .hasMessageContaining("request_end");
      }
    }
  }

  @Test
  void row26TheFirstRequestOfTenMoreThanADayBeforeAllOthers() {
    String[] rows = new String[10];
    rows[0] = request("odd").at(-86_400_001L, 10).json();
    for (int i = 1; i < 10; i++) {
      rows[i] = request("r" + i).at(i - 1, 10).json();
    }

    assertThat(warnings(load(rows))).containsExactly(entry("implausible_time", 1L));
    assertThat(warnings(load(Arrays.copyOf(rows, 9)))).isEmpty();
    rows[0] = request("odd").at(-86_400_000L, 10).json();
    assertThat(warnings(load(rows))).isEmpty();
  }

  @Test
  void theServersTokenCountMayDiffer() {
    Workload workload =
        load(
            request("x").request("input_tokens", "70").json(),
            request("y").request("input_tokens", "64").json());

    assertThat(warnings(workload)).containsExactly(entry("length_mismatch", 1L));
    assertThat(workload.graph().request(0).prompt().inputTokens()).isEqualTo(64);
  }

  @Test
  void aKnownFieldOfAWrongTypeIsAnErrorAndSkippedIfLenient() {
    assertSkippable(
        request("x").request("output_tokens", "\"12\"").json(),
        "wrong_type",
        "request.output_tokens: must be a whole number, got \"12\"");
    assertSkippable(
        request("x").row("agent_context", "[]").json(),
        "wrong_type",
        "agent_context: must be an object, got an array");
    assertSkippable(
        request("x").row("event_type", "7").json(),
        "wrong_type",
        "event_type: must be a string, got 7");
  }

  @Test
  void aFieldThatOccursTwiceIsAnError() {
    String twice =
        request("x")
            .json()
            .replace("\"output_tokens\":1", "\"output_tokens\":1,\"output_tokens\":2");

    assertSkippable(twice, "wrong_value", "request.output_tokens: occurs twice in one object");
  }

  @Test
  void absurdTimesDoNotOverflow() {
    assertErrorInBothModes(
        request("x").request("request_received_ms", "9000000000000").json(), "2116");
    assertSkippable(
        request("x").request("total_time_ms", "1e15").json(), "wrong_value", "total_time_ms");
  }
}
