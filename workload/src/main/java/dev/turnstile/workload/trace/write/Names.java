package dev.turnstile.workload.trace.write;

import java.util.Locale;

/** Names of constants as trace files spell them. */
final class Names {
  private Names() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
