package dev.turnstile.policies.admission;

import static dev.turnstile.policies.spi.PolicyParameter.bool;
import static dev.turnstile.policies.spi.PolicyParameter.choice;
import static dev.turnstile.policies.spi.PolicyParameter.decimal;
import static dev.turnstile.policies.spi.PolicyParameter.integer;

import dev.turnstile.policies.spi.PolicyParameter;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parameters of {@link ThunderAgent}, declared once, and the profiles in which each acts. */
final class ThunderParameters {
  /** Smallest positive value of a parameter that must be above zero: a nanosecond, if a time. */
  private static final String POSITIVE = "0.000000001";

  private static final String LONGEST_SECONDS = "1000000000";

  private static final Map<String, Set<ThunderProfile>> LIMITED_TO = limits();

  private ThunderParameters() {}

  /** All parameters, in the order of the documentation. */
  static List<PolicyParameter> all() {
    return List.of(
        choice(
            "profile",
            List.of("native", "native-shared", "python", "original", "paper"),
            "Variant of the policy; sets the defaults of other parameters."),
        fraction("pause_threshold", "0.95", "A worker above this share of its budget is relieved."),
        fraction("pause_target", "0.80", "Pausing goes on down to this share."),
        fraction(
            "resume_hysteresis",
            "0.10",
            "Programs come back while usage stays below pause_threshold minus this."),
        seconds("resume_timeout_seconds", "1800", POSITIVE, "A request held so long is let go."),
        seconds(
            "session_retention_seconds",
            "1800",
            POSITIVE,
            "An idle program is forgotten after this time (native)."),
        seconds(
            "program_idle_ttl_seconds",
            "600",
            "0",
            "An idle program is forgotten after this time; 0 = never (python)."),
        seconds("scheduler_interval_seconds", "5", POSITIVE, "Length of the tick."),
        decimal(
            "acting_token_weight",
            "1.0",
            POSITIVE,
            "1000",
            "",
            "Weight of the tokens of a program that is between turns."),
        seconds(
            "acting_decay_tau_seconds",
            "1.0",
            POSITIVE,
            "Half-life of an idle program's tokens where they decay."),
        bool(
            "use_acting_token_decay",
            false,
            "Idle programs' tokens decay when room is looked for (original)."),
        integer(
            "buffer_per_program",
            100,
            0,
            1_000_000_000,
            "tokens",
            "Added to every program's charge."),
        integer(
            "max_tracked_requests",
            10_000,
            1,
            1_000_000_000,
            "",
            "Bound on requests, and separately on programs, known at once (native)."),
        fraction(
            "soft_demote_threshold",
            "0.80",
            "From this share on, a worker's programs are demoted softly (python)."),
        decimal(
            "soft_demote_priority_jump",
            "-2.0",
            "",
            "",
            "s",
            "Priority jump of a request released while demoted (python)."),
        decimal(
            "resume_priority_boost",
            "1.0",
            "",
            "",
            "s",
            "Priority jump of a request released from a pause (python)."),
        bool(
            "shared_prefix_budget",
            false,
            "Prefixes that programs of a worker share are charged once (native)."),
        choice(
            "budget_tiers",
            List.of("gpu", "gpu+host", "host", "explicit"),
            "Memory that counts as a worker's budget."),
        integer(
            "budget_tokens",
            0,
            0,
            1_000_000_000_000L,
            "tokens",
            "Budget of every worker with budget_tiers=explicit; 0 = not set."),
        bool("fairness_gate", true, "A new session waits while any program is paused."),
        choice(
            "mark_mode",
            List.of("all", "until_target"),
            "Whether all running programs of an overloaded worker are marked, or just enough."),
        choice(
            "resume_locality",
            List.of("none", "origin_first"),
            "Whether a program comes back to its last worker if it fits there."),
        choice(
            "new_order",
            List.of("size", "arrival"),
            "Order in which waiting new sessions come back (not in paper)."),
        choice(
            "admission_view",
            List.of("full", "decayed"),
            "Usage that admission and resume look at."),
        choice(
            "session_end",
            List.of("signal", "flag", "none", "final_request"),
            "How the end of a session is known."),
        bool(
            "work_conserving",
            false,
            "A worker without any active program takes a waiting one, whatever its size."));
  }

  /** Profiles in which a parameter has an effect. */
  static Set<ThunderProfile> actsIn(String parameter) {
    return LIMITED_TO.getOrDefault(parameter, EnumSet.allOf(ThunderProfile.class));
  }

  private static Map<String, Set<ThunderProfile>> limits() {
    Set<ThunderProfile> rust = EnumSet.of(ThunderProfile.NATIVE, ThunderProfile.NATIVE_SHARED);
    Set<ThunderProfile> python = EnumSet.of(ThunderProfile.PYTHON);
    Map<String, Set<ThunderProfile>> limits = new LinkedHashMap<>();
    limits.put("session_retention_seconds", rust);
    limits.put("max_tracked_requests", rust);
    limits.put("shared_prefix_budget", rust);
    limits.put("program_idle_ttl_seconds", python);
    limits.put("soft_demote_threshold", python);
    limits.put("soft_demote_priority_jump", python);
    limits.put("resume_priority_boost", python);
    limits.put("use_acting_token_decay", EnumSet.of(ThunderProfile.ORIGINAL));
    limits.put("new_order", EnumSet.complementOf(EnumSet.of(ThunderProfile.PAPER)));
    return limits;
  }

  private static PolicyParameter fraction(String name, String value, String doc) {
    return decimal(name, value, "0", "1", "", doc);
  }

  private static PolicyParameter seconds(String name, String value, String min, String doc) {
    return decimal(name, value, min, LONGEST_SECONDS, "s", doc);
  }
}
