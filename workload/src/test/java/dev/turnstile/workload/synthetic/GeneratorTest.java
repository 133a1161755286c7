package dev.turnstile.workload.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import dev.turnstile.workload.inspect.Inspection;
import dev.turnstile.workload.trace.write.AgenticMooncakeWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class GeneratorTest {
  private static final String SMALL =
      """
      system_tokens: 130
      first_prompt_tokens: 20
      turns: 3
      output_tokens: 40
      tool_output_tokens: 30
      tool_gap_s: 1.5
      """;

  @Test
  void growsThePromptByOutputAndToolOutput() {
    Workload workload = generate(SMALL, 1, 1);

    // 130 + 20 = 150, then + 40 + 30 each turn.
    assertThat(requests(workload)).containsExactly("s0-0 150", "s0-1 220", "s0-2 290");
    assertThat(workload.graph().delayNanos(0)).isEqualTo(1_500_000_000L);
    // Full blocks of 64: 2, 3 and 4, each prompt continuing the one before.
    assertThat(workload.prompts().distinctBlocks()).isEqualTo(4);
  }

  @Test
  void sharesTheSystemPartInsideAGroupOnly() {
    Workload workload = generate(SMALL + "groups: 2\n", 4, 1);

    // Two groups of two full blocks; each session's last prompt has two more of its own.
    assertThat(workload.prompts().distinctBlocks()).isEqualTo(2 * 2 + 4 * 2);
  }

  @Test
  void compactsAPromptThatWouldPassTheLimit() {
    Workload workload = generate(SMALL + "context_limit: 250\ncompact_to: 140\n", 1, 1);

    // 150, 220, then 290 > 250 becomes 140.
    assertThat(requests(workload)).containsExactly("s0-0 150", "s0-1 220", "s0-2 140");
    assertThat(workload.graph().request(2).prompt().blocks()).isEqualTo(2);
  }

  @Test
  void letsTheNextTurnWaitForBlockingChildren() {
    String profile =
        SMALL
            + """
            subagent_share: 1
            subagents_per_spawn: 2
            subagent: {first_prompt_tokens: 10, turns: 2, output_tokens: 5, tool_output_tokens: 1}
            """;

    SessionGraph graph = generate(profile, 1, 1).graph();

    // Turns 0 and 1 start two children of two turns each.
    assertThat(graph.requestCount()).isEqualTo(3 + 4 * 2);
    assertThat(graph.sessionId(graph.request(1).session())).isEqualTo("s0.1");
    assertThat(graph.sessionParent(graph.request(1).session())).isZero();
    assertThat(edges(graph, Relation.SPAWN)).isEqualTo(4);
    assertThat(edges(graph, Relation.JOIN)).isEqualTo(4);
    // 150 + 40, one tool and two children: 150 + 40 + 3 * 30.
    assertThat(graph.request(5).id()).isEqualTo("s0-1");
    assertThat(graph.request(5).prompt().inputTokens()).isEqualTo(280);
  }

  @Test
  void leavesBackgroundChildrenAlone() {
    String profile =
        SMALL
            + """
            subagent_share: 1
            subagent_blocking_share: 0
            subagent: {first_prompt_tokens: 10, turns: 1, output_tokens: 5}
            """;

    assertThat(edges(generate(profile, 1, 1).graph(), Relation.JOIN)).isZero();
  }

  @ParameterizedTest
  @MethodSource("dev.turnstile.workload.synthetic.Profiles#builtIn")
  void givesTheSameBytesForTheSameSeed(String name) {
    Profile profile = Profiles.builtIn(name);

    assertThat(text(Generator.generate(profile, 5, 7)))
        .isEqualTo(text(Generator.generate(profile, 5, 7)))
        .isNotEqualTo(text(Generator.generate(profile, 5, 8)));
  }

  @Test
  void drawsTheFirstSessionsAlike() {
    Profile profile = Profiles.builtIn("subagents");

    SessionGraph few = Generator.generate(profile, 3, 5).graph();
    SessionGraph many = Generator.generate(profile, 6, 5).graph();

    for (int r = 0; r < few.requestCount(); r++) {
      assertThat(many.request(r).id()).isEqualTo(few.request(r).id());
      assertThat(many.request(r).outputTokens()).isEqualTo(few.request(r).outputTokens());
      assertThat(many.request(r).prompt().inputTokens())
          .isEqualTo(few.request(r).prompt().inputTokens());
    }
  }

  @Test
  void leavesOtherQuantitiesAsTheyWereWhenOneChanges() {
    String text = Profiles.builtInText("swe-agent");

    SessionGraph slow =
        generate(
                text.replaceFirst("tool_gap_s: .*", "tool_gap_s: {dist: exponential, mean: 60}"),
                5,
                3)
            .graph();
    SessionGraph fast = generate(text, 5, 3).graph();

    assertThat(slow.requestCount()).isEqualTo(fast.requestCount());
    for (int r = 0; r < slow.requestCount(); r++) {
      assertThat(slow.request(r).outputTokens()).isEqualTo(fast.request(r).outputTokens());
      assertThat(slow.request(r).prompt().inputTokens())
          .isEqualTo(fast.request(r).prompt().inputTokens());
    }
  }

  @Test
  void drawsCodingAgentsAsTheProfileSays() {
    Workload workload = Generator.generate(Profiles.builtIn("swe-agent"), 400, 1);

    SessionGraph graph = workload.graph();
    double[] turns = new double[graph.sessionCount()];
    double[] longest = new double[graph.sessionCount()];
    for (int r = 0; r < graph.requestCount(); r++) {
      RequestNode request = graph.request(r);
      turns[request.session()]++;
      longest[request.session()] =
          Math.max(longest[request.session()], (double) request.prompt().inputTokens());
    }
    Arrays.sort(turns);
    Arrays.sort(longest);
    // The standard error of the median of 400 draws is about 4 %.
    assertThat(turns[200]).isCloseTo(30, within(4.0));
    assertThat(longest[200]).isBetween(60_000.0, 100_000.0);
    assertThat(longest[399]).isLessThanOrEqualTo(131_072);
    assertThat(Inspection.of(workload).sharing().prefixHitRatio()).isGreaterThan(0.9);
  }

  private static Workload generate(String yaml, int sessions, long seed) {
    return Generator.generate(Profiles.parse(yaml, "test.yaml"), sessions, seed);
  }

  private static String[] requests(Workload workload) {
    SessionGraph graph = workload.graph();
    String[] requests = new String[graph.requestCount()];
    for (int r = 0; r < requests.length; r++) {
      requests[r] = graph.request(r).id() + " " + graph.request(r).prompt().inputTokens();
    }
    return requests;
  }

  private static int edges(SessionGraph graph, Relation relation) {
    int count = 0;
    for (int e = 0; e < graph.edgeCount(); e++) {
      count += graph.relation(e) == relation ? 1 : 0;
    }
    return count;
  }

  private static String text(Workload workload) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AgenticMooncakeWriter.write(workload, bytes, false);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
