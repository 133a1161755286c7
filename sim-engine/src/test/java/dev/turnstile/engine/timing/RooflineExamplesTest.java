package dev.turnstile.engine.timing;

import static dev.turnstile.engine.timing.Timings.decodes;
import static dev.turnstile.engine.timing.Timings.deployment;
import static dev.turnstile.engine.timing.Timings.millis;
import static dev.turnstile.engine.timing.Timings.prefill;
import static dev.turnstile.engine.timing.Timings.roofline;
import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked examples X16 to X20, and what they leave out by hand. */
final class RooflineExamplesTest {
  private final RooflineTiming llama = roofline("llama-3.1-8b", "h100-sxm", 1, "bf16");

  @Test
  void x16DecodeOneOnContext2047() {
    // A = 4096 x 128 x (64 + 16) = 41,943,040; W = 176,160,768;
    // B = 2 x 218,103,808 + 8 x 2 x 4096 = 436,273,152 B; / (3350e9 x 0.8) x 32 layers = 5.2092 ms
    BatchSums batch = decodes(1, 2047);

    assertThat(llama.linearSeconds(batch))
        .isCloseTo(32 * 436_273_152.0 / 2.68e12, Offset.offset(1e-15));
    assertParts(llama, batch, "5.2092", "0.0000", "0.1004", "0.3920", "1.0100", "6.7117");
  }

  @Test
  void x16Decode32OnContext2047() {
    BatchSums batch = decodes(32, 2047);

    assertParts(llama, batch, "5.2335", "0.0000", "3.2130", "0.3920", "1.3200", "10.1586");
  }

  @Test
  void x16Prefill4096() {
    BatchSums batch = prefill(4096, 0);

    assertParts(llama, batch, "96.3509", "8.8961", "0.0000", "0.3920", "1.0100", "106.6490");
  }

  @Test
  void x16DecodesAndPrefillTogether() {
    BatchSums batch = decodes(prefill(2016, 0), 32, 2047);

    assertParts(llama, batch, "48.1754", "2.1556", "3.2130", "0.3920", "1.3300", "55.2661");
  }

  @Test
  void x17CachedPrefixIsNotFree() {
    BatchSums hit = prefill(1024, 31744);
    BatchSums full = prefill(32768, 0);

    assertParts(llama, hit, "24.0877", "35.0204", "0.0000", "0.3920", "1.0100", "60.5101");
    assertParts(llama, full, "770.8069", "569.2286", "0.0000", "0.3920", "1.0100", "1341.4376");
    // hit ratio 96.9 percent, time ratio 4.5 percent
    assertThat(llama.stepSeconds(hit) / llama.stepSeconds(full))
        .isCloseTo(0.045, Offset.offset(0.0005));
  }

  @ParameterizedTest
  @CsvSource({
    "1,     8.00,  2.8046",
    "8,    51.62,  9.4927",
    "64,  125.94, 30.8864",
    "256, 128.00, 74.8436",
  })
  void x18MoeCoverage(int batch, double expectedExperts, String totalMillis) {
    RooflineTiming qwen = roofline("qwen3-coder-30b-a3b", "h20-3e", 1, "bf16");

    assertThat(qwen.expectedExperts(batch)).isCloseTo(expectedExperts, Offset.offset(0.005));
    assertThat(millis(qwen.stepSeconds(decodes(batch, 8191)))).isEqualTo(totalMillis);
  }

  @Test
  void x19TensorParallel() {
    RooflineTiming timing = roofline("llama-3.3-70b", "h100-sxm", 8, "bf16");
    BatchSums batch = decodes(64, 4095);

    assertThat(millis(timing.allReduceSeconds(64))).isEqualTo("2.4156");
    assertParts(timing, batch, "6.6358", "0.0000", "4.0153", "0.0980", "1.6400", "14.8046");
  }

  @Test
  void x19LatentAttention() {
    RooflineTiming timing = roofline("deepseek-v3", "h200-sxm", 8, "fp8");
    BatchSums batch = decodes(32, 8191);

    assertThat(millis(timing.allReduceSeconds(32))).isEqualTo("1.4921");
    assertParts(timing, batch, "14.3969", "0.0000", "4.8155", "0.0603", "1.3200", "22.0848");
  }

  @Test
  void x20MiniMaxM2() {
    RooflineTiming timing = roofline("minimax-m2", "h100-sxm", 4, "fp8");

    assertThat(millis(timing.stepSeconds(decodes(16, 32767)))).isEqualTo("23.6453");
    assertThat(millis(timing.stepSeconds(prefill(1024, 31744)))).isEqualTo("53.4742");
    assertThat(millis(timing.stepSeconds(prefill(8192, 24576)))).isEqualTo("243.6203");
  }

  @Test
  void halfOfTheLayersOfAWindowModelReadTheWindowOnly() {
    RooflineTiming timing = roofline("gpt-oss-20b", "h100-sxm", 1, "mxfp4");
    BatchSums batch = decodes(new BatchSums(timing.slidingWindowTokens()), 1, 4095);

    // bytes of one token's KV in a layer: 2 x 2 x 8 x 64 = 2048; query and output: 4 x 64 x 64
    // full layer: 2048 x (4096 + 1) + 16,384; window layer: 2048 x (128 + 1) + 16,384
    double bytes = 12 * (2048.0 * 4097 + 16_384) + 12 * (2048.0 * 129 + 16_384);
    assertThat(timing.attentionDecodeSeconds(batch))
        .isCloseTo(bytes / 2.68e12, Offset.offset(1e-15));
  }

  @Test
  void expertOnlyWeightsLeaveTheRestInBf16() {
    RooflineTiming timing = roofline("gpt-oss-20b", "h100-sxm", 1, "mxfp4");
    BatchSums batch = decodes(new BatchSums(128), 1, 0);

    // A = 2880 x 64 x (128 + 16) = 26,542,080; e = 3 x 2880 x 2880 = 24,883,200; router 2880 x 32;
    // one token visits 4 experts; activations 8 x 2 x 2880
    double bytes = 2 * 26_542_080.0 + 0.53125 * 4 * 24_883_200 + 2 * 92_160 + 46_080;
    assertThat(timing.linearSeconds(batch)).isCloseTo(24 * bytes / 2.68e12, Offset.offset(1e-12));
  }

  @Test
  void weightsComputeAtTheirOwnRateOnlyWhereTheGpuHasIt() {
    BatchSums batch = prefill(8192, 0);
    double hopperBf16 = linearSeconds("h100-sxm", "bf16", batch);
    double amperBf16 = linearSeconds("a100-80g-sxm", "bf16", batch);

    // compute-bound, so the rates decide: 1979 against 989 TFLOP/s
    assertThat(linearSeconds("h100-sxm", "fp8", batch))
        .isCloseTo(hopperBf16 * 989 / 1979, Offset.offset(1e-9));
    assertThat(linearSeconds("h100-sxm", "int8", batch))
        .isCloseTo(hopperBf16 * 989 / 1979, Offset.offset(1e-9));
    assertThat(linearSeconds("h100-sxm", "fp4", batch)).isEqualTo(hopperBf16);
    assertThat(linearSeconds("h100-sxm", "int4", batch)).isEqualTo(hopperBf16);
    assertThat(linearSeconds("a100-80g-sxm", "fp8", batch)).isEqualTo(amperBf16);
    assertThat(linearSeconds("a100-80g-sxm", "int8", batch))
        .isCloseTo(amperBf16 / 2, Offset.offset(1e-9));
  }

  @Test
  void fp8WeightsOnAmpereSaveMemoryTraffic() {
    BatchSums batch = decodes(1, 0);

    // 2 against 1 byte for 218,103,808 weights, and 65,536 B of activations
    assertThat(linearSeconds("a100-80g-sxm", "fp8", batch))
        .isCloseTo(32 * (218_103_808.0 + 65_536) / (2039e9 * 0.8), Offset.offset(1e-15));
  }

  @Test
  void fp8KvHalvesWhatDecodesReadOfIt() {
    RooflineTiming bf16 = roofline("llama-3.1-8b", "h100-sxm", 1, "bf16");
    RooflineTiming fp8 =
        roofline("roofline", deployment("llama-3.1-8b", "h100-sxm", 1, "bf16", "fp8"));
    BatchSums batch = decodes(8, 30_000);

    // query and output, 4 x 32 x 128 B for each of 8 items in 32 layers, do not shrink
    double fixed = 32 * 8 * 16_384 / 2.68e12;
    assertThat(fp8.attentionDecodeSeconds(batch) - fixed)
        .isCloseTo((bf16.attentionDecodeSeconds(batch) - fixed) / 2, Offset.offset(1e-15));
  }

  @Test
  void aGpuWithoutPeerLinksReducesOverPcie() {
    // 2 x 32 layers x (2 x 1/2 x 2 x 100 x 4096 / (32e9 x 0.8) + 10e-6)
    RooflineTiming timing = roofline("llama-3.1-8b", "l40s", 2, "bf16");

    assertThat(timing.allReduceSeconds(100))
        .isCloseTo(64 * (819_200 / 25.6e9 + 10e-6), Offset.offset(1e-15));
  }

  @Test
  void theHeadIsReadEvenIfNothingIsSampled() {
    BatchSums unfinished = new BatchSums(0);
    unfinished.add(512, 0, false, false);

    assertThat(llama.headSeconds(unfinished.emittingItems()))
        .isCloseTo(2 * 4096 * 128_256.0 / 2.68e12, Offset.offset(1e-15));
  }

  @Test
  void speedOfLightIsReachedByItsKnobs() {
    String spec =
        "roofline:eff_gemm=1,eff_attn_prefill=1,eff_attn_decode=1,eff_mem=1,eff_link=1,"
            + "alpha_us=0,step_overhead_ms=0,per_sequence_overhead_us=0";
    RooflineTiming timing =
        roofline(spec, deployment("llama-3.1-8b", "h100-sxm", 1, "bf16", "bf16"));
    BatchSums batch = decodes(1, 2047);

    // all memory-bound: 5.2092 + 0.1004 + 0.3920 ms at 0.8 of the bandwidth
    double bytes = 32 * 436_273_152.0 + 32 * (4096.0 * 2049 + 16_384) + 2 * 4096 * 128_256.0;
    assertThat(timing.stepSeconds(batch)).isCloseTo(bytes / 3350e9, Offset.offset(1e-15));
  }

  private static double linearSeconds(String gpu, String weights, BatchSums batch) {
    return roofline("llama-3.1-8b", gpu, 1, weights).linearSeconds(batch);
  }

  private static void assertParts(RooflineTiming timing, BatchSums batch, String... millis) {
    assertThat(
            new String[] {
              millis(timing.linearSeconds(batch)),
              millis(timing.attentionPrefillSeconds(batch)),
              millis(timing.attentionDecodeSeconds(batch)),
              millis(timing.headSeconds(batch.emittingItems())),
              millis(timing.overheadSeconds(batch.items())),
              millis(timing.stepSeconds(batch))
            })
        .containsExactly(millis);
  }
}
