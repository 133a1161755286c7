package dev.turnstile.engine.kv;

import java.util.Locale;

/** The memory in which a KV block lies, from the fastest to the slowest. */
public enum KvTier {
  /** GPU memory of one worker (Dynamo G1, HiCache L1). */
  HBM,
  /** Host memory of one worker (G2, L2). */
  DRAM,
  /** Local disk of one worker (G3). */
  DISK,
  /** A store shared by all workers (G4, L3, Mooncake Store). */
  REMOTE;

  /** The name used in options, metrics and reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
