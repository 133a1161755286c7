package dev.turnstile.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference pages name every parameter, GPU and model with the values of the code. */
final class ReferenceDocsTest {
  private static final Path REFERENCE = Path.of("..", "docs", "reference");

  @Test
  void timingPageHasARowForEachParameter() throws IOException {
    List<String> lines = Files.readAllLines(REFERENCE.resolve("timing.md"));

    for (TimingProvider provider : TimingFactory.providers()) {
      assertThat(lines).anyMatch(line -> line.startsWith("### `" + provider.id() + "`"));
      for (TimingParameter parameter : provider.parameters()) {
        String defaultText = parameter.isRequired() ? "required" : parameter.defaultText();
        String range = parameter.range().text().substring("a number ".length());
        String row =
            "| `"
                + parameter.name()
                + "` | "
                + defaultText
                + " | "
                + range.replace("in ", "")
                + " |";
        assertThat(lines).as(row).anyMatch(line -> line.startsWith(row));
      }
    }
  }

  @Test
  void hardwarePageHasARowForEachGpuAndModel() throws IOException {
    List<String> lines = Files.readAllLines(REFERENCE.resolve("hardware.md"));

    for (Gpu gpu : Catalogue.bundled().gpus()) {
      long teraflops = Math.round(gpu.compute().bf16FlopsPerSecond() / 1e12);
      assertThat(lines).anyMatch(line -> line.startsWith("| `" + gpu.id() + "` | " + teraflops));
    }
    for (Model model : Catalogue.bundled().models()) {
      assertThat(lines)
          .anyMatch(
              line ->
                  line.startsWith("| `" + model.id() + "` | " + model.shape().layers() + " |")
                      && line.endsWith("| `" + model.nativeWeightDtype().label() + "` |"));
    }
  }

  @Test
  void theExampleOfAModelFileCanBeRead(@TempDir Path folder) throws IOException {
    String page = Files.readString(REFERENCE.resolve("hardware.md"));
    int start = page.indexOf("```json\n") + "```json\n".length();
    Path file =
        Files.writeString(
            folder.resolve("m.json"), page.substring(start, page.indexOf("```", start)));

    Model model = Catalogue.bundled().model(file.toString());

    assertThat(model.id()).isEqualTo("my-model");
    assertThat(model.totalParameters())
        .isEqualTo(Catalogue.bundled().model("llama-3.1-8b").totalParameters());
  }
}
