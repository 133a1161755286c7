package dev.turnstile.engine.hardware;

import java.util.OptionalInt;

/**
 * The KV room of one worker: what its GPUs' memory leaves after the weights and a reserve, cut into
 * blocks.
 *
 * <pre>{@code
 * kvBytesPerGpu = utilisation x memory - weights / tp - reserve
 * blocks        = floor(kvBytesPerGpu / (block size x KV bytes of a token on each GPU))
 * }</pre>
 *
 * <p>This is vLLM's rule with its profiling run replaced by a fixed reserve. SGLang's static
 * fraction, which covers weights and KV, is the same formula with a reserve of 0.
 *
 * @param deployment model and GPUs
 * @param utilisationFraction the share of the memory that the engine may use, in (0, 1]
 * @param reserveBytes on each GPU for activations, communication buffers and the CUDA context
 * @param blockSizeTokens tokens of a block
 * @param blocks how many blocks fit, at least 1
 */
public record KvCapacity(
    Deployment deployment,
    double utilisationFraction,
    long reserveBytes,
    int blockSizeTokens,
    long blocks) {

  /** vLLM's default share of memory. */
  public static final double DEFAULT_UTILISATION_FRACTION = 0.9;

  /** The default reserve, 3.5 GiB on each GPU. */
  public static final long DEFAULT_RESERVE_BYTES = 7L << 29;

  /**
   * Returns the capacity of a worker.
   *
   * @param deployment model and GPUs
   * @param utilisationFraction in (0, 1]
   * @param reserveBytes at least 0
   * @param blockSizeTokens at least 1
   * @throws ModelDoesNotFitException if not even one block fits
   * @throws HardwareConfigException if a number is out of its range
   */
  public static KvCapacity of(
      Deployment deployment, double utilisationFraction, long reserveBytes, int blockSizeTokens) {
    if (!(utilisationFraction > 0 && utilisationFraction <= 1)) {
      throw new HardwareConfigException(
          "gpu_memory_utilization",
          Double.toString(utilisationFraction),
          "not a share of the memory",
          "allowed are numbers in (0, 1]");
    }
    if (reserveBytes < 0) {
      throw new HardwareConfigException(
          "reserve_bytes", Long.toString(reserveBytes), "negative size", "allowed is 0 or more");
    }
    if (blockSizeTokens < 1) {
      throw new HardwareConfigException(
          "block_size", Integer.toString(blockSizeTokens), "not a size", "allowed is 1 or more");
    }
    long blocks = blocks(deployment, utilisationFraction, reserveBytes, blockSizeTokens);
    if (blocks < 1) {
      OptionalInt enough =
          deployment.smallestLargerTensorParallel(
              larger -> blocks(larger, utilisationFraction, reserveBytes, blockSizeTokens) > 0);
      throw new ModelDoesNotFitException(
          deployment, utilisationFraction, reserveBytes, blockSizeTokens, enough);
    }
    return new KvCapacity(deployment, utilisationFraction, reserveBytes, blockSizeTokens, blocks);
  }

  private static long blocks(
      Deployment deployment, double utilisationFraction, long reserveBytes, int blockSizeTokens) {
    double kvBytes =
        utilisationFraction * deployment.gpu().memory().bytes()
            - deployment.weightBytesPerGpu()
            - reserveBytes;
    double blockBytes = (double) blockSizeTokens * deployment.kvBytesPerTokenPerGpu();
    return (long) Math.floor(kvBytes / blockBytes);
  }

  /** Returns how many tokens fit. */
  public long tokens() {
    return blocks * blockSizeTokens;
  }

  /** Returns the bytes of one block over all GPUs, each KV element counted once. */
  public long blockBytes() {
    return blockSizeTokens * deployment.kvBytesPerToken();
  }

  /** Returns the bytes of one block on each GPU. */
  public long blockBytesPerGpu() {
    return blockSizeTokens * deployment.kvBytesPerTokenPerGpu();
  }
}
