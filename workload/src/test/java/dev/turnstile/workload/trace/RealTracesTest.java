package dev.turnstile.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.inspect.Inspection;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers that are known of public traces. */
final class RealTracesTest {
  @Test
  void countsTheMooncakeConversationTrace() {
    Inspection trace = inspect("mooncake-fast25/conversation_trace.jsonl.gz");

    assertThat(trace.source().format()).isEqualTo("mooncake");
    assertThat(trace.structure().requests()).isEqualTo(12_031);
    assertThat(trace.structure().plays()).isEqualTo(12_031);
    assertThat(trace.sharing().traceBlockTokens()).isEqualTo(512);
    assertThat(trace.sharing().blocks()).isEqualTo(288_500);
    assertThat(trace.sharing().prefixHitBlocks()).isEqualTo(105_710);
    assertThat(trace.sharing().prefixHitRatio()).isCloseTo(0.366412, within(5e-7));
    assertThat(trace.sharing().distinctBlocks()).isEqualTo(182_790);
    assertThat(trace.sharing().inputTokens()).isEqualTo(144_793_823);
    assertThat(trace.sharing().outputTokens()).isEqualTo(4_122_048);
    assertThat(trace.timing().spanMs()).isEqualTo(3_536_999.0);
    assertThat(trace.warnings()).isEmpty();
  }

  @Test
  void countsTheMooncakeSyntheticTrace() {
    Inspection trace = inspect("mooncake-fast25/synthetic_trace.jsonl.gz");

    assertThat(trace.structure().requests()).isEqualTo(3_993);
    assertThat(trace.sharing().blocks()).isEqualTo(121_877);
    assertThat(trace.sharing().prefixHitBlocks()).isEqualTo(77_953);
    assertThat(trace.sharing().prefixHitRatio()).isCloseTo(0.639604, within(5e-7));
    assertThat(trace.sharing().distinctBlocks()).isEqualTo(43_924);
    assertThat(trace.sharing().inputTokens()).isEqualTo(61_194_628);
    assertThat(trace.sharing().outputTokens()).isEqualTo(595_432);
    assertThat(trace.timing().spanMs()).isEqualTo(1_022_025.0);
  }

  @Test
  void countsTheWekaFolder() {
    Inspection trace = inspect("weka-kv-cache-tester");

    assertThat(trace.source().format()).isEqualTo("weka");
    assertThat(trace.source().files()).hasSize(107);
    assertThat(trace.structure().requests()).isEqualTo(4_607);
    assertThat(trace.structure().plays()).isEqualTo(107);
    assertThat(trace.structure().subagents()).isEqualTo(27);
    assertThat(trace.structure().childSessions()).isEqualTo(27);
    assertThat(trace.sharing().traceBlockTokens()).isEqualTo(64);
    assertThat(trace.sharing().blocks()).isEqualTo(6_792_611);
    assertThat(trace.sharing().prefixHitBlocks()).isEqualTo(6_449_136);
    assertThat(trace.sharing().prefixHitRatio()).isCloseTo(0.949434, within(5e-7));
    assertThat(trace.sharing().inputTokens()).isEqualTo(434_872_798);
    assertThat(trace.sharing().outputTokens()).isEqualTo(2_186_561);
    // All nested requests carry times before their marker: the nested clock is relative.
    assertThat(trace.warnings()).noneMatch(w -> w.name().equals("mixed_nested_clock"));
  }

  @Test
  void findsParallelStreamsInTheWekaFolder() {
    Workload workload = load("weka-kv-cache-tester", Options.options().wekaChains().build());

    // Every request keeps its place in exactly one stream, and no circle comes out of it.
    assertThat(workload.graph().requestCount()).isEqualTo(4_607);
    assertThat(workload.graph().sessionCount()).isGreaterThanOrEqualTo(107 + 27);
    assertThat(workload.graph().playCount()).isEqualTo(107);
  }

  @Test
  void countsTheAzureTraces() {
    Inspection code = inspect("azure-llm-2023/AzureLLMInferenceTrace_code.csv.gz");
    Inspection conv = inspect("azure-llm-2023/AzureLLMInferenceTrace_conv.csv.gz");

    assertThat(code.source().format()).isEqualTo("azure");
    assertThat(code.structure().requests()).isEqualTo(8_819);
    assertThat(code.sharing().inputTokens()).isEqualTo(18_059_974);
    assertThat(code.sharing().outputTokens()).isEqualTo(245_896);
    // 18:17:03.9799600 to 19:14:19.9280160.
    assertThat(code.timing().spanMs()).isEqualTo(3_435_948.056);
    assertThat(conv.structure().requests()).isEqualTo(19_366);
    assertThat(conv.sharing().inputTokens()).isEqualTo(22_361_870);
    assertThat(conv.sharing().outputTokens()).isEqualTo(4_088_665);
    // 18:15:46.6805900 to 19:14:08.4025270.
    assertThat(conv.timing().spanMs()).isEqualTo(3_501_721.937);
  }

  @Test
  void readsTheFixturesOfOtherSimulators() {
    Inspection relative = inspect("aisimulate-fixtures/weka-relative.json");
    assertThat(relative.structure().requests()).isEqualTo(4);
    assertThat(relative.structure().subagents()).isEqualTo(1);

    Inspection restore = inspect("aisimulate-fixtures/weka-g2-restore.jsonl");
    assertThat(restore.structure().requests()).isEqualTo(4);
    // Three ids of four tokens are given for prompts of nine: the third covers no full block.
    assertThat(restore.sharing().blocks()).isEqualTo(8);

    Inspection folder = inspect("aisimulate-fixtures/weka");
    assertThat(folder.structure().requests()).isEqualTo(3);
    assertThat(folder.structure().plays()).isEqualTo(2);

    Inspection agentx = inspect("aisimulate-fixtures/agentx-first4.jsonl");
    assertThat(agentx.structure().requests()).isEqualTo(4);

    Inspection plays = inspect("dynamo-fixtures/weka-two-plays.jsonl");
    assertThat(plays.structure().requests()).isEqualTo(3);
    assertThat(plays.structure().plays()).isEqualTo(2);
  }

  private static Inspection inspect(String name) {
    return Inspection.of(load(name, ReaderOptions.DEFAULT));
  }

  private static Workload load(String name, ReaderOptions options) {
    Path path = SharedTraces.path(name);
    TraceInput input = TraceInput.of(List.of(path), InputStream.nullInputStream());
    return new TraceLoader().load(input, TraceLoader.AUTO, options);
  }
}
