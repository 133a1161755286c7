package dev.turnstile.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the documentation promises and this version does not do yet.
 *
 * <p>Such a name gets an answer of its own: it is neither a typing error nor silently accepted.
 */
final class Planned {

  private static final List<String> COMMANDS =
      List.of("fit", "calibrate", "validate", "reproduce", "search");

  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("--prefill-workers", "disaggregated prefill and decode"),
          Map.entry("--decode-workers", "disaggregated prefill and decode"),
          Map.entry("--dram", "KV tiers beyond GPU memory"),
          Map.entry("--disk", "KV tiers beyond GPU memory"),
          Map.entry("--mooncake", "KV tiers beyond GPU memory"),
          Map.entry("--timing-uncertainty", "intervals from fitted step times"),
          Map.entry("--shared-prefix-ratio", "traces without block ids"),
          Map.entry("--prefix-groups", "traces without block ids"),
          Map.entry("--keep-failed", "traces without block ids"),
          Map.entry("--assume-growing-context", "traces without block ids"),
          Map.entry("--spark", "sweeps"));

  private Planned() {}

  /** What to answer to an argument that nothing knows, if it is planned. */
  static Optional<String> answer(String argument) {
    if (COMMANDS.contains(argument)) {
      return Optional.of("the command '" + argument + "' is planned, it is not built yet");
    }
    int equals = argument.indexOf('=');
    String option = equals < 0 ? argument : argument.substring(0, equals);
    return Optional.ofNullable(OPTIONS.get(option))
        .map(
            feature ->
                "the option " + option + " is planned (" + feature + "), it is not built yet");
  }

  /** What to answer to a value of a setting, if it is planned. */
  static Optional<String> value(String path, String value) {
    boolean planned =
        switch (path) {
          case "engine.discipline" -> value.equals("sglang");
          case "timing.provider" -> value.startsWith("calibrated") || value.endsWith(".json");
          default -> false;
        };
    return planned
        ? Optional.of("'" + value + "' is planned, it is not built yet")
        : Optional.empty();
  }
}
