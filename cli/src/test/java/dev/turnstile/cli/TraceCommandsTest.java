package dev.turnstile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.workload.synthetic.Profiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim inspect}, {@code sim convert}, {@code sim generate} and {@code sim formats}. */
final class TraceCommandsTest {

  private static final String AGENTS =
      Docs.ROOT.resolve("traces/agents.000000.jsonl.gz").toString();
  private static final String CHAT = Docs.ROOT.resolve("traces/chat.jsonl").toString();
  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();

  @TempDir private Path folder;

  @Test
  void inspectPrintsATableWithinEightyColumns() {
    Sim.Ended ended = Sim.run("inspect", CHAT, "--trace-block-size", "64");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .startsWith("format        mooncake, agentic\n")
        .contains("requests      381\n");
    assertThat(ended.outLines().stream().filter(line -> !line.contains(CHAT)))
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void inspectPrintsOneFlatObject() {
    JsonNode trace = inspect(AGENTS);

    assertThat(trace.path("format").asString()).isEqualTo("dynamo");
    assertThat(trace.path("sessions").asInt()).isEqualTo(16);
    assertThat(trace.path("child_sessions").asInt()).isEqualTo(11);
    assertThat(trace.propertyNames())
        .contains(
            "files",
            "rows",
            "requests",
            "plays",
            "trace_block_size",
            "blocks",
            "distinct_blocks",
            "prefix_hit_blocks",
            "prefix_hit_ratio",
            "input_tokens",
            "output_tokens",
            "edges",
            "inferred_joins",
            "subagents",
            "models",
            "span_ms",
            "warnings");
  }

  @Test
  void inspectNeedsNoTimesAndReadsStandardInput() {
    byte[] timeless =
        "{\"input_length\":100,\"output_length\":1,\"hash_ids\":[1]}\n".getBytes(UTF_8);

    Sim.Ended ended = Sim.run(new ByteArrayInputStream(timeless), "inspect", "-");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("recorded span –\n");
  }

  @Test
  void inspectSaysThatItDoesNotKnowHowManySessionsLive() {
    Sim.Ended ended = Sim.run("inspect", CHAT, "--trace-block-size=64");

    assertThat(ended.out())
        .contains("at one moment unknown, the trace does not record when requests end\n");
  }

  @Test
  void inspectHintsAtAWrongBlockSize() {
    Sim.Ended ended = Sim.run("inspect", CHAT);

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err())
        .startsWith("sim: " + CHAT + ":1: hash_ids: ")
        .contains("wrong --trace-block-size? This row would fit 64\n");
  }

  @Test
  void convertedTraceHasTheSameContent() {
    Path converted = folder.resolve("my agents.jsonl.gz");

    Sim.Ended ended = Sim.run("convert", AGENTS, converted.toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .isEqualTo(
            "Written: " + converted + " (agentic_mooncake, 208 requests in 5 session trees)\n");
    JsonNode before = inspect(AGENTS);
    JsonNode after = inspect(converted.toString());
    for (String fact :
        List.of(
            "requests",
            "sessions",
            "plays",
            "input_tokens",
            "output_tokens",
            "blocks",
            "distinct_blocks",
            "prefix_hit_blocks",
            "gap_ms")) {
      assertThat(after.path(fact)).as(fact).isEqualTo(before.path(fact));
    }
  }

  @Test
  void anonymousTraceNamesNobody() throws IOException {
    Path converted = folder.resolve("anonymous.jsonl");

    Sim.run("convert", TINY, converted.toString(), "--anonymize");

    assertThat(converted).content().doesNotContain("s1.1", "\"s0");
  }

  @Test
  void convertRefusesWhatTheFormatCannotExpressAndWritesNothing() {
    Path converted = folder.resolve("agents.jsonl");

    Sim.Ended ended = Sim.run("convert", "--to=mooncake", AGENTS, converted.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).contains("--to agentic_mooncake can").hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void convertNeedsAnInputAndAFile() {
    assertThat(Sim.run("convert", TINY).err())
        .startsWith("sim: name the trace to read and then the file to write\n");
    assertThat(Sim.run("convert", TINY, "x.jsonl", "--to", "csv").exitCode()).isEqualTo(2);
    assertThat(Sim.run("convert", TINY, folder.resolve("no/x.jsonl").toString()).err())
        .endsWith("no/x.jsonl: its folder does not exist\n");
  }

  @Test
  void everyProfileIsListedAndShown() {
    Sim.Ended list = Sim.run("generate", "--list");

    assertThat(list.exitCode()).isZero();
    assertThat(list.out()).contains(Profiles.builtIn());
    assertThat(list.outLines()).allMatch(line -> line.length() <= 80);
    for (String profile : Profiles.builtIn()) {
      assertThat(Sim.run("generate", "--profile", profile, "--show").out())
          .isEqualTo(Profiles.builtInText(profile));
    }
  }

  @Test
  void sameSeedGivesTheSameTrace() throws IOException {
    assertThat(generated("a.jsonl", "3")).isEqualTo(generated("b.jsonl", "3"));
    assertThat(generated("c.jsonl", "4")).isNotEqualTo(generated("d.jsonl", "3"));
  }

  private String generated(String name, String seed) throws IOException {
    Path file = folder.resolve(name);
    Sim.Ended ended =
        Sim.run(
            "generate", "--profile=chat", "--sessions=3", "--seed", seed, "-o", file.toString());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return Files.readString(file);
  }

  @Test
  void shownProfileIsAPatternForOnesOwn() throws IOException {
    Path profile = folder.resolve("mine.yaml");
    Files.writeString(profile, Sim.run("generate", "--profile=chat", "--show").out());

    Sim.Ended ended =
        Sim.run("generate", "--profile=" + profile, "-o", folder.resolve("mine.jsonl").toString());

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("in 100 session trees");
  }

  @Test
  void generateNamesWhatIsMissingOrWrong() {
    assertThat(Sim.run("generate").err()).startsWith("sim: --profile is missing");
    assertThat(Sim.run("generate", "--profile=chat").err()).startsWith("sim: -o is missing");
    Sim.Ended unknown = Sim.run("generate", "--profile=chatt", "-o", folder + "/x.jsonl");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("unknown profile 'chatt', known are chat, ");
    Sim.Ended none = Sim.run("generate", "--profile=no.yaml", "-o", folder + "/x.jsonl");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(Sim.run("generate", "--profile=chat", "--sessions=0", "-o", "x").err())
        .startsWith("sim: --sessions must be a whole number >= 1, got 0\n");
  }

  @Test
  void formatsAreListed() {
    Sim.Ended ended = Sim.run("formats");

    assertThat(ended.out()).contains("auto ", "dynamo ", "mooncake ", "weka ", "agentic_mooncake ");
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
  }

  private static JsonNode inspect(String trace) {
    Sim.Ended ended = Sim.run("inspect", trace, "--format", "json");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return JsonMapper.shared().readTree(ended.out());
  }
}
