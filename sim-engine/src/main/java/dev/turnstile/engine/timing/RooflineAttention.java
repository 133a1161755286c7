package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.Model;

/**
 * The attention groups of the roofline over all layers, as linear functions of the batch's sums.
 *
 * <p>Items with several new tokens (prefill) and with one (decode) run in different kernels. For
 * GQA they cost the same; latent attention expands keys and values from the latent in prefill, and
 * computes on the latent itself in decode (DeepSeek-V2, arXiv:2405.04434, §2.1 and appendix B).
 */
final class RooflineAttention {
  private static final double ACTIVATION_BYTES = 2;

  private final int fullLayers;
  private final int windowLayers;
  private final int slidingWindowTokens;
  private final double prefillFlopsPerSecond;
  private final double decodeFlopsPerSecond;
  private final double memoryBytesPerSecond;

  private final double prefillFlopsPerPair;
  private final double prefillFlopsPerContextToken;
  private final double prefillBytesPerReadToken;
  private final double prefillBytesPerNewToken;
  private final double decodeFlopsPerReadToken;
  private final double decodeBytesPerReadToken;
  private final double decodeBytesPerItem;

  RooflineAttention(
      Deployment deployment,
      double prefillFlopsPerSecond,
      double decodeFlopsPerSecond,
      double memoryBytesPerSecond) {
    Model model = deployment.model();
    windowLayers = model.windowLayers();
    fullLayers = model.shape().layers() - windowLayers;
    slidingWindowTokens = model.slidingWindowTokens();
    this.prefillFlopsPerSecond = prefillFlopsPerSecond;
    this.decodeFlopsPerSecond = decodeFlopsPerSecond;
    this.memoryBytesPerSecond = memoryBytesPerSecond;

    double t = deployment.tensorParallel();
    double heads = model.shape().heads() / t;
    double kvElementBytes = deployment.kvDtype().bytes();
    Model.Mla mla = model.mla();
    if (mla == null) {
      double headDim = model.shape().headDim();
      double kvHeads = Math.max(1, model.shape().kvHeads() / t);
      double kvBytes = kvElementBytes * 2 * kvHeads * headDim;
      double queryAndOutputBytes = 2 * ACTIVATION_BYTES * heads * headDim;
      prefillFlopsPerPair = 4 * heads * headDim;
      prefillFlopsPerContextToken = 0;
      prefillBytesPerReadToken = kvBytes;
      prefillBytesPerNewToken = kvBytes + queryAndOutputBytes;
      decodeFlopsPerReadToken = 4 * heads * headDim;
      decodeBytesPerReadToken = kvBytes;
      decodeBytesPerItem = kvBytes + queryAndOutputBytes;
    } else {
      double keyDim = mla.nopeHeadDim() + mla.ropeHeadDim();
      double valueDim = mla.valueHeadDim();
      double latentDim = 2.0 * mla.kvRank() + mla.ropeHeadDim();
      double kvBytes = kvElementBytes * (mla.kvRank() + mla.ropeHeadDim());
      prefillFlopsPerPair = 2 * heads * (keyDim + valueDim);
      prefillFlopsPerContextToken = 2 * mla.kvRank() * heads * (mla.nopeHeadDim() + valueDim);
      prefillBytesPerReadToken = kvBytes + ACTIVATION_BYTES * heads * (keyDim + valueDim);
      prefillBytesPerNewToken = kvBytes + 2 * ACTIVATION_BYTES * heads * valueDim;
      decodeFlopsPerReadToken = 2 * heads * latentDim;
      decodeBytesPerReadToken = kvBytes;
      decodeBytesPerItem = kvBytes + ACTIVATION_BYTES * heads * latentDim;
    }
  }

  /** Returns the seconds of the items with several new tokens, all layers together. */
  double prefillSeconds(BatchSums batch) {
    checkWindow(batch);
    if (batch.multiItems() == 0) {
      return 0;
    }
    double newTokens = batch.multiTokens();
    double contextTokens = batch.multiKvReadTokens() - batch.multiTokens();
    double contextFlops = prefillFlopsPerContextToken * contextTokens;
    double newTokenBytes = prefillBytesPerNewToken * newTokens;
    double seconds =
        fullLayers
            * prefillLayerSeconds(
                prefillFlopsPerPair * batch.multiPairs() + contextFlops,
                prefillBytesPerReadToken * batch.multiKvReadTokens() + newTokenBytes);
    if (windowLayers > 0) {
      seconds +=
          windowLayers
              * prefillLayerSeconds(
                  prefillFlopsPerPair * batch.multiWindowPairs(),
                  prefillBytesPerReadToken * batch.multiWindowKvReadTokens() + newTokenBytes);
    }
    return seconds;
  }

  private double prefillLayerSeconds(double flops, double bytes) {
    return Math.max(flops / prefillFlopsPerSecond, bytes / memoryBytesPerSecond);
  }

  /** Returns the seconds of the items with one new token, all layers together. */
  double decodeSeconds(BatchSums batch) {
    checkWindow(batch);
    if (batch.singleItems() == 0) {
      return 0;
    }
    double seconds =
        fullLayers * decodeLayerSeconds(batch.singleKvReadTokens(), batch.singleItems());
    if (windowLayers > 0) {
      seconds +=
          windowLayers * decodeLayerSeconds(batch.singleWindowKvReadTokens(), batch.singleItems());
    }
    return seconds;
  }

  private double decodeLayerSeconds(long readTokens, long items) {
    double bytes = decodeBytesPerReadToken * readTokens + decodeBytesPerItem * items;
    double memorySeconds = bytes / memoryBytesPerSecond;
    double computeSeconds = decodeFlopsPerReadToken * readTokens / decodeFlopsPerSecond;
    return computeSeconds > memorySeconds ? computeSeconds : memorySeconds;
  }

  private void checkWindow(BatchSums batch) {
    if (batch.slidingWindowTokens() != slidingWindowTokens) {
      throw new IllegalArgumentException(
          "sums for a window of "
              + batch.slidingWindowTokens()
              + " tokens, but the model's is "
              + slidingWindowTokens);
    }
  }
}
