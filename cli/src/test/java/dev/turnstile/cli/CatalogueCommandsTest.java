package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CatalogueCommandsTest {

  @TempDir private Path folder;

  @Test
  void listsEveryGpuWithinEightyColumns() {
    Sim.Ended ended = Sim.run("gpus");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains(Catalogue.bundled().gpus().stream().map(Gpu::id).toList());
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void listsEveryModelWithinEightyColumns() {
    Sim.Ended ended = Sim.run("models");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains(Catalogue.bundled().models().stream().map(Model::id).toList());
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void marksAFigureWithoutAPrimarySource() {
    assertThat(Sim.run("gpus", "b200-sxm").out())
        .containsPattern("hbm_bandwidth_gb_s +~7700 +GB/s")
        .contains("No primary source, an estimate:");
  }

  @Test
  void everyGpuAndModelCanBeShown() {
    for (Gpu gpu : Catalogue.bundled().gpus()) {
      Sim.Ended ended = Sim.run("gpus", gpu.id());
      assertThat(ended.exitCode()).isZero();
      assertThat(ended.outLines()).allMatch(line -> line.length() <= 80).contains("");
    }
    for (Model model : Catalogue.bundled().models()) {
      Sim.Ended ended = Sim.run("models", model.id());
      assertThat(ended.exitCode()).isZero();
      assertThat(ended.outLines()).allMatch(line -> line.length() <= 80).contains("");
    }
  }

  @Test
  void showsTheSmallestTensorParallelSizeThatFitsAndItsRoom() {
    // 0.9 x 141 GiB - 61.06e9 B - 3.5 GiB over blocks of 64 x 98304 B: 11,354 blocks.
    assertThat(Sim.run("models", "qwen3-coder-30b-a3b").out())
        .containsPattern("h200-sxm +1 +11,354 +726,656\n")
        .containsPattern("l40s +2 +");
  }

  @Test
  void showsAModelOfAFile() throws IOException {
    Path file = folder.resolve("my model.json");
    Files.writeString(
        file,
        """
        {"id": "my-model", "layers": 32, "hidden": 4096, "heads": 32, "kv_heads": 8,
         "head_dim": 128, "intermediate": 14336, "vocab": 128256, "native_weight_dtype": "bf16"}
        """);

    assertThat(Sim.run("models", file.toString()).out()).startsWith("my-model\n");
  }

  @Test
  void unknownIdIsAnsweredWithTheClosestOne() {
    Sim.Ended ended = Sim.run("gpus", "h200-sx");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualTo("sim: gpu: unknown id 'h200-sx'; did you mean h200-sxm, h100-sxm, h800-sxm?\n");
  }

  @Test
  void missingFileIsThree() {
    Sim.Ended ended = Sim.run("models", folder.resolve("none.json").toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).endsWith("none.json: no such file\n");
  }

  @Test
  void listsEveryPolicyWithinEightyColumns() {
    Sim.Ended ended = Sim.run("policies");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains(PolicyRegistry.builtIn().all().stream().map(PolicyFactory::id).toList());
    assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void showsEveryParameterOfEveryPolicyWithDefaultRangeAndSource() {
    for (PolicyFactory factory : PolicyRegistry.builtIn().all()) {
      Sim.Ended ended = Sim.run("policies", factory.id());

      assertThat(ended.exitCode()).isZero();
      assertThat(ended.out()).contains("Source: ");
      assertThat(ended.outLines()).allMatch(line -> line.length() <= 80);
      for (PolicyParameter parameter : factory.parameters()) {
        assertThat(ended.out())
            .contains("  " + parameter.name() + "=" + parameter.defaultValue())
            .contains(parameter.allowed().split(" ", 2)[0]);
      }
    }
  }

  @Test
  void showsWhatFollowsFromAGivenParameter() {
    assertThat(Sim.run("policies", "thunderagent:profile=python").out())
        .contains("  profile=python (default native)\n");
  }

  @Test
  void showsBothPartsOfAComposition() {
    assertThat(Sim.run("policies", "thunderagent+random").out())
        .contains("thunderagent (gate that places)\n")
        .contains("\nrandom (router)\n");
  }

  @Test
  void unknownPolicyIsAnsweredWithTheClosestAndAllOthers() {
    Sim.Ended ended = Sim.run("policies", "thunder-agent");

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err())
        .contains("policy 'thunder-agent'", "did you mean thunderagent?", "round-robin");
  }

  @Test
  void policyFileThatDoesNotCompileIsThreeWithFileAndLine() throws IOException {
    Path file = folder.resolve("Bad.java");
    Files.writeString(file, "final class Bad {\n  int x = \"text\";\n}\n");

    Sim.Ended ended = Sim.run("policies", file.toString());

    assertThat(ended.exitCode()).isEqualTo(3);
    assertThat(ended.err()).startsWith("sim: " + file + ":2: ").contains("incompatible types");
  }

  @Test
  void plannedNamesAreToldApartFromTypingErrors() {
    Sim.Ended command = Sim.run("calibrate", "points.csv");
    Sim.Ended option = Sim.run("gpus", "--dram=40GiB");

    assertThat(command.exitCode()).isEqualTo(2);
    assertThat(command.err())
        .startsWith("sim: the command 'calibrate' is planned, it is not built yet");
    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.err())
        .startsWith("sim: the option --dram is planned (KV tiers beyond GPU memory)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fit", "calibrate", "validate", "reproduce", "search"})
  void theHelpOfAPlannedCommandSaysSo(String command) {
    Sim.Ended option = Sim.run(command, "--help");
    Sim.Ended help = Sim.run("help", command);
    Sim.Ended run = Sim.run(command, "--score", "points.csv");

    assertThat(option.exitCode()).isZero();
    assertThat(option.out())
        .startsWith("Usage: sim " + command + " ")
        .contains("\nPlanned, not built yet: it ");
    assertThat(help.out()).isEqualTo(option.out());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "sim: the command '"
                + command
                + "' is planned, it is not built yet\nTry 'sim --help'.\n");
  }
}
