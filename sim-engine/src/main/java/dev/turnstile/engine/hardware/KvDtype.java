package dev.turnstile.engine.hardware;

import java.util.Locale;

/** A number format of the KV cache; attention computes at the BF16 rate with either. */
public enum KvDtype {
  /** 16-bit brain float. */
  BF16(2),
  /** 8-bit float. */
  FP8(1);

  private final int bytes;

  KvDtype(int bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the format with this name.
   *
   * @param name lower case, such as {@code bf16}
   * @throws HardwareConfigException if there is none
   */
  public static KvDtype parse(String name) {
    for (KvDtype dtype : values()) {
      if (dtype.label().equals(name)) {
        return dtype;
      }
    }
    throw new HardwareConfigException("kv_dtype", name, "unknown format", "allowed are bf16, fp8");
  }

  /** Returns the lower-case name, as options and files write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the bytes of one element. */
  public int bytes() {
    return bytes;
  }
}
