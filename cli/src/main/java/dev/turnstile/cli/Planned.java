package dev.turnstile.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What the documentation promises and this version does not do yet.
 *
 * <p>Such a name gets an answer of its own: it is neither a typing error nor silently accepted.
 */
final class Planned {

  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          Map.entry("fit", "fits a profile of sim generate to a trace"),
          Map.entry("calibrate", "fits step times to measured ones"),
          Map.entry("validate", "compares a replay with the latencies that its capture recorded"),
          Map.entry("reproduce", "replays published experiments beside their published points"),
          Map.entry("search", "looks for the best parameters of a policy"));

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

  /** Adds the planned commands that the arguments name; they say what they will do. */
  static void addTo(CommandLine sim, List<String> arguments) {
    for (String name : new LinkedHashSet<>(arguments)) {
      String purpose = COMMANDS.get(name);
      if (purpose != null) {
        sim.addSubcommand(name, command(sim, name, purpose));
      }
    }
  }

  private static CommandLine command(CommandLine sim, String name, String purpose) {
    Runnable refusal =
        () -> {
          throw new ParameterException(
              sim, "the command '" + name + "' is planned, it is not built yet");
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(refusal);
    spec.usageMessage().description("Planned, not built yet: it " + purpose + ".");
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }

  /** What to answer to an option that nothing knows, if it is planned. */
  static Optional<String> answer(String argument) {
    int equals = argument.indexOf('=');
    String option = equals < 0 ? argument : argument.substring(0, equals);
    return Optional.ofNullable(OPTIONS.get(option))
        .map(
            feature ->
                "the option " + option + " is planned (" + feature + "), it is not built yet");
  }

  /** What to answer to a setting or to its value, if it is planned. */
  static Optional<String> value(String path, String value) {
    if (path.endsWith(".event_delay_ms") || path.endsWith(".event_loss")) {
      return Optional.of("is planned (KV events that come late or get lost), it is not built yet");
    }
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
