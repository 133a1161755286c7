package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.hardware.WeightDtype;

/**
 * The linear group of the roofline over all layers: projections of the attention, feed-forward
 * layers, experts, and the activations between them.
 *
 * <p>A dense layer reads its weights once a step. A layer with experts reads those that at least
 * one token visits: with uniform routing {@code E (1 - (1 - k/E)^N)} of E experts are expected for
 * N tokens that choose k each.
 */
final class RooflineLinear {
  private static final double ACTIVATION_BYTES = 2;
  private static final double ROUTER_WEIGHT_BYTES = 2;
  private static final double ACTIVATION_PASSES = 8; // residual, norms, inputs and outputs

  /** Up to so many new tokens, which is what decoding batches have, the seconds are kept. */
  private static final int KEPT_TOKENS = 512;

  private final int denseLayers;
  private final int moeLayers;
  private final double activationBytesPerToken;
  private final double memoryBytesPerSecond;

  private final double denseSecondsPerToken;
  private final double denseWeightBytes;

  private final double moeSecondsPerToken;
  private final double moeWeightBytes;
  private final double expertBytes;
  private final int experts;
  private final double missFraction;
  private final double[] secondsOfTokens = new double[KEPT_TOKENS + 1];

  RooflineLinear(Deployment deployment, double efficiency, double memoryBytesPerSecond) {
    Model model = deployment.model();
    Model.Shape shape = model.shape();
    Gpu.Compute compute = deployment.gpu().compute();
    WeightDtype dtype = deployment.weightDtype();
    double flopsPerSecond = compute.denseFlopsPerSecond(dtype) * efficiency;
    double t = deployment.tensorParallel();
    double hidden = shape.hidden();
    this.memoryBytesPerSecond = memoryBytesPerSecond;
    denseLayers = model.denseLayers();
    moeLayers = model.moeLayers();
    activationBytesPerToken = ACTIVATION_PASSES * ACTIVATION_BYTES * hidden;

    double attentionWeights = attentionWeights(deployment);
    double denseWeights = attentionWeights + 3 * hidden * shape.intermediate() / t;
    denseSecondsPerToken = 2 * denseWeights / flopsPerSecond;
    denseWeightBytes = dtype.denseBytes() * denseWeights;

    Model.Moe moe = model.moe();
    if (moe == null) {
      moeSecondsPerToken = 0;
      moeWeightBytes = 0;
      expertBytes = 0;
      experts = 0;
      missFraction = 1;
    } else {
      double expertWeights = 3 * hidden * moe.expertIntermediate() / t;
      double sharedWeights = 3 * hidden * moe.sharedIntermediate() * moe.sharedExperts() / t;
      double routerWeights = hidden * moe.experts();
      moeSecondsPerToken =
          2 * (attentionWeights + sharedWeights + routerWeights) / flopsPerSecond
              + 2 * moe.topK() * expertWeights / (compute.expertFlopsPerSecond(dtype) * efficiency);
      moeWeightBytes =
          dtype.denseBytes() * (attentionWeights + sharedWeights)
              + ROUTER_WEIGHT_BYTES * routerWeights;
      expertBytes = dtype.expertBytes() * expertWeights;
      experts = moe.experts();
      missFraction = 1 - (double) moe.topK() / moe.experts();
    }
    for (int tokens = 0; tokens <= KEPT_TOKENS; tokens++) {
      secondsOfTokens[tokens] = computeSeconds(tokens);
    }
  }

  /** The weights of one layer's attention projections on each GPU. */
  private static double attentionWeights(Deployment deployment) {
    Model.Shape shape = deployment.model().shape();
    double t = deployment.tensorParallel();
    double hidden = shape.hidden();
    double heads = shape.heads() / t;
    Model.Mla mla = deployment.model().mla();
    if (mla == null) {
      double kvHeads = Math.max(1, shape.kvHeads() / t);
      return hidden * shape.headDim() * (2 * heads + 2 * kvHeads);
    }
    // The two projections into the latents are whole on every GPU.
    return hidden * mla.queryRank()
        + mla.queryRank() * heads * (mla.nopeHeadDim() + mla.ropeHeadDim())
        + hidden * (mla.kvRank() + mla.ropeHeadDim())
        + mla.kvRank() * heads * (mla.nopeHeadDim() + mla.valueHeadDim())
        + heads * mla.valueHeadDim() * hidden;
  }

  /** Returns the seconds of the group for N new tokens, all layers together. */
  double seconds(long newTokens) {
    return newTokens <= KEPT_TOKENS ? secondsOfTokens[(int) newTokens] : computeSeconds(newTokens);
  }

  private double computeSeconds(long newTokens) {
    double activationBytes = activationBytesPerToken * newTokens;
    double seconds = 0;
    if (denseLayers > 0) {
      double bytes = denseWeightBytes + activationBytes;
      seconds +=
          denseLayers * Math.max(newTokens * denseSecondsPerToken, bytes / memoryBytesPerSecond);
    }
    if (moeLayers > 0) {
      double bytes = moeWeightBytes + expectedExperts(newTokens) * expertBytes + activationBytes;
      seconds += moeLayers * Math.max(newTokens * moeSecondsPerToken, bytes / memoryBytesPerSecond);
    }
    return seconds;
  }

  /** Returns how many different experts of a layer N tokens are expected to visit. */
  double expectedExperts(long newTokens) {
    return experts * (1 - power(missFraction, newTokens));
  }

  /** Squares and multiplies, which is the same on every machine and takes log2(exponent) rounds. */
  private static double power(double base, long exponent) {
    double result = 1;
    for (long bits = exponent; bits > 0; bits >>= 1) {
      if ((bits & 1) != 0) {
        result *= base;
      }
      base *= base;
    }
    return result;
  }
}
