package dev.turnstile.engine.hardware;

import java.util.Locale;
import java.util.OptionalInt;

/** A model that leaves no room for a single KV block on its GPUs. */
public final class ModelDoesNotFitException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final double GIB = 1L << 30;

  private final transient Deployment deployment;
  private final double utilisationFraction;
  private final long reserveBytes;
  private final int blockSizeTokens;
  private final transient OptionalInt smallestTensorParallel;

  ModelDoesNotFitException(
      Deployment deployment,
      double utilisationFraction,
      long reserveBytes,
      int blockSizeTokens,
      OptionalInt smallestTensorParallel) {
    super(
        message(
            deployment,
            utilisationFraction,
            reserveBytes,
            blockSizeTokens,
            smallestTensorParallel));
    this.deployment = deployment;
    this.utilisationFraction = utilisationFraction;
    this.reserveBytes = reserveBytes;
    this.blockSizeTokens = blockSizeTokens;
    this.smallestTensorParallel = smallestTensorParallel;
  }

  private static String message(
      Deployment deployment,
      double utilisationFraction,
      long reserveBytes,
      int blockSizeTokens,
      OptionalInt smallestTensorParallel) {
    return String.format(
        Locale.ROOT,
        "%s leaves no room for KV: each GPU has %.2f GiB, of which %s may be used, less %.2f GiB of"
            + " weights and %.2f GiB of reserve, and a block of %d tokens needs %.4f GiB; %s",
        deployment,
        deployment.gpu().memory().bytes() / GIB,
        utilisationFraction,
        deployment.weightBytesPerGpu() / GIB,
        reserveBytes / GIB,
        blockSizeTokens,
        blockSizeTokens * deployment.kvBytesPerTokenPerGpu() / GIB,
        smallestTensorParallel.isPresent()
            ? "tp " + smallestTensorParallel.getAsInt() + " is enough"
            : "no tp is enough, use a larger GPU or smaller weights");
  }

  /** Returns the model and its GPUs. */
  public Deployment deployment() {
    return deployment;
  }

  /** Returns the share of the memory that could be used. */
  public double utilisationFraction() {
    return utilisationFraction;
  }

  /** Returns the bytes kept free of weights and KV on each GPU. */
  public long reserveBytes() {
    return reserveBytes;
  }

  /** Returns the tokens of a block. */
  public int blockSizeTokens() {
    return blockSizeTokens;
  }

  /** Returns the smallest tensor parallel size at which the model fits, empty if there is none. */
  public OptionalInt smallestTensorParallel() {
    return smallestTensorParallel;
  }
}
