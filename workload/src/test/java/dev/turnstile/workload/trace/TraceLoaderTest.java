package dev.turnstile.workload.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TraceLoaderTest {
  private static final String ROW =
      "{\"schema\":\"dynamo.request.trace.v1\",\"event_type\":\"request_end\","
          + "\"event_time_unix_ms\":1790000000040,\"request\":{\"request_id\":\"a\","
          + "\"output_tokens\":2,\"request_received_ms\":1790000000000,\"replay\":{"
          + "\"trace_block_size\":64,\"input_length\":64,\"input_sequence_hashes\":[1]}}}\n";

  private static TraceFile file(String text) {
    return TraceFile.standardInput(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private static String detected(String text) {
    return new TraceLoader().reader(TraceInput.of(file(text)), TraceLoader.AUTO).format();
  }

  @Test
  void detectsRequestTraces() {
    assertThat(detected(ROW)).isEqualTo("dynamo");
    assertThat(detected("\uFEFF\r\n\n" + ROW)).isEqualTo("dynamo");
    assertThat(detected("{\"timestamp\":1,\"event\":" + ROW.strip() + "}\n")).isEqualTo("dynamo");
    assertThat(detected("{\"schema\":\"dynamo.agent.trace.v1\"}")).isEqualTo("dynamo");
  }

  @Test
  void theFirstObjectDecidesEvenAfterBadLines() {
    assertThat(detected("garbage\n[1]\n{\"cut\":\n" + ROW)).isEqualTo("dynamo");
  }

  @Test
  void whatDetectionReadIsReadAgain() {
    var workload = new TraceLoader().load(TraceInput.of(file(ROW)), "auto", ReaderOptions.DEFAULT);

    assertThat(workload.graph().requestCount()).isEqualTo(1);
    assertThat(workload.info().files().get(0).bytes()).isEqualTo(ROW.length());
  }

  @Test
  void readersHaveDistinctSortedFormats() {
    assertThat(new TraceLoader().readers())
        .extracting(TraceReader::format)
        .contains("dynamo")
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void anUnknownFirstRecordListsTheFormats() {
    assertThatThrownBy(() -> detected("{\"question\":42}\n"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("-: the trace format is not recognised by its first record")
        .hasMessageContaining("dynamo")
        .hasMessageContaining("--trace-format");
  }

  @Test
  void aNameThatIsNoFormatIsAMistakeOfTheCaller() {
    assertThatThrownBy(() -> new TraceLoader().reader(TraceInput.of(file(ROW)), "dinamo"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown trace format dinamo; known are ");
  }

  @Test
  void aHeaderLineIsTheFirstRecordOfAFileThatIsNotJson() {
    Optional<FirstRecord> first = TraceDetection.firstRecord(file("TIMESTAMP,ContextTokens\r\n"));

    assertThat(first).map(FirstRecord::header).contains("TIMESTAMP,ContextTokens");
  }

  @Test
  void aDocumentOverSeveralLinesIsOneRecord() {
    Optional<FirstRecord> first =
        TraceDetection.firstRecord(file("{\n \"id\": \"c\",\n \"requests\": [ { } ]\n}\n"));

    assertThat(first).map(record -> record.has("id", "requests")).contains(true);
  }

  @Test
  void aBlankFileHasNoRecord() {
    assertThat(TraceDetection.firstRecord(file(" \n\r\n"))).isEmpty();
  }
}
