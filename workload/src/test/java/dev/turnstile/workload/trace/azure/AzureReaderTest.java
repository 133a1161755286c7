package dev.turnstile.workload.trace.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.TraceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AzureReaderTest {
  private static final String HEADER = "TIMESTAMP,ContextTokens,GeneratedTokens\r";

  @Test
  void readsArrivalsAndLengths() {
    Workload workload =
        TraceText.load(
            HEADER, "2025-03-02 08:00:00.1250000,1536,24\r", "2025-03-02 08:00:01.7500000,902,310");

    assertThat(workload.info().format()).isEqualTo("azure");
    assertThat(GraphText.ids(workload)).containsExactly("line2", "line3");
    RequestNode second = workload.graph().request(1);
    assertThat(second.offsetNanos()).isEqualTo(1_625_000_000L);
    assertThat(second.prompt().inputTokens()).isEqualTo(902);
    assertThat(second.prompt().blocks()).isZero();
    assertThat(second.outputTokens()).isEqualTo(310);
    assertThat(workload.graph().sessionAnonymous(1)).isTrue();
    assertThat(workload.prompts().distinctBlocks()).isZero();
  }

  @Test
  void findsColumnsByNameAndReadsOffsets() {
    Workload workload =
        TraceText.load(
            "NumImages,GeneratedTokens,TIMESTAMP,ContextTokens",
            "0,7,2024-05-10 00:00:00+00:00,5",
            "3,8,2024-05-10 02:00:00.5+01:00,6");

    // 02:00:00.5 at +01:00 is 01:00:00.5 at UTC.
    assertThat(workload.graph().request(1).offsetNanos()).isEqualTo(3_600_500_000_000L);
    assertThat(workload.graph().request(1).outputTokens()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2025-03-02 08:00:00,abc,1 | -:3: ContextTokens: must be a whole number, got \"abc\"",
        "2025-03-02 08:00:00,0,1 | -:3: ContextTokens: must be in 1..2147483647, got 0",
        "2025-03-02 08:00:00,5,-1 | -:3: GeneratedTokens: must be >= 0, got -1",
        "2025-03-02 08:00:00,5 | -:3: GeneratedTokens: is missing, the row has 2 columns",
        "03/02/2025 08:00,5,1 | -:3: TIMESTAMP: must be yyyy-MM-dd HH:mm:ss.fffffff, got",
        "2025-02-30 08:00:00,5,1 | -:3: TIMESTAMP: is no valid time, got \"2025-02-30",
      })
  void namesTheRowAndSkipsItWhenLenient(String row, String message) {
    String good = "2025-03-02 08:00:00,5,1";

    assertThatThrownBy(() -> TraceText.load(HEADER, good, row))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message);
    Workload lenient = TraceText.load(Options.lenient(), HEADER, good, row);
    assertThat(lenient.graph().requestCount()).isEqualTo(1);
    assertThat(GraphText.warnings(lenient)).containsEntry("skipped_rows", 1L);
  }

  @Test
  void asksForTheColumnsItNeeds() {
    assertThatThrownBy(() -> TraceText.load("TIMESTAMP,ContextTokens", "x,1"))
        .hasMessageStartingWith("-:1: the header has no column GeneratedTokens");
    assertThatThrownBy(() -> TraceText.load(HEADER)).hasMessage("-: contains no requests");
  }
}
