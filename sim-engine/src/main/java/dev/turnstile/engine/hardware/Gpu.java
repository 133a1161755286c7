package dev.turnstile.engine.hardware;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One GPU type.
 *
 * @param id catalogue id, lower-case kebab
 * @param name the vendor's product name
 * @param architecture the vendor's architecture name
 * @param memory the high-bandwidth memory
 * @param compute dense compute rates
 * @param links the links to other GPUs and to the host
 * @param unverifiedFields fields of the file that no primary source confirms, by their JSON names
 * @param notes remarks on the figures, possibly empty
 */
public record Gpu(
    String id,
    String name,
    String architecture,
    Memory memory,
    Compute compute,
    Links links,
    List<String> unverifiedFields,
    String notes) {

  /** Copies the list. */
  public Gpu {
    unverifiedFields = List.copyOf(unverifiedFields);
  }

  /**
   * The memory of one GPU.
   *
   * @param bytes capacity; a marketing gigabyte counts 2^30 bytes
   * @param bytesPerSecond peak bandwidth
   * @param efficiencyFraction the share of the peak that kernels reach, the default of the
   *     roofline's {@code eff_mem}
   */
  public record Memory(long bytes, double bytesPerSecond, double efficiencyFraction) {}

  /**
   * Dense rates of one GPU in operations per second, without structured sparsity; null where the
   * GPU has no such units.
   *
   * @param bf16FlopsPerSecond BF16
   * @param fp8FlopsPerSecond FP8
   * @param fp4FlopsPerSecond FP4
   * @param int8OpsPerSecond INT8
   */
  public record Compute(
      double bf16FlopsPerSecond,
      @Nullable Double fp8FlopsPerSecond,
      @Nullable Double fp4FlopsPerSecond,
      @Nullable Double int8OpsPerSecond) {

    /** Returns the rate of matrix products over weights of this format outside routed experts. */
    public double denseFlopsPerSecond(WeightDtype dtype) {
      return expertFlopsPerSecond(dtype.dense());
    }

    /**
     * Returns the rate of matrix products over routed experts' weights of this format: the rate of
     * the format if the GPU computes in it, else the BF16 rate.
     */
    public double expertFlopsPerSecond(WeightDtype dtype) {
      Double rate =
          switch (dtype) {
            case BF16, INT4 -> null;
            case FP8 -> fp8FlopsPerSecond;
            case INT8 -> int8OpsPerSecond;
            case FP4, MXFP4 -> fp4FlopsPerSecond;
          };
      return rate == null ? bf16FlopsPerSecond : rate;
    }
  }

  /**
   * The links of one GPU, in bytes per second and per direction.
   *
   * @param peerBytesPerSecond to all other GPUs of the node together, null if there is only PCIe
   * @param pcieBytesPerSecond to the host
   */
  public record Links(@Nullable Double peerBytesPerSecond, double pcieBytesPerSecond) {

    /**
     * Returns what a collective over the GPUs of a node uses: the peer link, or PCIe without one.
     */
    public double collectiveBytesPerSecond() {
      return peerBytesPerSecond == null ? pcieBytesPerSecond : peerBytesPerSecond;
    }
  }
}
