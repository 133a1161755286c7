package dev.turnstile.workload.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.TraceText;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class InspectionTest {
  private static final String[] CONVERSATION = {
    "{'id':'c','models':['m'],'block_size':64,'hash_id_scope':'local','requests':["
        + "{'t':0,'type':'n','model':'m','in':128,'out':10,'hash_ids':[1,2],'api_time':1},"
        + "{'t':1,'type':'subagent','agent_id':'a','status':'completed','models':[],'requests':["
        + "{'t':0.5,'type':'n','model':'m','in':64,'out':5,'hash_ids':[9],'api_time':1}]},"
        + "{'t':4,'type':'n','model':'m','in':192,'out':7,'hash_ids':[1,2,3],'api_time':1}]}"
  };

  @Test
  void countsSessionsEdgesAndTimes() {
    Inspection trace = Inspection.of(TraceText.load(CONVERSATION));

    assertThat(trace.source().mode()).isEqualTo("agentic");
    assertThat(trace.structure().requests()).isEqualTo(3);
    assertThat(trace.structure().sessions()).isEqualTo(2);
    assertThat(trace.structure().childSessions()).isEqualTo(1);
    assertThat(trace.structure().plays()).isEqualTo(1);
    assertThat(trace.structure().roots()).isEqualTo(1);
    assertThat(trace.structure().edges())
        .hasToString("{sequence={completion=1}, spawn={completion=1}, join={completion=1}}");
    // The child runs from 1.5 to 2.5 while its parent lasts from 0 to 5; the gap is 1 to 4.
    assertThat(trace.timing().spanMs()).isEqualTo(5000.0);
    assertThat(trace.timing().peakConcurrentSessions()).isEqualTo(2);
    assertThat(trace.timing().gapMs().count()).isEqualTo(1);
    assertThat(trace.timing().gapMs().p50()).isEqualTo(3000.0);
  }

  @Test
  void countsBlocksAsTheFileNamesThem() {
    Inspection.Sharing sharing = Inspection.of(TraceText.load(CONVERSATION)).sharing();

    // Blocks 1 2 | 9 | 1 2 3 in load order: two of six were seen before.
    assertThat(sharing.blocks()).isEqualTo(6);
    assertThat(sharing.distinctBlocks()).isEqualTo(4);
    assertThat(sharing.prefixHitBlocks()).isEqualTo(2);
    assertThat(sharing.prefixHitRatio()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(sharing.inputTokens()).isEqualTo(384);
    assertThat(sharing.outputTokens()).isEqualTo(22);
  }

  @Test
  void countsPartialLastBlocks() {
    Inspection.Sharing sharing =
        Inspection.of(
                TraceText.load(
                    "{'timestamp':0,'input_length':600,'output_length':1,'hash_ids':[1,2]}",
                    "{'timestamp':1,'input_length':600,'output_length':1,'hash_ids':[1,2]}",
                    "{'timestamp':2,'input_length':1024,'output_length':1,'hash_ids':[1,2]}",
                    "{'timestamp':3,'input_length':600,'output_length':1,'hash_ids':[1,3]}"))
            .sharing();

    // The id of a partial block counts as any other: 0, 2, 2 and 1 of 8 were seen before.
    assertThat(sharing.blocks()).isEqualTo(8);
    assertThat(sharing.prefixHitBlocks()).isEqualTo(5);
    assertThat(sharing.distinctBlocks()).isEqualTo(3);
  }

  @Test
  void countsBlocksAcrossModelsButKeepsCachesApart() {
    String rows = CONVERSATION[0].replace("'n','model':'m','in':192", "'n','model':'x','in':192");

    Inspection.Sharing sharing = Inspection.of(TraceText.load(rows)).sharing();

    assertThat(sharing.prefixHitBlocks()).isEqualTo(2);
    var curve = sharing.cacheCurve();
    assertThat(curve.get(curve.size() - 1).hitRatio()).isZero();
  }

  @Test
  void showsHowLargeACacheMustBe() {
    Inspection.Sharing sharing = Inspection.of(TraceText.load(CONVERSATION)).sharing();

    // Block 9 came in between: 2 of 6 hit with room for 1, 2 and 9, one (the first) with room for
    // 2.
    assertThat(sharing.cacheCurve())
        .containsExactly(
            new Inspection.CachePoint(1, 64, 0),
            new Inspection.CachePoint(2, 128, 1 / 6.0),
            new Inspection.CachePoint(4, 256, 2 / 6.0));
  }

  @Test
  void doesNotCountSessionsAtOneMomentWhereEndsAreNotRecorded() {
    Inspection trace =
        Inspection.of(
            TraceText.load(
                "{'timestamp':0,'input_length':5,'output_length':1,'hash_ids':[1]}",
                "{'timestamp':90,'input_length':5,'output_length':1,'hash_ids':[1]}"));

    assertThat(trace.timing().spanMs()).isEqualTo(90);
    assertThat(trace.timing().peakConcurrentSessions()).isNull();
  }

  @Test
  void knowsNoTimesWhereNoneAreRecorded() {
    Inspection trace =
        Inspection.of(
            TraceText.load(
                Options.options().withoutTimestamps().build(),
                "{'input_length':5,'output_length':1,'hash_ids':[1]}"));

    assertThat(trace.source().mode()).isEqualTo("standard");
    assertThat(trace.timing().spanMs()).isNull();
    assertThat(trace.timing().peakConcurrentSessions()).isNull();
    assertThat(trace.timing().gapMs().count()).isZero();
    assertThat(trace.timing().gapMs().p50()).isNull();
  }

  @Test
  void isOneFlatJsonObject() {
    JsonNode json = JsonMapper.shared().valueToTree(Inspection.of(TraceText.load(CONVERSATION)));

    assertThat(json.propertyNames())
        .contains(
            "format",
            "files",
            "rows",
            "skipped",
            "mode",
            "requests",
            "sessions",
            "child_sessions",
            "plays",
            "roots",
            "trace_block_size",
            "blocks",
            "distinct_blocks",
            "prefix_hit_blocks",
            "prefix_hit_ratio",
            "input_tokens",
            "output_tokens",
            "edges",
            "inferred_joins",
            "overlapping_turns",
            "subagents",
            "models",
            "span_ms",
            "peak_concurrent_sessions",
            "gap_ms",
            "tool_ms",
            "cache_curve",
            "warnings");
    assertThat(json.get("subagents").intValue()).isEqualTo(1);
    assertThat(json.get("edges").get("join").get("completion").intValue()).isEqualTo(1);
    assertThat(json.get("files").get(0).get("sha256").stringValue()).hasSize(64);
  }
}
