package dev.turnstile.workload.trace.agentic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.TraceText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgenticMooncakeReaderTest {
  private static final String HEADER =
      "{'schema':'dynamo.agentic_mooncake','version':2,'block_size':64,'hash_id_scope':'local',"
          + "'source':{'format':'handmade','digest':'demo-1'}}";
  private static final String R0 =
      "{'request_id':'r0','play_id':'p0','session_id':'root','model':'m','input_length':200,"
          + "'output_length':60,'hash_ids':[1,2,3,4],'not_before_ms':0.0}";
  private static final String R1 =
      "{'request_id':'r1','play_id':'p0','session_id':'kid','model':'m','input_length':90,"
          + "'output_length':12,'hash_ids':[8,9],'not_before_ms':0.0,'dependencies':[{"
          + "'request_id':'r0','trigger':'dispatch','delay_ms':300.0,'relation':'spawn'}]}";
  private static final String R2 =
      "{'request_id':'r2','play_id':'p0','session_id':'root','model':'m','input_length':330,"
          + "'output_length':40,'hash_ids':[1,2,3,5,6,7],'not_before_ms':0.0,"
          + "'recorded_api_time_ms':900.0,'dependencies':[{'request_id':'r0',"
          + "'trigger':'completion','delay_ms':2000.0,'relation':'sequence'},{'request_id':'r1',"
          + "'trigger':'completion','delay_ms':15.0,'relation':'join'}]}";

  @Test
  void readsExplicitEdges() {
    Workload workload = TraceText.load(HEADER, R0, R1, R2);

    assertThat(workload.info().format()).isEqualTo("agentic_mooncake");
    assertThat(workload.info().traceBlockTokens()).isEqualTo(64);
    assertThat(GraphText.edges(workload))
        .containsExactly(
            "r0 -> r1 dispatch spawn 300",
            "r0 -> r2 completion sequence 2000",
            "r1 -> r2 completion join 15");
    SessionGraph graph = workload.graph();
    assertThat(graph.sessionParent(graph.request(1).session()))
        .isEqualTo(graph.request(0).session());
    // A floor of 0 holds nothing back.
    assertThat(graph.request(2).offsetNanos()).isEqualTo(RequestNode.NO_TIME);
    assertThat(GraphText.sharedBlocks(workload)).containsExactly("r0 0/3", "r1 0/1", "r2 3/5");
  }

  @Test
  void rowOrderDoesNotChangeTheGraph() {
    List<String> rows = new ArrayList<>(List.of(R2, R1, R0));
    rows.add(0, HEADER);

    Workload shuffled = TraceText.load(rows.toArray(String[]::new));

    assertThat(GraphText.edges(shuffled)).hasSize(3);
    assertThat(shuffled.graph().playRoot(0)).isEqualTo(2);
    assertThat(shuffled.graph().request(2).id()).isEqualTo("r0");
  }

  @Test
  void ordersPlaysByOrdinalAndRequestsByTheirFloors() {
    String late = row("late", "b", 1, 700, "");
    String early = row("early", "b", 1, 500, "");
    String first = row("first", "z", 0, 900, "");

    Workload workload = TraceText.load(HEADER, late, early, first);

    assertThat(GraphText.ids(workload)).containsExactly("first", "early", "late");
    // Times count from the first root, early at 500.
    assertThat(workload.graph().request(0).offsetNanos()).isEqualTo(400_000_000L);
    assertThat(workload.graph().request(workload.graph().playRoot(0)).id()).isEqualTo("first");
  }

  @Test
  void ordersPlaysByIdWithoutOrdinals() {
    Workload workload = TraceText.load(HEADER, row("x", "b", -1, 0, ""), row("y", "a", -1, 9, ""));

    assertThat(GraphText.ids(workload)).containsExactly("y", "x");
  }

  @Test
  void keepsIdsOfPlaysApartUnlessTheyAreGlobal() {
    String[] rows = {row("x", "a", -1, 0, ""), row("y", "b", -1, 0, "")};

    Workload local = TraceText.load(HEADER, rows[0], rows[1]);
    Workload global = TraceText.load(HEADER.replace("local", "global"), rows[0], rows[1]);

    assertThat(GraphText.sharedBlocks(local)).containsExactly("x 0/1", "y 0/1");
    assertThat(GraphText.sharedBlocks(global)).containsExactly("x 0/1", "y 1/1");
  }

  @Test
  void derivesRecordedTimesFromDelaysAndDurations() {
    String a = row("a", "p", -1, 0, ",'recorded_api_time_ms':100");
    String b =
        row("b", "p", -1, 0, ",'recorded_api_time_ms':30.5,'dependencies':[" + dep("a", 20) + "]");
    String c = row("c", "p", -1, 0, ",'dependencies':[" + dep("a", 90) + "," + dep("b", 50) + "]");

    SessionGraph graph = TraceText.load(HEADER, a, b, c).graph();

    // b 120 to 150.5; c at max(100 + 90, 150.5 + 50) = 200.5, its end is not known.
    assertThat(graph.request(1).recordedStartNanos()).isEqualTo(120_000_000L);
    assertThat(graph.request(1).recordedEndNanos()).isEqualTo(150_500_000L);
    assertThat(graph.request(2).recordedStartNanos()).isEqualTo(200_500_000L);
    assertThat(graph.request(2).recordedEndNanos()).isEqualTo(RequestNode.NO_TIME);
  }

  @Test
  void keepsAFloorThatCanHoldARequestBack() {
    String a = row("a", "p", -1, 100, "");
    String b = row("b", "p", -1, 400, ",'dependencies':[" + dep("a", 20) + "]");

    SessionGraph graph = TraceText.load(HEADER, a, b).graph();

    assertThat(graph.request(1).offsetNanos()).isEqualTo(300_000_000L);
  }

  @Test
  void readsOffsetsOfManyDays() {
    String late = row("late", "b", -1, 2_000_000_000, "");

    SessionGraph graph = TraceText.load(HEADER, row("x", "a", -1, 0, ""), late).graph();

    assertThat(graph.request(1).offsetNanos()).isEqualTo(2_000_000_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'version':2 | 'version':3 | -:1: version: must be 2, got 3",
        "'version':2, | ~~ | -:1: version: is missing",
        "'local' | 'file' | -:1: hash_id_scope: must be local or global, got \"file\"",
        "'block_size':64 | 'block_size':0 | -:1: block_size: must be in 1..2147483647, got 0",
        "'digest':'demo-1' | 'other':1 | -:1: source: must have format and digest",
        "'demo-1' | '' | -:1: source.digest: must not be empty",
      })
  void refusesABadHeader(String from, String to, String message) {
    assertThatThrownBy(() -> TraceText.load(HEADER.replace(from, to), R0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void refusesAnotherBlockSizeThanTheHeaders() {
    assertThatThrownBy(
            () -> TraceText.load(Options.options().traceBlockTokens(16).build(), HEADER, R0))
        .hasMessage("-:1: block_size: is 64, but --trace-block-size says 16");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~'hash_ids':[8,9]~ | ~'hash_ids':[8]~ | 90 tokens in blocks of 64 need 2 ids, got 1",
        "~'request_id':'r0'~ | ~'request_id':'r9'~ | -:3: dependencies: there is no request \"r9\"",
        "~'request_id':'r0'~ | ~'request_id':'r1'~ | dependencies: a request cannot wait for itself",
        "~'relation':'spawn'~ | ~'relation':'join'~ | relation join needs the trigger completion",
        "~'relation':'spawn'~ | ~'relation':'wait'~ | must be sequence, spawn, join, replay_barrier",
        "~'trigger':'dispatch'~ | ~'trigger':'start'~ | must be dispatch, completion, got \"start\"",
        "~'delay_ms':300.0~ | ~'delay_ms':-1~ | dependencies[0].delay_ms: must be >= 0, got -1",
        "~'delay_ms':300.0,~ | ~~ | dependencies[0]: must have request_id, trigger, delay_ms and",
        "~'play_id':'p0'~ | ~'play_id':'p1'~ | \"r0\" is in another play, \"p0\"",
        "~'model':'m',~ | ~~ | -:3: model: is missing",
        "~'not_before_ms':0.0~ | ~'not_before_ms':-1~ | not_before_ms: must be >= 0, got -1",
        "~'not_before_ms':0.0,~ | ~~ | -:3: not_before_ms: is missing",
        "~'model'~ | ~'source_play_ordinal':0,'model'~ | source_play_ordinal: differs from line 2",
      })
  void refusesABadRow(String from, String to, String message) {
    String bad = R1.replace(from, to);

    assertThatThrownBy(() -> TraceText.load(HEADER, R0, bad))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesASecondHeaderAndNone() {
    assertThatThrownBy(() -> TraceText.load(HEADER, R0, HEADER))
        .hasMessageContaining("-:3: schema: is a second header");
    assertThatThrownBy(
            () -> TraceText.loadAs("agentic_mooncake", Options.options().build(), R0, R1))
        .hasMessageContaining("the header of agentic Mooncake version 2 is missing");
    assertThatThrownBy(() -> TraceText.load(HEADER)).hasMessage("-: contains no requests");
  }

  @Test
  void refusesOrdinalsWithAGap() {
    assertThatThrownBy(
            () -> TraceText.load(HEADER, row("x", "a", 0, 0, ""), row("y", "b", 2, 0, "")))
        .hasMessageContaining("source_play_ordinal: 2 is out of range: 2 plays count from 0");
    assertThatThrownBy(
            () -> TraceText.load(HEADER, row("x", "a", 0, 0, ""), row("y", "b", 0, 0, "")))
        .hasMessageContaining("source_play_ordinal: 0 belongs to two plays");
    assertThatThrownBy(
            () -> TraceText.load(HEADER, row("x", "a", 0, 0, ""), row("y", "b", -1, 0, "")))
        .hasMessageContaining("-:3: source_play_ordinal: is missing, but other plays have one");
  }

  @Test
  void namesTheCircleInWhichRequestsWait() {
    String a = row("a", "p", -1, 0, ",'dependencies':[" + dep("b", 1) + "]");
    String b = row("b", "p", -1, 0, ",'dependencies':[" + dep("a", 1) + "]");

    assertThatThrownBy(() -> TraceText.load(HEADER, a, b))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cycle")
        .hasMessageContaining("a")
        .hasMessageContaining("b");
  }

  @Test
  void readsTheLegacyForm() {
    Workload workload =
        TraceText.load(
            Options.options().traceBlockTokens(64).build(),
            "{'request_id':'r0','session_id':'root','input_length':200,'output_length':60,"
                + "'hash_ids':[0,1,2,3],'request_kind':'foreground','timestamp':0.0,"
                + "'branches':['r1'],'prefix_reset':true}",
            "{'request_id':'r1','session_id':'kid','input_length':90,'output_length':12,"
                + "'hash_ids':[4,5],'request_kind':'agent','timestamp':1100.0,'delay':100.0,"
                + "'wait_for':['r0'],'prefix_reset':true}",
            "{'request_id':'r2','session_id':'root','input_length':330,'output_length':40,"
                + "'hash_ids':[0,1,2,6,7,8],'request_kind':'foreground','timestamp':3200.0,"
                + "'delay':190.0,'wait_for':['r0','r1'],'prefix_reset':false,"
                + "'tool_wait_ms':1500.0,'tool_events':[{'tool_call_id':'call-1'}]}");

    assertThat(GraphText.edges(workload))
        .containsExactly(
            "r0 -> r1 completion sequence 100",
            "r0 -> r2 completion join 1690",
            "r1 -> r2 completion join 1690");
    assertThat(GraphText.tools(workload)).containsExactly("r2 inferred 0-1500");
    assertThat(workload.graph().playCount()).isEqualTo(1);
  }

  @Test
  void namesTheCircleOfLegacyRows() {
    // The case c29: a waits for c, c for b, b for a.
    String lengths = "'output_length':1,'hash_ids':";
    assertThatThrownBy(
            () ->
                TraceText.load(
                    "{'request_id':'a','session_id':'s','timestamp':0,'input_length':512,"
                        + lengths
                        + "[1],'wait_for':['c']}",
                    "{'request_id':'b','session_id':'s','input_length':1024,"
                        + lengths
                        + "[1,2],'wait_for':['a'],'delay':5}",
                    "{'request_id':'c','session_id':'s','input_length':1536,"
                        + lengths
                        + "[1,2,3],'wait_for':['b'],'delay':5}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("cycle")
        .hasMessageContaining("a")
        .hasMessageContaining("b")
        .hasMessageContaining("c");
  }

  @Test
  void refusesALegacyRowThatWaitsForNobody() {
    String lengths = "'input_length':5,'output_length':1,'hash_ids':[1]";
    assertThatThrownBy(
            () -> TraceText.load("{'request_id':'a','prefix_reset':true," + lengths + "}"))
        .hasMessageContaining("-:1: timestamp: is missing")
        .hasMessageContaining("--concurrency");
    assertThatThrownBy(() -> TraceText.load("{'request_id':'a','wait_for':['x']," + lengths + "}"))
        .hasMessage("-:1: wait_for: there is no request \"x\"");
  }

  @Test
  void shufflingRowsOfAPlayKeepsItsEdges() {
    List<String> rows = new ArrayList<>(Arrays.asList(R0, R1, R2));
    List<String> expected = GraphText.edges(TraceText.load(HEADER, R0, R1, R2));
    for (int turn = 0; turn < 3; turn++) {
      Collections.rotate(rows, 1);
      List<String> edges =
          GraphText.edges(TraceText.load(HEADER, rows.get(0), rows.get(1), rows.get(2)));
      assertThat(edges).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static String row(String id, String play, int ordinal, int notBefore, String more) {
    return "{'request_id':'"
        + id
        + "','play_id':'"
        + play
        + (ordinal < 0 ? "'" : "','source_play_ordinal':" + ordinal)
        + ",'session_id':'s-"
        + id
        + "','model':'m','input_length':64,'output_length':1,'hash_ids':[1],'not_before_ms':"
        + notBefore
        + more
        + "}";
  }

  private static String dep(String id, int delay) {
    return "{'request_id':'"
        + id
        + "','trigger':'completion','delay_ms':"
        + delay
        + ",'relation':'join'}";
  }
}
