package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.scenario.Declaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Options, {@code --set} and {@code --scenario} are views on one scenario. */
final class ScenarioOptionsTest {

  /** A value other than the default, by path, where the type alone does not give one. */
  private static final Map<String, String> VALUES =
      Map.of(
          "workload.trace_format", "dynamo",
          "cluster.model", "llama-3.1-8b",
          "cluster.gpu", "h100-sxm",
          "cluster.weight_dtype", "fp8",
          "cluster.tp", "2");

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> everyOptionAndEveryAliasSetsItsPath() {
    return Declaration.all().stream()
        .filter(declaration -> !declaration.option().isEmpty())
        .flatMap(ScenarioOptionsTest::names)
        .map(
            named ->
                DynamicTest.dynamicTest(
                    named.name(), () -> changesNothingElse(named.name(), named.declaration())));
  }

  private record Named(String name, Declaration declaration) {}

  private static Stream<Named> names(Declaration declaration) {
    return Stream.concat(Stream.of(declaration.option()), declaration.aliases().stream())
        .map(name -> new Named(name, declaration));
  }

  private static void changesNothingElse(String option, Declaration declaration) {
    String value = otherValue(declaration);
    if (value.equals(declaration.defaultText())) {
      return; // The only choice there is.
    }
    boolean flag = declaration.type() == Declaration.Type.BOOLEAN;

    String byOption = flag ? scenario(option) : scenario(option, value);

    assertThat(byOption).isEqualTo(scenario("--set", declaration.path() + "=" + value));
    assertThat(byOption).isNotEqualTo(scenario());
  }

  private static String otherValue(Declaration declaration) {
    String own = VALUES.get(declaration.path());
    if (own != null) {
      return own;
    }
    return switch (declaration.type()) {
      case BOOLEAN -> "true";
      case INTEGER, DURATION -> "7";
      case DECIMAL -> "0.5";
      case SIZE -> "5GiB";
      case BLOCKS -> "1234";
      case TEXT -> "some-name";
      case CHOICE -> declaration.choices().get(declaration.choices().size() - 1);
    };
  }

  @Test
  void theLastOneWinsWhicheverWayItIsGiven() {
    assertThat(yaml("--workers", "2", "--set", "cluster.workers=3").at("/cluster/workers").asInt())
        .isEqualTo(3);
    assertThat(yaml("--set", "cluster.workers=3", "--workers", "2").at("/cluster/workers").asInt())
        .isEqualTo(2);
    assertThat(
            yaml("--num-workers=4", "--workers=5", "--num-workers=6")
                .at("/cluster/workers")
                .asInt())
        .isEqualTo(6);
  }

  @Test
  void commandLineWinsOverTheFileWhereverItStands() throws IOException {
    Path file = folder.resolve("my scenario.yaml");
    Files.writeString(file, "cluster:\n  workers: 8\n  tp: 2\npolicy:\n  spec: round-robin\n");

    JsonNode scenario = yaml("--workers", "3", "--scenario", file.toString());

    assertThat(scenario.at("/cluster/workers").asInt()).isEqualTo(3);
    assertThat(scenario.at("/cluster/tp").asInt()).isEqualTo(2);
    assertThat(scenario.at("/policy/spec").asString()).isEqualTo("round-robin");
  }

  @Test
  void printedScenarioReadsBackAsItself() throws IOException {
    String printed =
        scenario("--policy", "thunderagent+kv", "--slo", "ttft=500ms,session=10m", "--tp", "2");
    Path file = folder.resolve("scenario.yaml");
    Files.writeString(file, printed);

    assertThat(scenario("--scenario", file.toString())).isEqualTo(printed);
  }

  @Test
  void limitsAreGivenTogetherInAnyOfTheUsualForms() {
    for (String limits :
        List.of(
            "ttft=500ms,itl=20,e2e=30s",
            "ttft:500 tpot:20 e2el:30000",
            "ttft=0.5s,tpot=20ms,e2e=30s")) {
      JsonNode slo = yaml("--slo", limits).at("/slo");
      assertThat(slo.path("ttft").asString()).isEqualTo("500ms");
      assertThat(slo.path("itl").asString()).isEqualTo("20ms");
      assertThat(slo.path("e2e").asString()).isEqualTo("30000ms");
    }
    assertThat(yaml("--goodput", "ttft:1s").at("/slo/ttft").asString()).isEqualTo("1000ms");
  }

  @Test
  void timingMayBeNamedAfterItsParameters() {
    JsonNode timing =
        yaml(
                "--set", "timing.decode_ms_per_step=10",
                "--timing", "linear:prefill_ms_per_token=0.1")
            .at("/timing");

    assertThat(timing.path("provider").asString()).isEqualTo("linear");
    assertThat(timing.path("prefill_ms_per_token").asDouble()).isEqualTo(0.1);
    assertThat(timing.path("decode_ms_per_step").asDouble()).isEqualTo(10);
  }

  @Test
  void parametersReachEveryPolicyThatHasThem() throws IOException {
    Path out = folder.resolve("out");

    Sim.Ended ended =
        Sim.run(
            "replay",
            Docs.ROOT.resolve("traces/tiny.jsonl").toString(),
            "--policy=thunderagent",
            "--policy=kv",
            "--set=policy.pause_threshold=0.9",
            "-o" + out);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    try (Stream<Path> folders = Files.list(out)) {
      assertThat(folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("thunderagent_pause_threshold=0.9", "kv");
    }
  }

  @Test
  void parameterOfNoPolicyIsAnError() {
    Sim.Ended ended = Sim.run("replay", "--print-scenario", "--set", "policy.temprature=1");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).startsWith("sim: --set policy.temprature: no such setting");
  }

  @Test
  void errorsNameTheOptionTheValueAndWhatIsAllowed() {
    assertThat(error("--concurrency", "0"))
        .isEqualTo("sim: --concurrency: must be none or a whole number >= 1, got '0'\n");
    assertThat(error("--num-workers", "many")).startsWith("sim: --num-workers: must be");
    assertThat(error("--gpu", "h100"))
        .isEqualTo("sim: --gpu: unknown id 'h100', did you mean h100-sxm?\n");
    assertThat(error("--set", "load.concurency=3"))
        .isEqualTo("sim: --set load.concurency: no such setting, did you mean load.concurrency?\n");
    assertThat(error("--set", "load")).startsWith("sim: --set: 'load' is not PATH=VALUE");
    assertThat(error("--slo", "ttft")).startsWith("sim: --slo: 'ttft' is not a limit, write ttft=");
    assertThat(error("--slo", "itl=fast")).startsWith("sim: --slo itl: must be a duration");
    assertThat(error("--engine", "sglang"))
        .isEqualTo("sim: --engine: 'sglang' is planned, it is not built yet\n");
    assertThat(error("--timing", "calibrated"))
        .isEqualTo("sim: --timing: 'calibrated' is planned, it is not built yet\n");
    assertThat(error("--set", "engine.event_delay_ms=5"))
        .isEqualTo(
            "sim: --set engine.event_delay_ms: is planned (KV events that come late or get lost),"
                + " it is not built yet\n");
  }

  @Test
  void errorsOfAScenarioNameItsFileAndLine() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), "seed: 1\nload:\n  concurency: 2\n");

    assertThat(error("--scenario", file.toString()))
        .isEqualTo(
            "sim: "
                + file
                + ": load.concurency: no such setting (line 3, column 3),"
                + " did you mean load.concurrency?\n");
    assertThat(print("--scenario", folder.toString()))
        .returns(3, Sim.Ended::exitCode)
        .returns("sim: " + folder + ": is a directory\n", Sim.Ended::err);
  }

  @Test
  void errorsOfNumbersSayWhatElseIsAllowed() {
    assertThat(error("--kv-blocks", "many"))
        .isEqualTo(
            "sim: --kv-blocks: must be auto, unlimited or a whole number >= 1, got 'many'\n");
    assertThat(error("--max-gap", "1e300"))
        .isEqualTo("sim: --max-gap: is too large for 64 bits, got '1e300'\n");
    assertThat(error("--workers", "1.5"))
        .isEqualTo("sim: --workers: must be a whole number, got '1.5'\n");
  }

  private static String error(String... options) {
    Sim.Ended ended = print(options);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    return ended.err();
  }

  private static JsonNode yaml(String... options) {
    return new YAMLMapper().readTree(scenario(options));
  }

  private static String scenario(String... options) {
    Sim.Ended ended = print(options);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out();
  }

  private static Sim.Ended print(String... options) {
    List<String> arguments = new ArrayList<>(List.of("replay", "--print-scenario"));
    arguments.addAll(List.of(options));
    return Sim.run(arguments.toArray(String[]::new));
  }
}
