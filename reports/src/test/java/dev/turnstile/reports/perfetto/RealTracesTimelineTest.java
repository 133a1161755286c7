package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RealTracesTimelineTest {
  private static final Path TRACES = Path.of("../../shared/traces-real");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aisimulate-fixtures/agentx-first4.jsonl",
        "aisimulate-fixtures/weka",
        "dynamo-fixtures/weka-two-plays.jsonl",
        "mooncake-fast25/conversation_trace.jsonl.gz",
        "weka-kv-cache-tester",
        "azure-llm-2023/AzureLLMInferenceTrace_code.csv.gz"
      })
  void timelinesOfPublicTracesKeepTheRules(String name) throws IOException {
    Path trace = TRACES.resolve(name);
    assumeThat(Files.exists(trace)).as("public traces beside the project").isTrue();
    Workload workload =
        new TraceLoader()
            .load(
                TraceInput.of(List.of(trace), InputStream.nullInputStream()),
                TraceLoader.AUTO,
                ReaderOptions.DEFAULT);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    Coverage coverage = PerfettoTrace.writeCapture(workload, out, 5_000_000);

    TraceRules.check(out.toString(StandardCharsets.UTF_8));
    assertThat(out.size()).isLessThanOrEqualTo(5_000_000);
    assertThat(coverage.drawnTrees()).isPositive();
  }
}
