package dev.turnstile.engine.hardware;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A number format of model weights. */
public enum WeightDtype {
  /** 16-bit brain float. */
  BF16(2),
  /** 8-bit float; computes at the FP8 rate where the GPU has one, else at the BF16 rate. */
  FP8(1),
  /** 8-bit integer; computes at the INT8 rate where the GPU has one, else at the BF16 rate. */
  INT8(1),
  /** 4-bit integer, storage only: computes at the BF16 rate. */
  INT4(0.5),
  /** NVFP4, 4-bit float with a scale per 16 values; FP4 rate where the GPU has one, else BF16. */
  FP4(0.5625),
  /**
   * MXFP4, 4-bit float with a scale per 32 values, for the routed experts of a mixture-of-experts
   * model only; all other weights are BF16.
   */
  MXFP4(0.53125);

  private final double bytes;

  WeightDtype(double bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the format with this name.
   *
   * @param name lower case, such as {@code bf16}
   * @throws HardwareConfigException if there is none
   */
  public static WeightDtype parse(String name) {
    for (WeightDtype dtype : values()) {
      if (dtype.label().equals(name)) {
        return dtype;
      }
    }
    throw new HardwareConfigException(
        "weight_dtype", name, "unknown format", "allowed are " + allLabels());
  }

  private static String allLabels() {
    return Arrays.stream(values()).map(WeightDtype::label).collect(Collectors.joining(", "));
  }

  /** Returns the lower-case name, as options and files write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the bytes of a weight, scales included; for {@link #MXFP4} of a routed expert's. */
  public double expertBytes() {
    return bytes;
  }

  /** Returns the bytes of a weight outside the routed experts. */
  public double denseBytes() {
    return this == MXFP4 ? BF16.bytes : bytes;
  }

  /** Returns the format of the weights outside the routed experts. */
  WeightDtype dense() {
    return this == MXFP4 ? BF16 : this;
  }
}
