package dev.turnstile.engine.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KvCapacityTest {
  private static final int BLOCK_TOKENS = 16;

  private final Catalogue catalogue = Catalogue.bundled();

  @ParameterizedTest
  @CsvSource({
    "llama-3.1-8b,        h100-sxm, 1, bf16,  27414, 438624",
    "llama-3.3-70b,       h100-sxm, 4, bf16,  29201, 467216",
    "minimax-m2,          h100-sxm, 4, fp8,   16124, 257984",
    "qwen3-coder-30b-a3b, h20-3e,   1, bf16,  45417, 726672",
    "deepseek-v3,         h200-sxm, 8, fp8,   43244, 691904",
    "gpt-oss-120b,        h100-sxm, 1, mxfp4,  7106, 113696",
  })
  void x21CapacityOfSixDeployments(
      String model, String gpu, int tp, String weights, long blocks, long tokens) {
    KvCapacity capacity = capacity(deployment(model, gpu, tp, weights, "bf16"));

    assertThat(capacity.blocks()).isEqualTo(blocks);
    assertThat(capacity.tokens()).isEqualTo(tokens);
  }

  @Test
  void x21TwoMiniMaxReplicasHoldTwelveAgents() {
    KvCapacity capacity = capacity(deployment("minimax-m2", "h100-sxm", 4, "fp8", "bf16"));

    // 257,984 / 40,000 = 6.4 contexts on each of two replicas
    assertThat(2 * (capacity.tokens() / 40_000)).isEqualTo(12);
  }

  @Test
  void followsTheFormulaByHand() {
    // Llama-3.1-8B, BF16: 0.9 x 80 GiB = 77,309,411,328 B; weights 2 x 8,029,995,008 B; reserve
    // 3,758,096,384 B; left 57,491,324,928 B; a block of 64 tokens is 64 x 131,072 = 8,388,608 B;
    // 57,491,324,928 / 8,388,608 = 6853.5
    KvCapacity capacity =
        KvCapacity.of(
            deployment("llama-3.1-8b", "h100-sxm", 1, "bf16", "bf16"), 0.9, 3_758_096_384L, 64);

    assertThat(capacity.blocks()).isEqualTo(6853);
    assertThat(KvCapacity.DEFAULT_RESERVE_BYTES).isEqualTo(3_758_096_384L);
  }

  @Test
  void tensorParallelSharesGroupedHeadsUntilTheyRunOut() {
    // 8 KV heads: from tp 8 on each GPU holds one, 1/8 of 327,680 B
    assertThat(deployment("llama-3.3-70b", "h100-sxm", 4, "bf16", "bf16").kvBytesPerTokenPerGpu())
        .isEqualTo(81_920);
    assertThat(deployment("llama-3.3-70b", "h100-sxm", 8, "bf16", "bf16").kvBytesPerTokenPerGpu())
        .isEqualTo(40_960);
    assertThat(deployment("llama-3.3-70b", "h100-sxm", 16, "bf16", "bf16").kvBytesPerTokenPerGpu())
        .isEqualTo(40_960);
  }

  @Test
  void tensorParallelRepeatsTheLatent() {
    Deployment deployment = deployment("deepseek-v3", "h200-sxm", 8, "fp8", "bf16");

    assertThat(deployment.kvBytesPerTokenPerGpu()).isEqualTo(70_272);
    assertThat(capacity(deployment).blockBytes()).isEqualTo(16 * 70_272);
    assertThat(capacity(deployment).blockBytesPerGpu()).isEqualTo(16 * 70_272);
  }

  @Test
  void aBlockOfTheWorkerIsTheBlocksOfItsGpus() {
    KvCapacity capacity = capacity(deployment("llama-3.3-70b", "h100-sxm", 4, "bf16", "bf16"));

    assertThat(capacity.blockBytes()).isEqualTo(4 * capacity.blockBytesPerGpu());
  }

  @Test
  void fp8KvHalvesTheBlock() {
    Deployment bf16 = deployment("qwen3-8b", "h100-sxm", 1, "bf16", "bf16");
    Deployment fp8 = deployment("qwen3-8b", "h100-sxm", 1, "bf16", "fp8");

    assertThat(capacity(fp8).blockBytes() * 2).isEqualTo(capacity(bf16).blockBytes());
    assertThat(capacity(fp8).blocks())
        .isBetween(2 * capacity(bf16).blocks(), 2 * capacity(bf16).blocks() + 1);
  }

  @Test
  void aModelThatDoesNotFitSaysWithWhichNumbersAndWhatWouldHelp() {
    Deployment deployment = deployment("llama-3.3-70b", "h100-sxm", 1, "bf16", "bf16");

    ModelDoesNotFitException e =
        catchThrowableOfType(ModelDoesNotFitException.class, () -> capacity(deployment));

    // weights 141,104,775,168 B = 131.41 GiB; with tp 2 65.71 + 3.5 GiB of 72 leave 2.79 GiB
    assertThat(e)
        .hasMessage(
            "llama-3.3-70b (bf16 weights, bf16 KV) on 1 x h100-sxm leaves no room for KV: each GPU"
                + " has 80.00 GiB, of which 0.9 may be used, less 131.41 GiB of weights and 3.50"
                + " GiB of reserve, and a block of 16 tokens needs 0.0049 GiB; tp 2 is enough");
    assertThat(e.deployment()).isEqualTo(deployment);
    assertThat(e.smallestTensorParallel()).hasValue(2);
  }

  @Test
  void aModelThatFitsNoTensorParallelSizeSaysSo() {
    // the latent is whole on each GPU, and with a share of 0.05 the reserve alone takes 4 of 4 GiB
    Deployment deployment = deployment("deepseek-v3", "h100-sxm", 8, "fp8", "bf16");

    assertThatThrownBy(() -> KvCapacity.of(deployment, 0.04, KvCapacity.DEFAULT_RESERVE_BYTES, 16))
        .isInstanceOf(ModelDoesNotFitException.class)
        .hasMessageEndingWith("no tp is enough, use a larger GPU or smaller weights");
  }

  @Test
  void rejectsSharesAndSizesOutOfRange() {
    Deployment deployment = deployment("qwen3-8b", "h100-sxm", 1, "bf16", "bf16");

    assertThatThrownBy(() -> KvCapacity.of(deployment, 90, 0, 16))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage(
            "gpu_memory_utilization: not a share of the memory '90.0'; allowed are numbers in"
                + " (0, 1]");
    assertThatThrownBy(() -> KvCapacity.of(deployment, Double.NaN, 0, 16))
        .isInstanceOf(HardwareConfigException.class);
    assertThatThrownBy(() -> KvCapacity.of(deployment, 0.9, -1, 16))
        .hasMessageStartingWith("reserve_bytes: negative size '-1'");
    assertThatThrownBy(() -> KvCapacity.of(deployment, 0.9, 0, 0))
        .hasMessageStartingWith("block_size: not a size '0'");
  }

  @Test
  void tensorParallelMustShareOutTheHeads() {
    assertThatThrownBy(() -> deployment("llama-3.1-8b", "h100-sxm", 3, "bf16", "bf16"))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage(
            "tp: the 32 query heads and 8 KV heads of llama-3.1-8b cannot be shared by '3';"
                + " possible are 1, 2, 4, 8, 16, 32");
    // 96 query heads can be shared by 3, 8 KV heads cannot
    assertThatThrownBy(() -> deployment("glm-4.6", "h100-sxm", 3, "bf16", "bf16"))
        .hasMessageEndingWith("possible are 1, 2, 4, 8, 16, 24, 32, 48, 96");
    assertThatThrownBy(() -> deployment("kimi-k2", "h200-sxm", 0, "fp8", "bf16"))
        .hasMessageContaining("the 64 query heads of kimi-k2 cannot be shared by '0'");
  }

  @Test
  void expertOnlyWeightsNeedExperts() {
    assertThatThrownBy(() -> deployment("qwen3-8b", "h100-sxm", 1, "mxfp4", "bf16"))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage(
            "weight_dtype: qwen3-8b has no routed experts to hold as 'mxfp4'; allowed are bf16, fp8,"
                + " int8, int4, fp4");
  }

  @Test
  void formatsAreKnownByName() {
    assertThat(WeightDtype.parse("fp4").expertBytes()).isEqualTo(0.5625);
    assertThat(WeightDtype.parse("mxfp4").denseBytes()).isEqualTo(2);
    assertThat(WeightDtype.parse("int4").denseBytes()).isEqualTo(0.5);
    assertThatThrownBy(() -> WeightDtype.parse("BF16"))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage(
            "weight_dtype: unknown format 'BF16'; allowed are bf16, fp8, int8, int4, fp4, mxfp4");
    assertThatThrownBy(() -> KvDtype.parse("int8"))
        .isInstanceOf(HardwareConfigException.class)
        .hasMessage("kv_dtype: unknown format 'int8'; allowed are bf16, fp8");
  }

  private KvCapacity capacity(Deployment deployment) {
    return KvCapacity.of(
        deployment,
        KvCapacity.DEFAULT_UTILISATION_FRACTION,
        KvCapacity.DEFAULT_RESERVE_BYTES,
        BLOCK_TOKENS);
  }

  private Deployment deployment(String model, String gpu, int tp, String weights, String kv) {
    return new Deployment(
        catalogue.model(model),
        catalogue.gpu(gpu),
        tp,
        WeightDtype.parse(weights),
        KvDtype.parse(kv));
  }
}
