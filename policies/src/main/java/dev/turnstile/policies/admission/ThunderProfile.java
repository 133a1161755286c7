package dev.turnstile.policies.admission;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The published variants of the program-aware gate. */
enum ThunderProfile {
  /** The Rust implementation inside Dynamo. */
  NATIVE,
  /** The same with shared prefixes counted once. */
  NATIVE_SHARED,
  /** Dynamo's Python router component. */
  PYTHON,
  /** The authors' open-source proxy. */
  ORIGINAL,
  /** The rules as the paper states them. */
  PAPER;

  /** The name on the command line. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The defaults in which this profile differs from the declared ones. */
  Map<String, String> defaults() {
    Map<String, String> defaults = new LinkedHashMap<>();
    switch (this) {
      case NATIVE -> {}
      case NATIVE_SHARED -> defaults.put("shared_prefix_budget", "true");
      case PYTHON -> defaults.put("budget_tiers", "gpu+host");
      case ORIGINAL -> fullCapacity(defaults);
      case PAPER -> {
        fullCapacity(defaults);
        defaults.put("buffer_per_program", "0");
        defaults.put("admission_view", "decayed");
      }
    }
    return defaults;
  }

  private static void fullCapacity(Map<String, String> defaults) {
    defaults.put("pause_threshold", "1.0");
    defaults.put("pause_target", "1.0");
    defaults.put("resume_hysteresis", "0");
  }

  /** Whether this is Dynamo's Rust implementation, with or without shared prefixes. */
  boolean isNative() {
    return this == NATIVE || this == NATIVE_SHARED;
  }

  /**
   * Whether a held request times out by itself, at the exact nanosecond; otherwise the tick looks
   * at the clock.
   */
  boolean exactTimeout() {
    return this == PYTHON || this == ORIGINAL;
  }

  /** Whether a known program that fits nowhere runs all the same, unplaced. */
  boolean letsUnplacedThrough() {
    return this == PYTHON || this == ORIGINAL;
  }
}
