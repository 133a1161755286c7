package dev.turnstile.workload.trace.weka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.trace.GraphText;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.WekaClock;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.TraceText;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WekaReaderTest {
  private static final String DEMO =
      "{'id':'demo','models':['m'],'block_size':64,'hash_id_scope':'local','tool_tokens':128,"
          + "'system_tokens':64,'requests':[{'t':0.0,'type':'s','model':'m','in':300,'out':40,"
          + "'hash_ids':[1,2,3,4],'input_types':['text'],'stop':'tool_use','api_time':1.2,"
          + "'think_time':0.0,'ttft':0.4},{'t':1.5,'type':'subagent','agent_id':'agent_001',"
          + "'subagent_type':'Explore','duration_ms':2500,'status':'completed','requests':["
          + "{'t':0.0,'type':'n','model':'m','in':150,'out':20,'hash_ids':[50,51],'api_time':0.8},"
          + "{'t':1.6,'type':'n','model':'m','in':200,'out':30,'hash_ids':[50,51,52],"
          + "'api_time':0.9}],'models':['m'],'tool_tokens':64,'system_tokens':32},"
          + "{'t':4.4,'type':'s','model':'m','in':420,'out':55,'hash_ids':[1,2,3,4,5,6],"
          + "'stop':'end_turn','api_time':1.1,'think_time':0.4,'ttft':0.3}]}";

  @TempDir private Path folder;

  @Test
  void readsAConversationWithASubagent() {
    Workload workload = TraceText.load(DEMO);

    SessionGraph graph = workload.graph();
    assertThat(workload.info().format()).isEqualTo("weka");
    assertThat(GraphText.ids(workload))
        .containsExactly("demo#0", "demo::agent_001#0", "demo::agent_001#1", "demo#1");
    // The nested clock is relative: 1.5 to 2.3 and 3.1 to 4.0.
    assertThat(GraphText.edges(workload))
        .containsExactly(
            "demo#0 -> demo::agent_001#0 completion spawn 300",
            "demo#0 -> demo#1 completion sequence 3200",
            "demo::agent_001#0 -> demo::agent_001#1 completion sequence 800",
            "demo::agent_001#1 -> demo#1 completion join 400");
    assertThat(GraphText.times(workload))
        .containsExactly(
            "demo#0 at 0 for 1200",
            "demo::agent_001#0 at 1500 for 800",
            "demo::agent_001#1 at 3100 for 900",
            "demo#1 at 4400 for 1100");
    assertThat(graph.sessionParent(graph.request(1).session())).isZero();
    assertThat(graph.request(0).extras().endsWithToolCall()).isTrue();
    assertThat(graph.request(0).extras().recordedTtftNanos()).isEqualTo(400_000_000L);
    assertThat(workload.info().facts())
        .containsEntry("subagents", 1L)
        .containsEntry("nested_clock_relative", 1L);
    assertThat(GraphText.sharedBlocks(workload))
        .containsExactly(
            "demo#0 0/4", "demo::agent_001#0 0/2", "demo::agent_001#1 2/3", "demo#1 4/6");
  }

  @Test
  void takesNestedTimesAsAbsoluteWhereNoneIsBeforeItsMarker() {
    String absolute = DEMO.replace("'t':0.0,'type':'n'", "'t':1.5,'type':'n'");
    Workload workload = TraceText.load(absolute.replace("'t':1.6", "'t':3.1"));

    assertThat(GraphText.times(workload))
        .contains("demo::agent_001#0 at 1500 for 800", "demo::agent_001#1 at 3100 for 900");
    assertThat(workload.info().facts()).containsEntry("nested_clock_relative", 0L);
  }

  @Test
  void decidesTheNestedClockForTheWholeCorpusAndWarnsOfAMixture() {
    String late = DEMO.replace("demo", "late").replace("'t':0.0,'type':'n'", "'t':1.5,'type':'n'");
    Workload workload = TraceText.load(DEMO, late);

    // In the second conversation both nested times are not before the marker, but the first
    // decides.
    assertThat(GraphText.times(workload)).contains("late::agent_001#0 at 3000 for 800");
    assertThat(GraphText.warnings(workload)).containsEntry("mixed_nested_clock", 1L);
  }

  @Test
  void obeysAForcedClock() {
    Workload workload =
        TraceText.load(Options.options().wekaClock(WekaClock.ABSOLUTE).build(), DEMO);

    assertThat(GraphText.times(workload)).contains("demo::agent_001#0 at 0 for 800");
    assertThat(GraphText.warnings(workload)).doesNotContainKey("mixed_nested_clock");
  }

  @Test
  void doesNotWaitForASubagentInTheBackground() {
    Workload workload = TraceText.load(DEMO.replace("completed", "async_launched"));

    assertThat(GraphText.edges(workload)).noneMatch(edge -> edge.contains("join"));
  }

  @Test
  void startsAChildAtTheDispatchOfARequestThatHadNotEnded() {
    Workload workload = TraceText.load(DEMO.replace("'t':1.5", "'t':1.0"));

    assertThat(GraphText.edges(workload))
        .contains("demo#0 -> demo::agent_001#0 dispatch spawn 1000");
  }

  @Test
  void letsTurnsOfTheMainListOverlap() {
    String rows =
        conversation("c", call(0, 2.0, "1,2"), call(1.5, 0.1, "7,8"), call(3, 1.0, "1,2,3"));

    assertThat(GraphText.edges(TraceText.load(rows)))
        .containsExactly(
            "c#0 -> c#1 dispatch sequence 1500", "c#1 -> c#2 completion sequence 1400");
    assertThat(GraphText.warnings(TraceText.load(rows))).containsEntry("overlapping_turns", 1L);
    assertThat(GraphText.edges(TraceText.load(Options.options().serialOverlap().build(), rows)))
        .contains("c#0 -> c#1 completion sequence 0");
  }

  @Test
  void takesNoServiceTimeAsNoWidth() {
    Workload workload =
        TraceText.load(
            conversation("c", call(0, 0, "1").replace(",'api_time':0.0", ""), call(2, 1, "1,2")));

    assertThat(GraphText.edges(workload)).containsExactly("c#0 -> c#1 completion sequence 2000");
  }

  @Test
  void keepsBlocksWithoutIdPrivateAndIgnoresSurplusIds() {
    String few = "{'t':0,'type':'n','model':'m','in':200,'out':1,'hash_ids':[1]}";
    String many = "{'t':1,'type':'n','model':'m','in':100,'out':0,'hash_ids':[1,2,3]}";
    String none = "{'t':2,'type':'n','model':'m','in':10,'out':1}";
    Workload workload = TraceText.load(conversation("c", few, many, none));

    // 200 / 64 = 3 full blocks, one named; 100 / 64 = 1 full block, two ids too many.
    assertThat(GraphText.sharedBlocks(workload)).containsExactly("c#0 0/1", "c#1 1/1", "c#2 0/0");
    assertThat(workload.info().facts()).containsEntry("ignored_hash_ids", 2L);
    assertThat(workload.graph().request(1).outputTokens()).isZero();
    assertThat(workload.graph().tail(1)).isNull();
  }

  @Test
  void keepsIdsOfConversationsApartUnlessTheyAreGlobal() {
    String a = conversation("a", call(0, 1, "1"));
    String b = conversation("b", call(0, 1, "1"));

    assertThat(GraphText.sharedBlocks(TraceText.load(a, b))).containsExactly("a#0 0/1", "b#0 0/1");
    assertThat(
            GraphText.sharedBlocks(
                TraceText.load(a.replace("local", "global"), b.replace("local", "global"))))
        .containsExactly("a#0 0/1", "b#0 1/1");
  }

  @Test
  void warnsOnceOfAModelThatNoListDeclares() {
    String rows = conversation("c", call(0, 1, "1"), call(2, 1, "1,2"));
    Workload workload = TraceText.load(rows.replace("'model':'m'", "'model':'x'"));

    assertThat(GraphText.warnings(workload)).containsEntry("undeclared_models", 1L);
    assertThat(
            GraphText.warnings(
                TraceText.load(rows.replace("'model':'m'", "'model':'x'").replace("['m']", "[]"))))
        .doesNotContainKey("undeclared_models");
  }

  @Test
  void namesTheSecondOfTwoSubagentsWithOneIdApart() {
    String agent =
        "{'t':1,'type':'subagent','agent_id':'x','status':'async_launched','requests':["
            + call(0, 1, "9")
            + "],'models':[]}";
    Workload workload = TraceText.load(conversation("c", call(0, 1, "1"), agent, agent));

    assertThat(GraphText.ids(workload)).containsExactly("c#0", "c::x#0", "c::x::2#0");
  }

  @Test
  void ignoresASubagentInTheBackgroundThatDidNothing() {
    String agent =
        "{'t':1,'type':'subagent','agent_id':'x','status':'async_launched','requests':[]}";

    assertThat(TraceText.load(conversation("c", call(0, 1, "1"), agent)).graph().sessionCount())
        .isEqualTo(1);
  }

  @Test
  void tellsParallelStreamsApartByTheirPrefixes() {
    // 1,2 grows to 1,2,3 and 1,2,3,4; 1,7 forks from it while 1,2,3 runs, and goes on beside it.
    Workload workload =
        TraceText.load(
            Options.options().wekaChains().build(),
            conversation(
                "c",
                call(0, 1, "1,2"),
                call(2, 2, "1,2,3"),
                call(3, 2, "1,7"),
                call(5, 1, "1,2,3,4"),
                call(7, 1, "1,7,8")));

    assertThat(GraphText.ids(workload))
        .containsExactly("c#0", "c#1", "c::chain1#0", "c#2", "c::chain1#1");
    assertThat(GraphText.edges(workload))
        .containsExactly(
            "c#0 -> c#1 completion sequence 1000",
            "c#0 -> c::chain1#0 completion replay_barrier 0",
            "c#1 -> c::chain1#0 dispatch spawn 1000",
            "c#1 -> c#2 completion sequence 1000",
            // chain1#0 runs 3 to 5 and had ended when c#2 began, c#2 when chain1#1 began.
            "c::chain1#0 -> c#2 completion replay_barrier 0",
            "c::chain1#0 -> c::chain1#1 completion sequence 2000",
            "c#2 -> c::chain1#1 completion replay_barrier 0");
  }

  @Test
  void takesACompactedPromptForTheSameStream() {
    Workload workload =
        TraceText.load(
            Options.options().wekaChains().build(),
            conversation("c", call(0, 1, "1,2,3,4"), call(2, 1, "1,9")));

    assertThat(workload.graph().sessionCount()).isEqualTo(1);
  }

  @Test
  void startsAStreamThatSharesNothingAtTheFirstDispatch() {
    Workload workload =
        TraceText.load(
            Options.options().wekaChains().build(),
            conversation("c", call(0, 1, "1,2"), call(0.25, 0.1, "8")));

    assertThat(GraphText.edges(workload)).containsExactly("c#0 -> c::chain1#0 dispatch spawn 250");
  }

  @Test
  void readsADirectoryInTheOrderOfItsPaths() throws IOException {
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("b.json"), json(conversation("b", call(0, 1, "1"))));
    gzip(folder.resolve("a.json.gz"), json(DEMO));
    Files.writeString(
        folder.resolve("sub/c.json"), json("\n" + conversation("c", call(0, 1, "1"))));
    Files.writeString(folder.resolve("README.md"), "not a trace");

    Workload workload = load(folder, ReaderOptions.DEFAULT);

    assertThat(workload.info().files())
        .extracting(file -> file.name())
        .containsExactly("a.json.gz", "b.json", "sub/c.json");
    assertThat(workload.graph().playCount()).isEqualTo(3);
    assertThat(workload.info().files().get(1).sha256()).hasSize(64);
  }

  @Test
  void namesTheFileAndSkipsItWhenLenient() throws IOException {
    Files.writeString(folder.resolve("good.json"), json(conversation("b", call(0, 1, "1"))));
    Files.writeString(folder.resolve("worse.json"), "{\"id\": ");

    assertThatThrownBy(() -> load(folder, ReaderOptions.DEFAULT))
        .hasMessage(
            folder.resolve("worse.json")
                + ":1: not valid JSON: it ends inside a value, --lenient skips it");
    Workload lenient = load(folder, Options.lenient());
    assertThat(lenient.graph().requestCount()).isEqualTo(1);
    assertThat(GraphText.warnings(lenient)).containsEntry("skipped_rows", 1L);
    assertThat(lenient.info().files()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'id':'demo' | 'id':'' | -:1: id: must not be empty",
        "'hash_id_scope':'local' | 'hash_id_scope':'file' | must be local or global, got \"file\"",
        "'status':'completed' | 'status':'failed' | status: must be completed or async_launched",
        "'t':1.5,'type' | 'type' | -:1: requests[1].t: is missing",
        "'type':'s' | 'type':'q' | requests[0].type: must be n, s or subagent, got \"q\"",
        "'in':300 | 'in':0 | -:1: requests[0].in: must be in 1..2147483647, got 0",
        "'api_time':1.2 | 'api_time':-1 | requests[0].api_time: must be >= 0, got -1",
        "'type':'n' | 'type':'subagent' | requests[1].requests[0].type: a sub-agent cannot hold",
        "'out':40, | ~~ | -:1: requests[0]: a request has model, in and out",
      })
  void namesWhatIsWrongWithAConversation(String from, String to, String message) {
    assertThatThrownBy(() -> TraceText.load(DEMO.replace(from, to)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesWhatNoConversationCanBe() {
    String first = call(0, 1, "1");
    String agent =
        "{'t':1,'type':'subagent','agent_id':'x','status':'completed','requests':[" + first + "]}";

    assertThatThrownBy(() -> TraceText.load(conversation("c", agent, first)))
        .hasMessageContaining("-:1: requests[0]: a sub-agent stands before any request");
    assertThatThrownBy(() -> TraceText.load(conversation("c")))
        .hasMessageContaining("requests: conversation \"c\" has no requests");
    assertThatThrownBy(() -> TraceText.load(conversation("c", first), conversation("c", first)))
        .hasMessageContaining("-:2: id: \"c\" occurred before, in -:1");
    assertThatThrownBy(
            () ->
                TraceText.load(
                    conversation("c", first),
                    conversation("d", first).replace("'block_size':64", "'block_size':16")))
        .hasMessageContaining("-:2: block_size: is 16, but 64 before");
    assertThatThrownBy(
            () -> TraceText.load(conversation("c", first, agent.replace("[" + first + "]", "[]"))))
        .hasMessageContaining("requests[1].requests: a completed sub-agent has no requests");
  }

  private static String conversation(String id, String... entries) {
    return "{'id':'"
        + id
        + "','models':['m'],'block_size':64,'hash_id_scope':'local','requests':["
        + String.join(",", entries)
        + "]}";
  }

  private static String call(double time, double apiTime, String ids) {
    int input = 64 * ids.split(",").length + 1;
    return "{'t':"
        + time
        + ",'type':'n','model':'m','in':"
        + input
        + ",'out':1,'hash_ids':["
        + ids
        + "],'api_time':"
        + apiTime
        + "}";
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static void gzip(Path file, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Workload load(Path path, ReaderOptions options) {
    TraceInput input = TraceInput.of(List.of(path), InputStream.nullInputStream());
    return new TraceLoader().load(input, TraceLoader.AUTO, options);
  }
}
