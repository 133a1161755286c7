package dev.turnstile.workload.trace;

import static dev.turnstile.workload.trace.GraphText.edges;
import static dev.turnstile.workload.trace.GraphText.ids;
import static dev.turnstile.workload.trace.GraphText.times;
import static dev.turnstile.workload.trace.GraphText.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RecordedEdges;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder.PlayOrder;
import dev.turnstile.workload.graph.Trigger;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.junit.jupiter.api.Test;

final class WorkloadBuilderTest {
  private static final long MS = 1_000_000L;

  /** A trace with blocks of 10 tokens whose sessions have one turn each second. */
  private static final class Trace {
    private final LoadLog log;
    private final WorkloadBuilder builder;
    private int latest = -1;

    Trace(ReaderOptions options) {
      log = new LoadLog(options.lenient());
      builder = new WorkloadBuilder("trace", "test", 10, options, log);
    }

    /** Adds a request; it follows the one before if that is of the same session. */
    Trace add(String id, String session, String model, long atMillis, long input, long... blocks) {
      int number =
          builder
              .graph()
              .addRequest(
                  new RequestNode(
                      id,
                      builder.session(session, true),
                      builder.model(model),
                      builder.prompt(builder.root("", model), LongArrayList.wrap(blocks), input),
                      5,
                      atMillis * MS,
                      atMillis * MS,
                      (atMillis + 100) * MS,
                      RequestNode.Extras.NONE));
      if (latest >= 0
          && builder.graph().request(latest).session() == builder.session(session, true)) {
        new RecordedEdges(builder.graph())
            .sequence(IntArrayList.of(latest, number), false, overlap -> {});
      }
      latest = number;
      return this;
    }

    Workload finish() {
      return builder.finish(PlayOrder.FIRST_ROOT);
    }
  }

  private static Trace threePlays(ReaderOptions options) {
    return new Trace(options)
        .add("a0", "A", "m", 5000, 20, 1, 2)
        .add("a1", "A", "m", 6000, 30, 1, 2, 3)
        .add("b0", "B", "n", 7000, 50, 1, 2, 3, 4, 5)
        .add("c0", "C", "m", 9000, 10, 1)
        .add("c1", "C", "n", 9500, 10, 1);
  }

  @Test
  void theFirstArrivalIsZeroAndFloorsStay() {
    Workload workload = threePlays(ReaderOptions.DEFAULT).finish();

    assertThat(times(workload))
        .containsExactly(
            "a0 at 0 for 100",
            "a1 at 1000 for 100",
            "b0 at 2000 for 100",
            "c0 at 4000 for 100",
            "c1 at 4500 for 100");
    assertThat(edges(workload))
        .containsExactly("a0 -> a1 completion sequence 900", "c0 -> c1 completion sequence 400");
  }

  @Test
  void withoutFloorsOnlyRootsHaveAnOffset() {
    Trace trace = threePlays(ReaderOptions.DEFAULT);
    trace.builder.withoutFloors();

    assertThat(times(trace.finish())).contains("a1 at - for 100", "b0 at 2000 for 100");
  }

  @Test
  void aWindowDropsWholePlaysByTheirRootAndMovesTheRest() {
    // Roots at 0, 2000 and 4000 ms after the first arrival; the end is excluded.
    Workload workload = threePlays(Options.options().window(2000 * MS, 4000 * MS).build()).finish();

    assertThat(times(workload)).containsExactly("b0 at 0 for 100");
    assertThat(workload.info().facts()).containsExactly(entry("plays_dropped_by_window", 2L));
    assertThat(workload.graph().sessionId(0)).isEqualTo("B");
    assertThat(workload.graph().models()).containsExactly("n");
  }

  @Test
  void aLongPromptDropsItsWholePlay() {
    Workload workload = threePlays(Options.options().maxInputLength(29).build()).finish();

    // a1 has 30 tokens and b0 50.
    assertThat(ids(workload)).containsExactly("c0", "c1");
    assertThat(workload.info().facts())
        .containsExactly(entry("plays_dropped_by_max_input_length", 2L));
  }

  @Test
  void aLimitKeepsTheFirstPlays() {
    Workload workload = threePlays(Options.options().limit(2).build()).finish();

    assertThat(ids(workload)).containsExactly("a0", "a1", "b0");
    assertThat(workload.info().facts()).containsExactly(entry("plays_dropped_by_limit", 1L));
  }

  @Test
  void aModelFilterKeepsPlaysThatUseOnlyIt() {
    Workload workload = threePlays(Options.options().modelFilter("m").build()).finish();

    assertThat(ids(workload)).containsExactly("a0", "a1");
    assertThat(workload.info().facts()).containsExactly(entry("plays_dropped_by_model_filter", 2L));
    assertThat(warnings(workload)).isEmpty();
  }

  @Test
  void droppedPromptsLeaveTheTree() {
    Workload workload = threePlays(Options.options().limit(1).build()).finish();

    assertThat(workload.prompts().distinctBlocks()).isEqualTo(3);
    assertThat(workload.info().traceBlocks()).isEqualTo(5);
  }

  @Test
  void aSelectionThatLeavesNothingIsAnError() {
    assertThatThrownBy(() -> threePlays(Options.options().maxInputLength(5).build()).finish())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("none of its 3 plays is left");
    assertThatThrownBy(() -> threePlays(Options.options().modelFilter("x").build()).finish())
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no play uses only the model x")
        .hasMessageContaining("its models are m, n");
  }

  @Test
  void aCircleOfRequestsIsAnErrorThatNamesThem() {
    Trace trace = threePlays(ReaderOptions.DEFAULT);
    trace.builder.graph().addEdge(1, 0, Trigger.COMPLETION, Relation.JOIN, 0);

    assertThatThrownBy(trace::finish)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("trace: requests wait for each other in a cycle")
        .hasMessageContaining("a0")
        .hasMessageContaining("a1");
  }

  @Test
  void warnsOnceOfSeveralModels() {
    Workload workload = threePlays(ReaderOptions.DEFAULT).finish();

    assertThat(warnings(workload)).containsExactly(entry("multiple_models", 1L));
    assertThat(workload.info().warnings().get(0).examples()).containsExactly("m, n");
  }

  @Test
  void countsPairsOfTurnsWhoseContextDoesNotGrow() {
    Workload workload =
        new Trace(ReaderOptions.DEFAULT)
            .add("t0", "S", "m", 0, 25, 1, 2, 9)
            .add("grows", "S", "m", 1000, 35, 1, 2, 3, 9)
            .add("differs", "S", "m", 2000, 45, 1, 2, 4, 5, 9)
            .add("shorter", "S", "m", 3000, 44, 1, 2, 4, 5, 9)
            .add("same", "S", "m", 4000, 44, 1, 2, 4, 5, 9)
            .add("otherModelSameIds", "S", "n", 5000, 50, 1, 2, 4, 5, 6)
            .add("otherModelOtherIds", "S", "m", 6000, 50, 1, 2, 4, 5, 7)
            .finish();

    assertThat(warnings(workload)).containsEntry("context_resets", 3L);
    assertThat(workload.info().warnings().get(0).examples())
        .containsExactly(
            "differs does not continue grows",
            "shorter does not continue differs",
            "otherModelOtherIds does not continue otherModelSameIds");
  }

  @Test
  void thePartialLastBlockIsNoPartOfTheContext() {
    Workload workload =
        new Trace(ReaderOptions.DEFAULT)
            .add("t0", "S", "m", 0, 25, 1, 2, 8)
            .add("t1", "S", "m", 1000, 35, 1, 2, 3, 9)
            .finish();

    assertThat(warnings(workload)).isEmpty();
    assertThat(workload.graph().tail(0)).isEqualTo(8L);
  }

  private static RequestNode.Prompt namedByNextTurn(Trace trace) {
    return trace.finish().graph().request(0).prompt();
  }

  private static Trace nextTurn() {
    return new Trace(Options.options().outputIdentity(OutputIdentity.NEXT_TURN).build());
  }

  @Test
  void theNextTurnNamesBlocksUpToTheEndOfTheOutputOrOfItsOwnFullBlocks() {
    // 27 + 5 tokens reach into the fourth block; the next prompt has four full blocks.
    assertThat(
            namedByNextTurn(
                nextTurn()
                    .add("t0", "S", "m", 0, 27, 1, 2, 9)
                    .add("t1", "S", "m", 1000, 40, 1, 2, 3, 4)))
        .returns(4, RequestNode.Prompt::outputBlocks);
    // Its third block is partial.
    assertThat(
            namedByNextTurn(
                nextTurn()
                    .add("t0", "S", "m", 0, 27, 1, 2, 9)
                    .add("t1", "S", "m", 1000, 29, 1, 2, 3)))
        .returns(0, RequestNode.Prompt::outputBlocks)
        .returns(-1, RequestNode.Prompt::outputNode);
  }

  @Test
  void onlyANextTurnThatContinuesThePromptNamesBlocks() {
    assertThat(
            namedByNextTurn(
                nextTurn()
                    .add("t0", "S", "m", 0, 27, 1, 2, 9)
                    .add("t1", "S", "m", 1000, 40, 1, 7, 3, 4)))
        .returns(0, RequestNode.Prompt::outputBlocks);
    assertThat(
            namedByNextTurn(
                nextTurn()
                    .add("t0", "S", "m", 0, 27, 1, 2, 9)
                    .add("t1", "S", "n", 1000, 40, 1, 2, 3, 4)))
        .returns(0, RequestNode.Prompt::outputBlocks);
    assertThat(
            namedByNextTurn(
                nextTurn()
                    .add("t0", "S", "m", 0, 27, 1, 2, 9)
                    .add("t1", "T", "m", 1000, 40, 1, 2, 3, 4)))
        .returns(0, RequestNode.Prompt::outputBlocks);
  }

  @Test
  void namedBlocksAreCounted() {
    Workload workload =
        nextTurn()
            .add("t0", "S", "m", 0, 20, 1, 2)
            .add("t1", "S", "m", 1000, 40, 1, 2, 3, 4)
            .finish();

    // 20 + 5 tokens: the third block.
    assertThat(workload.info().facts()).containsExactly(entry("named_output_blocks", 1L));
    assertThat(workload.info().outputIdentity()).isEqualTo("next-turn");
  }

  @Test
  void missingIdsArePrivate() {
    RequestNode.Prompt prompt =
        new Trace(ReaderOptions.DEFAULT)
            .add("t0", "S", "m", 0, 45, 1, 2)
            .finish()
            .graph()
            .request(0)
            .prompt();

    assertThat(prompt.blocks()).isEqualTo(2);
    assertThat(prompt.tail()).isNull();
    assertThat(prompt.inputTokens()).isEqualTo(45);
  }
}
