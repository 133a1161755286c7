package dev.turnstile.engine.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HardwareFileTest {
  private static final String MODEL =
      """
      {
        "id": "tiny",
        "layers": 2,
        "hidden": 8,
        "heads": 4,
        "kv_heads": 2,
        "head_dim": 2,
        "intermediate": 16,
        "vocab": 32,
        "native_weight_dtype": "bf16"
      }
      """;
  private static final String GPU =
      """
      {
        "id": "mine",
        "hbm_bytes": 1073741824,
        "hbm_bandwidth_gb_s": 100.5,
        "bf16_dense_tflops": 10,
        "pcie_gb_s_unidirectional": 16
      }
      """;

  private final Catalogue catalogue = Catalogue.bundled();
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("my entry.json");
  }

  private String write(String json) {
    try {
      return Files.writeString(file, json).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void readsAModelWithTheFieldsThatDecideSomething() {
    Model model = catalogue.model(write(MODEL));

    assertThat(model.id()).isEqualTo("tiny");
    assertThat(model.shape()).isEqualTo(new Model.Shape(2, 8, 4, 2, 2, 16, 32, false));
    // attention 8 x 2 x (2 x 4 + 2 x 2) = 192, feed-forward 3 x 8 x 16 = 384, 2 layers;
    // embeddings 2 x 32 x 8
    assertThat(model.totalParameters()).isEqualTo(2 * (192 + 384) + 512);
    assertThat(model.kvBytesPerToken(KvDtype.BF16)).isEqualTo(2 * 2 * 2 * 2 * 2);
  }

  @Test
  void countsTiedEmbeddingsOnce() {
    String tied = MODEL.replace("\"vocab\": 32,", "\"vocab\": 32, \"tied_embeddings\": true,");

    assertThat(catalogue.model(write(tied)).totalParameters()).isEqualTo(2 * (192 + 384) + 256);
  }

  @Test
  void readsAGpuWithTheFieldsThatDecideSomething() {
    Gpu gpu = catalogue.gpu(write(GPU));

    assertThat(gpu.memory()).isEqualTo(new Gpu.Memory(1 << 30, 100.5e9, 0.8));
    assertThat(gpu.compute()).isEqualTo(new Gpu.Compute(10e12, null, null, null));
    assertThat(gpu.links().collectiveBytesPerSecond()).isEqualTo(16e9);
  }

  @Test
  void readsEveryBundledEntryWhenItIsAFile() throws IOException {
    // The bundled table without its envelope: one entry is what a user's file holds.
    String table =
        new String(
            Catalogue.class.getResourceAsStream("models.json").readAllBytes(),
            StandardCharsets.UTF_8);
    String first = table.substring(table.indexOf("{\n   \"id\""), table.indexOf("\n  },") + 4);

    assertThat(catalogue.model(write(first))).isEqualTo(catalogue.model("llama-3.1-8b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"layers\": 2,      | ''                       | 1: layers: is missing",
        "\"layers\": 2       | \"layers\": 0            | 3: layers: must be an integer from 1 to 1000, got 0",
        "\"layers\": 2       | \"layers\": 2.5          | 3: layers: must be an integer from 1 to 1000, got 2.5",
        "\"layers\": 2       | \"layers\": 1e400        | 3: layers: must be an integer from 1 to 1000, got 1E+400",
        "\"layers\": 2       | \"layers\": \"2\"        | 3: layers: must be an integer from 1 to 1000, got 2",
        "\"layers\": 2       | \"layers\": [2]          | 3: layers: must be an integer from 1 to 1000",
        "\"id\": \"tiny\"    | \"id\": 7                | 2: id: must be a string, got 7",
        "\"kv_heads\": 2     | \"kv_heads\": 3          | 6: kv_heads: must divide heads, got 3 of 4",
        "\"hidden\": 8       | \"hiden\": 8             | 1: hidden: is missing",
        "\"vocab\": 32       | \"vocab\": 32, \"layrs\": 1 | 9: layrs: unknown field, got 1; did you mean layers?",
        "\"bf16\"            | \"fp64\"                 | 10: native_weight_dtype: unknown format 'fp64'; allowed are bf16, fp8, int8, int4, fp4, mxfp4",
        "\"bf16\"            | \"mxfp4\"                | 10: native_weight_dtype: mxfp4 needs experts, and moe is missing",
        "\"vocab\": 32       | \"vocab\": 32, \"moe\": {\"experts\": 4, \"top_k\": 5, \"moe_intermediate\": 8} | 9: moe.top_k: must not exceed experts, got 5 of 4",
        "\"vocab\": 32       | \"vocab\": 32, \"moe\": {\"experts\": 4, \"top_k\": 2} | 9: moe.moe_intermediate: is missing",
        "\"vocab\": 32       | \"vocab\": 32, \"moe\": 3 | 9: moe: must be an object, got 3",
        "\"vocab\": 32       | \"vocab\": 32, \"attention\": \"mla\" | 9: attention: must be gqa; mla has an object mla, gqa none",
        "\"vocab\": 32       | \"vocab\": 32, \"params_total_computed\": 1663 | 9: params_total_computed: is 1663 but the dimensions give 1664; leave it out to have it computed",
      })
  void rejectsABrokenModelWithLineAndField(String text, String replacement, String message) {
    String name = write(MODEL.replace(text, replacement));

    assertThatThrownBy(() -> catalogue.model(name))
        .isInstanceOf(HardwareFileException.class)
        .hasMessage(name + ":" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1073741824 | 0               | 3: hbm_bytes: must be an integer from 1 to 9223372036854775807, got 0",
        "100.5      | -1              | 4: hbm_bandwidth_gb_s: must be a number > 0, got -1",
        "100.5      | 1e300           | 4: hbm_bandwidth_gb_s: must be a number > 0, got 1E+300",
        ": 16       | : 16, \"hbm_gb_marketing\": 2 | 6: hbm_gb_marketing: is 2 but hbm_bytes is 1073741824; a marketing gigabyte is 2^30 bytes; leave hbm_gb_marketing out",
        ": 16       | : 16, \"hbm_bandwidth_efficiency_default\": 80 | 6: hbm_bandwidth_efficiency_default: must be a share in (0, 1], got 80.0",
        ": 16       | : 16, \"unverified_fields\": [\"a\", 1] | 6: unverified_fields: must be a list of strings, got 1",
      })
  void rejectsABrokenGpuWithLineAndField(String text, String replacement, String message) {
    String name = write(GPU.replace(text, replacement));

    assertThatThrownBy(() -> catalogue.gpu(name))
        .isInstanceOf(HardwareFileException.class)
        .hasMessage(name + ":" + message);
  }

  @Test
  void theLargestDimensionsOverflowNothing() {
    String large =
        """
        {"id": "large", "native_weight_dtype": "fp8", "layers": 1000, "hidden": 100000,
         "heads": 10000, "kv_heads": 10000, "head_dim": 100000, "intermediate": 100000,
         "vocab": 10000000,
         "moe": {"experts": 10000, "top_k": 10000, "moe_intermediate": 100000,
                 "shared_experts": 10000, "shared_intermediate": 100000}}
        """;

    Model model = catalogue.model(write(large));

    // per layer: attention 4 x 10^14; experts and shared experts 3 x 10^14 each; router 10^9
    assertThat(model.totalParameters())
        .isEqualTo(1_000 * (1_000_000_000_000_000L + 1_000_000_000) + 2_000_000_000_000L);
    assertThat(model.kvBytesPerToken(KvDtype.BF16)).isEqualTo(4_000_000_000_000L);
  }

  @Test
  void rejectsWhatIsNotOneJsonObject() {
    assertThatThrownBy(() -> catalogue.model(write("")))
        .hasMessageEndingWith("my entry.json: is empty; one JSON object is expected");
    assertThatThrownBy(() -> catalogue.model(write("[1]")))
        .hasMessageEndingWith("my entry.json:1: must be one JSON object; it starts with {");
    assertThatThrownBy(() -> catalogue.model(write(MODEL + "{}")))
        .hasMessageEndingWith("my entry.json:12: text after the end of the object");
    assertThatThrownBy(() -> catalogue.model(write(MODEL.replace("\"hidden\": 8,", "hidden"))))
        .hasMessageContaining("my entry.json:4: not JSON: ");
    assertThatThrownBy(() -> catalogue.model(write(MODEL.replace("hidden", "layers"))))
        .hasMessageContaining("my entry.json:4: not JSON: Duplicate");
    assertThatThrownBy(() -> catalogue.model(write(MODEL.substring(0, 30))))
        .isInstanceOf(HardwareFileException.class)
        .hasMessageContaining("not JSON: ");
  }

  @Test
  void namesAFileThatIsMissingOrUnreadable() {
    assertThatThrownBy(() -> catalogue.gpu("no/such/gpu.json"))
        .isInstanceOf(HardwareFileException.class)
        .hasMessage("no/such/gpu.json: no such file");
    Path directory = folder.resolve("folder.json");
    assertThat(directory.toFile().mkdir()).isTrue();
    assertThatThrownBy(() -> catalogue.gpu(directory.toString()))
        .isInstanceOf(HardwareFileException.class)
        .hasMessageContaining("cannot be read: ");
  }
}
