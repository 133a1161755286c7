package dev.turnstile.workload.trace.mooncake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.TraceText;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MooncakeReaderTest {
  private static final String LENGTHS = "'input_length':512,'output_length':1,'hash_ids':[0]}";

  @Test
  void readsIndependentRequests() {
    Workload workload =
        TraceText.load(
            "{'timestamp':0,'input_length':655,'output_length':52,'hash_ids':[0,1]}",
            "{'timestamp':120,'input_length':1300,'output_length':20,'hash_ids':[0,1,2]}");

    assertThat(workload.info().format()).isEqualTo("mooncake");
    assertThat(workload.info().traceBlockTokens()).isEqualTo(512);
    assertThat(workload.info().traceBlocks()).isEqualTo(5);
    assertThat(GraphText.ids(workload)).containsExactly("line1", "line2");
    assertThat(workload.graph().playCount()).isEqualTo(2);
    assertThat(workload.graph().sessionAnonymous(0)).isTrue();
    assertThat(workload.graph().sessionId(1)).isEqualTo("request_2");
    assertThat(workload.graph().request(1).offsetNanos()).isEqualTo(120_000_000L);
    // 655 tokens: one full block; the id of the second, partial one is kept beside the path.
    assertThat(GraphText.sharedBlocks(workload)).containsExactly("line1 0/1", "line2 1/2");
    assertThat(workload.graph().tail(1)).isEqualTo(2L);
  }

  @Test
  void chainsTheTurnsOfASessionByTheirDelays() {
    Workload workload =
        TraceText.load(
            "{'session_id':'s1','timestamp':0,'input_length':1000,'output_length':80,'hash_ids':[0,1]}",
            "{'session_id':'s2','timestamp':40,'input_length':700,'output_length':10,'hash_ids':[0,5]}",
            "{'session_id':'s1','delay':350.5,'input_length':1400,'output_length':60,"
                + "'hash_ids':[0,2,3]}",
            "{'session_id':'s1','delay_ms':90,'input_tokens':2000,'output_tokens':30,"
                + "'hash_ids':[0,2,4,6],'priority':2,'policy_class':'interactive'}");

    assertThat(GraphText.edges(workload))
        .containsExactly(
            "line1 -> line3 completion sequence 350.5", "line3 -> line4 completion sequence 90");
    assertThat(workload.graph().playCount()).isEqualTo(2);
    assertThat(workload.graph().sessionAnonymous(0)).isFalse();
    assertThat(workload.graph().request(3).extras().priority()).isEqualTo(2);
    assertThat(workload.graph().request(3).extras().policyClass()).isEqualTo("interactive");
    assertThat(GraphText.warnings(workload)).isEmpty();
  }

  @Test
  void measuresADelayFromTimestampsAndWarnsOnce() {
    String session = "{'session_id':'s','timestamp':";
    Workload workload =
        TraceText.load(
            session + "1000," + LENGTHS,
            session + "1600," + LENGTHS,
            "{'session_id':'s','delay':5," + LENGTHS,
            session + "2000," + LENGTHS);

    // The last one counts from the latest timestamp of the session, 1600, not from the delay.
    assertThat(GraphText.edges(workload))
        .containsExactly(
            "line1 -> line2 completion sequence 600",
            "line2 -> line3 completion sequence 5",
            "line3 -> line4 completion sequence 400");
    assertThat(GraphText.warnings(workload)).containsEntry("start_to_start_delay", 1L);
  }

  @Test
  void prefersTheDelayToTheTimestamp() {
    Workload workload =
        TraceText.load(
            "{'session_id':'s','timestamp':1000," + LENGTHS,
            "{'session_id':'s','timestamp':1600,'delay':7," + LENGTHS);

    assertThat(GraphText.edges(workload)).containsExactly("line1 -> line2 completion sequence 7");
    assertThat(GraphText.warnings(workload)).isEmpty();
  }

  @Test
  void takesNoDelayAsNone() {
    Workload workload =
        TraceText.load(
            "{'session_id':'s','timestamp':1000," + LENGTHS, "{'session_id':'s'," + LENGTHS);

    assertThat(GraphText.edges(workload)).containsExactly("line1 -> line2 completion sequence 0");
  }

  @Test
  void refusesMoreIdsThanThePromptCanUse() {
    // The case c06: 600 tokens need 2 ids of 512, three are given.
    String[] rows = {
      "{'timestamp':0,'input_length':512,'output_length':4,'hash_ids':[0]}",
      "{'timestamp':200,'input_length':600,'output_length':8,'hash_ids':[0,1,2]}"
    };

    assertThatThrownBy(() -> TraceText.load(rows))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "-:2: hash_ids: 600 tokens in blocks of 512 need 2 ids, got 3,"
                + " wrong --trace-block-size? This row would fit 256");

    Workload lenient = TraceText.load(Options.lenient(), rows);
    assertThat(GraphText.warnings(lenient)).isEqualTo(Map.of("surplus_hash_ids", 1L));
    assertThat(lenient.info().warnings().get(0).examples().get(0)).startsWith("-:2:");
    assertThat(lenient.graph().request(1).prompt().inputTokens()).isEqualTo(600);
    assertThat(GraphText.sharedBlocks(lenient)).containsExactly("line1 0/1", "line2 1/1");
  }

  @Test
  void identifiesBlocksByTheirChain() {
    // The case c26: an id that comes again at another place is another block.
    Workload workload =
        TraceText.load(
            "{'timestamp':0,'input_length':2048,'output_length':1,'hash_ids':[7,7,7,8]}",
            "{'timestamp':1000,'input_length':1024,'output_length':1,'hash_ids':[7,9]}",
            "{'timestamp':2000,'input_length':1536,'output_length':1,'hash_ids':[7,7,9]}");

    assertThat(GraphText.sharedBlocks(workload))
        .containsExactly("line1 0/4", "line2 1/2", "line3 2/3");
    assertThat(GraphText.warnings(workload)).isEmpty();
  }

  @Test
  void keepsAnOutputLengthBeyondThirtyTwoBits() {
    // The case c28.
    Workload workload =
        TraceText.load(
            "{'timestamp':0,'input_length':512,'output_length':2,'hash_ids':[1]}",
            "{'timestamp':10,'input_length':512,'output_length':3000000000,'hash_ids':[2]}");

    assertThat(workload.graph().request(1).outputTokens()).isEqualTo(3_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // The case c19.
        "{'session_id':'s','delay':-5,LENGTHS | -:2: delay: must be >= 0, got -5",
        "{'session_id':'s','timestamp':99,LENGTHS | -:2: timestamp: goes back in time inside",
        "{'session_id':'t','timestamp':1,'delay':5,LENGTHS | -:2: delay: a first turn waits for no",
        "{'session_id':'t',LENGTHS | -:2: timestamp: is missing, and this row begins a session",
        "{'session_id':'s','delay':1,'delay_ms':1,LENGTHS | are one field, given twice",
        "{'session_id':'','timestamp':1,LENGTHS | -:2: session_id: must not be empty",
        "{'timestamp':1,'output_length':1,'input_length':5} | -:2: hash_ids: is missing",
        "{'timestamp':1,'hash_ids':[1],'input_length':5} | -:2: output_length: is missing",
        "{'timestamp':1,'hash_ids':[1],'input_length':513,'output_length':1} | need 2 ids, got 1",
        "{'timestamp':1,'hash_ids':[],'input_length':0,'output_length':1} | input_length: must be in",
        "{'timestamp':1,'hash_ids':[],'output_length':1} | hash_ids: stands for 0 tokens",
        "{'timestamp':1,'hash_ids':[1],'input_length':3000000000,'output_length':1} | got 3000000000",
        "{'timestamp':1,'hash_ids':[-1],'input_length':5,'output_length':1} | hash_ids[0]: must be",
        "{'timestamp':1,'hash_ids':[1],'input_length':5,'output_length':-1} | output_length: must be",
        "{'timestamp':1,'request_id':'line1',LENGTHS | -:2: request_id: \"line1\" occurred before",
        "{'timestamp':1,'messages':[],LENGTHS | messages: content traces are not replayable here",
        "{'timestamp':1,'wait_for':['a'],LENGTHS | --trace-format agentic_mooncake",
        "{'timestamp':20000000000,LENGTHS | --time-unit s",
        "{'timestamp':1,'routing_constraints':{'zone':'a'},LENGTHS | routing_constraints.zone: is a",
        "{'timestamp':1,'output_token_ids':[1,2],LENGTHS | must have output_length 1 entries, got 2",
        "{'timestamp':'soon',LENGTHS | -:2: timestamp: must be a number, got \"soon\"",
      })
  void namesLineFieldAndValueOfABadRow(String row, String message) {
    String first = "{'session_id':'s','timestamp':100," + LENGTHS;

    assertThatThrownBy(() -> TraceText.load(first, row.replace("LENGTHS", LENGTHS)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message.replace("\\\"", "\""));
  }

  @Test
  void replaysWithoutTimesInAClosedLoop() {
    Workload workload =
        TraceText.load(
            Options.options().withoutTimestamps().build(),
            "{'session_id':'a'," + LENGTHS,
            "{'session_id':'b'," + LENGTHS,
            "{'session_id':'a'," + LENGTHS);

    assertThat(workload.graph().request(0).offsetNanos()).isEqualTo(RequestNode.NO_TIME);
    assertThat(workload.graph().playCount()).isEqualTo(2);
  }

  @Test
  void keepsOnlyTheFirstOfTwoRowsWithOneIdWhenLenient() {
    Workload workload =
        TraceText.load(
            Options.lenient(),
            "{'request_id':'a','timestamp':0," + LENGTHS,
            "{'request_id':'a','timestamp':1," + LENGTHS);

    assertThat(GraphText.ids(workload)).containsExactly("a");
    assertThat(GraphText.warnings(workload)).containsEntry("duplicate_request_ids", 1L);
    assertThat(workload.info().skipped()).containsEntry("duplicate_request_id", 1L);
  }

  @Test
  void pinsAWorkerAndCarriesPriorities() {
    Workload workload =
        TraceText.load(
            "{'timestamp':0,'routing_constraints':{'worker_id':3},'strict_priority':1," + LENGTHS,
            "{'timestamp':1,'routing_constraints':2," + LENGTHS);

    assertThat(workload.graph().request(0).extras().pinnedWorker()).isEqualTo(3);
    assertThat(workload.graph().request(0).extras().strictPriority()).isEqualTo(1);
    assertThat(workload.graph().request(1).extras().pinnedWorker()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483648", "9e12"})
  void prioritiesAreWhatAnEngineCanCompare(String priority) {
    assertThatThrownBy(
            () -> TraceText.load("{'timestamp':0,'priority':" + priority + "," + LENGTHS))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(":1: priority: must be in -2147483647..2147483647, got " + priority);
  }

  @Test
  void namesGeneratedBlocksByRecordedTokens() {
    // Blocks of 4: prompt 1 1 1 1 2, output 9 9 9 5 5 5 5 6; block 1 is 2 9 9 9, block 2 is 5 5 5
    // 5.
    Workload workload =
        TraceText.load(
            Options.options().traceBlockTokens(4).outputIdentity(OutputIdentity.RECORDED).build(),
            "{'timestamp':0,'input_length':5,'output_length':8,'hash_ids':[1,2],"
                + "'output_token_ids':[9,9,9,5,5,5,5,6]}",
            "{'timestamp':1,'input_length':12,'output_length':1,'hash_ids':[1,9,5],"
                + "'output_token_ids':[3]}");

    RequestNode.Prompt first = workload.graph().request(0).prompt();
    assertThat(first.outputBlocks()).isEqualTo(3);
    assertThat(first.outputNode()).isEqualTo(workload.graph().request(1).prompt().node());
    assertThat(workload.graph().request(1).prompt().outputBlocks()).isZero();
    assertThat(workload.info().outputIdentity()).isEqualTo("recorded");
    assertThat(workload.info().facts()).containsEntry("named_output_blocks", 2L);
  }

  @Test
  void namesNoBlockOfMixedTokensNorWhatFollowsIt() {
    Workload workload =
        TraceText.load(
            Options.options().traceBlockTokens(4).outputIdentity(OutputIdentity.RECORDED).build(),
            "{'timestamp':0,'input_length':4,'output_length':12,'hash_ids':[1],"
                + "'output_token_ids':[9,9,9,9,5,5,5,6,7,7,7,7]}");

    assertThat(workload.graph().request(0).prompt().outputBlocks()).isEqualTo(2);
  }

  @Test
  void spreadsEqualTimestampsOverTheStepToTheNext() {
    Workload workload =
        TraceText.load(
            Options.options().spreadTies().build(),
            "{'timestamp':0," + LENGTHS,
            "{'timestamp':3000," + LENGTHS,
            "{'timestamp':0," + LENGTHS,
            "{'timestamp':0," + LENGTHS,
            "{'timestamp':3000," + LENGTHS);

    // Three share 0 to 3000; the last step has no next one and takes the width of the one before.
    assertThat(GraphText.times(workload))
        .extracting(line -> line.substring(0, line.indexOf(" for")))
        .containsExactly(
            "line1 at 0", "line2 at 3000", "line3 at 1000", "line4 at 2000", "line5 at 4500");
  }

  @Test
  void warnsOfAFirstRequestADayBeforeAllOthers() {
    String[] rows = new String[10];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = "{'timestamp':" + (i == 4 ? 0 : 86_400_001 + i) + "," + LENGTHS;
    }

    Workload workload = TraceText.load(rows);

    assertThat(GraphText.warnings(workload)).containsEntry("implausible_time", 1L);
    assertThat(workload.info().warnings().get(0).examples()).containsExactly("line5");
  }

  @Test
  void saysThatAFileHoldsNoRequests() {
    assertThatThrownBy(() -> TraceText.loadAs("mooncake", Options.options().build(), "", "  "))
        .hasMessage("-: contains no requests");
  }
}
