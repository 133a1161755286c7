package dev.turnstile.engine.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CatalogueTest {
  private final Catalogue catalogue = Catalogue.bundled();

  @ParameterizedTest
  @CsvSource({
    // id, BF16 TF, FP8 TF, HBM GB, HBM GB/s, link GB/s, PCIe GB/s, eff_mem
    "a100-80g-sxm,  312,     ,  80, 2039, 300, 32, 0.8",
    "h100-sxm,      989, 1979,  80, 3350, 450, 64, 0.8",
    "h800-sxm,      989, 1979,  80, 3350, 200, 64, 0.8",
    "h200-sxm,      989, 1979, 141, 4800, 450, 64, 0.8",
    "h20-96g,       148,  296,  96, 4000, 450, 64, 0.8",
    "h20-3e,        148,  296, 141, 4800, 450, 64, 0.8",
    "b200-sxm,     2250, 4500, 180, 7700, 900, 64, 0.92",
    "gb200,        2500, 5000, 186, 8000, 900, 64, 0.92",
    "mi300x,       1307, 2615, 192, 5300, 448, 64, 0.77",
    "l40s,          362,  733,  48,  864,    , 32, 0.8",
  })
  void holdsTheGpuTable(
      String id,
      double bf16,
      Double fp8,
      long hbmGigabytes,
      double hbm,
      Double link,
      double pcie,
      double efficiency) {
    Gpu gpu = catalogue.gpu(id);

    assertThat(gpu.compute().bf16FlopsPerSecond()).isEqualTo(bf16 * 1e12);
    assertThat(gpu.compute().fp8FlopsPerSecond()).isEqualTo(fp8 == null ? null : fp8 * 1e12);
    assertThat(gpu.memory().bytes()).isEqualTo(hbmGigabytes << 30);
    assertThat(gpu.memory().bytesPerSecond()).isEqualTo(hbm * 1e9);
    assertThat(gpu.memory().efficiencyFraction()).isEqualTo(efficiency);
    assertThat(gpu.links().peerBytesPerSecond()).isEqualTo(link == null ? null : link * 1e9);
    assertThat(gpu.links().pcieBytesPerSecond()).isEqualTo(pcie * 1e9);
  }

  @ParameterizedTest
  @CsvSource({
    // id, L, h, H, K, d, dense FFN, vocab, total B, active B, KV BF16, KV FP8
    "llama-3.1-8b,          32, 4096,  32,   8, 128, 14336, 128256,    8.03,  7.50, 131072,  65536",
    "llama-3.3-70b,         80, 8192,  64,   8, 128, 28672, 128256,   70.55, 69.50, 327680, 163840",
    "qwen3-8b,              36, 4096,  32,   8, 128, 12288, 151936,    8.19,  7.57, 147456,  73728",
    "qwen3-32b,             64, 5120,  64,   8, 128, 25600, 151936,   32.76, 31.98, 262144, 131072",
    "qwen3-coder-30b-a3b,   48, 2048,  32,   4, 128,  5472, 151936,   30.53,  3.04,  98304,  49152",
    "qwen3-235b-a22b,       94, 4096,  64,   4, 128, 12288, 151936,  235.09, 21.57, 192512,  96256",
    "qwen3-coder-480b-a35b, 62, 6144,  96,   8, 128,  8192, 151936,  480.15, 34.54, 253952, 126976",
    "minimax-m2,            62, 3072,  48,   8, 128,  1536, 200064,  228.69, 10.42, 253952, 126976",
    "glm-4.6,               92, 5120,  96,   8, 128, 12288, 151552,  352.80, 32.85, 376832, 188416",
    "glm-4.5-air,           46, 4096,  96,   8, 128, 10944, 151552,  106.85, 12.80, 188416,  94208",
    "deepseek-v3,           61, 7168, 128, 128, 192, 18432, 129280,  671.03, 36.62,  70272,  35136",
    "gpt-oss-120b,          36, 2880,  64,   8,  64,  2880, 201088,  116.79,  5.13,  73728,  36864",
    "gpt-oss-20b,           24, 2880,  64,   8,  64,  2880, 201088,   20.91,  3.61,  49152,  24576",
    "kimi-k2,               61, 7168,  64,  64, 192, 18432, 163840, 1026.41, 31.69,  70272,  35136",
  })
  void holdsTheModelTable(
      String id,
      int layers,
      int hidden,
      int heads,
      int kvHeads,
      int headDim,
      int intermediate,
      int vocab,
      String totalBillions,
      String activeBillions,
      long kvBytesBf16,
      long kvBytesFp8) {
    Model model = catalogue.model(id);

    assertThat(model.shape())
        .isEqualTo(
            new Model.Shape(layers, hidden, heads, kvHeads, headDim, intermediate, vocab, false));
    assertThat(billions(model.totalParameters())).isEqualTo(totalBillions);
    assertThat(billions(model.activeParameters())).isEqualTo(activeBillions);
    assertThat(model.kvBytesPerToken(KvDtype.BF16)).isEqualTo(kvBytesBf16);
    assertThat(model.kvBytesPerToken(KvDtype.FP8)).isEqualTo(kvBytesFp8);
  }

  private static String billions(long parameters) {
    return BigDecimal.valueOf(parameters, 9).setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  @ParameterizedTest
  @CsvSource({
    // id, experts, top k, width, shared, shared width, dense layers at the bottom
    "qwen3-coder-30b-a3b,   128, 8,  768, 0,    0, 0",
    "qwen3-235b-a22b,       128, 8, 1536, 0,    0, 0",
    "qwen3-coder-480b-a35b, 160, 8, 2560, 0,    0, 0",
    "minimax-m2,            256, 8, 1536, 0,    0, 0",
    "glm-4.6,               160, 8, 1536, 1, 1536, 3",
    "glm-4.5-air,           128, 8, 1408, 1, 1408, 1",
    "deepseek-v3,           256, 8, 2048, 1, 2048, 3",
    "gpt-oss-120b,          128, 4, 2880, 0,    0, 0",
    "gpt-oss-20b,            32, 4, 2880, 0,    0, 0",
    "kimi-k2,               384, 8, 2048, 1, 2048, 1",
  })
  void holdsTheExpertsOfTheModelTable(
      String id, int experts, int topK, int width, int shared, int sharedWidth, int dense) {
    assertThat(catalogue.model(id).moe())
        .isEqualTo(new Model.Moe(experts, topK, width, shared, sharedWidth, dense));
  }

  @Test
  void holdsLatentAttentionWindowsAndNativeFormats() {
    assertThat(catalogue.models())
        .filteredOn(model -> model.mla() != null)
        .allSatisfy(
            model -> assertThat(model.mla()).isEqualTo(new Model.Mla(1536, 512, 128, 64, 128)))
        .extracting(Model::id)
        .containsExactly("deepseek-v3", "kimi-k2");
    assertThat(catalogue.models())
        .filteredOn(model -> model.slidingWindowTokens() == 128)
        .allSatisfy(
            model ->
                assertThat(model.windowLayers())
                    .as(model.id())
                    .isEqualTo(model.shape().layers() / 2))
        .extracting(Model::id)
        .containsExactly("gpt-oss-120b", "gpt-oss-20b");
    assertThat(catalogue.models())
        .filteredOn(model -> model.nativeWeightDtype() == WeightDtype.FP8)
        .extracting(Model::id)
        .containsExactly("minimax-m2", "deepseek-v3", "kimi-k2");
  }

  @Test
  void keepsTheFlagsOfUnverifiedFigures() {
    assertThat(catalogue.gpus())
        .filteredOn(gpu -> !gpu.unverifiedFields().isEmpty())
        .extracting(Gpu::id)
        .containsExactly("h20-96g", "b200-sxm", "gb200", "mi300x", "l40s");
    assertThat(catalogue.gpu("b200-sxm").unverifiedFields())
        .containsExactly("hbm_gb_marketing", "hbm_bandwidth_gb_s");
    assertThat(catalogue.model("minimax-m2").facts().unverifiedFields())
        .containsExactly("max_context");
  }

  @Test
  void suggestsTheClosestIds() {
    assertThatThrownBy(() -> catalogue.model("qwen3-coder"))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage(
            "model: unknown id 'qwen3-coder'; did you mean qwen3-coder-30b-a3b,"
                + " qwen3-coder-480b-a35b?");
    assertThatThrownBy(() -> catalogue.gpu("H100_SMX"))
        .hasMessageStartingWith("gpu: unknown id 'H100_SMX'; did you mean h100-sxm");
  }

  @Test
  void listsAllIdsWhenNoneIsClose() {
    assertThatThrownBy(() -> catalogue.gpu("tpu"))
        .hasMessage(
            "gpu: unknown id 'tpu'; known are "
                + String.join(", ", catalogue.gpus().stream().map(Gpu::id).toList()));
  }

  @Test
  void listsEntriesInTableOrder() {
    assertThat(catalogue.gpus()).extracting(Gpu::id).startsWith("a100-80g-sxm", "h100-sxm");
    assertThat(catalogue.models()).extracting(Model::id).startsWith("llama-3.1-8b");
    assertThat(List.of(catalogue.gpus().size(), catalogue.models().size())).containsExactly(10, 14);
  }
}
