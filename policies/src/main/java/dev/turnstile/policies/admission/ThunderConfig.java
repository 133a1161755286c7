package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The checked settings of one {@link ThunderAgent}. */
final class ThunderConfig {
  /** Growth reserve per program where shared prefixes are counted once. */
  static final long SHARED_GROWTH_TOKENS = 256;

  /** How the end of a session becomes known. */
  enum SessionEnd {
    /** The trace's last request of the session completes. */
    SIGNAL,
    /** A request is flagged as final by the trace. */
    FLAG,
    /** Never; sessions expire. */
    NONE,
    /** An extra request that is flagged as final. */
    FINAL_REQUEST;

    /** Whether a flag on a request is obeyed. */
    boolean obeysFlags() {
      return this == FLAG || this == FINAL_REQUEST;
    }
  }

  /** The memory that makes up a worker's budget. */
  enum BudgetTiers {
    /** The GPU's KV pool. */
    GPU,
    /** That and the host tier. */
    GPU_AND_HOST,
    /** The host tier alone; for inclusive tiers. */
    HOST,
    /** A number given by the user. */
    EXPLICIT
  }

  final ThunderProfile profile;
  final BigDecimal pauseThreshold;
  final BigDecimal pauseTarget;
  final BigDecimal resumeCeiling;
  final BigDecimal softDemoteThreshold;
  final long resumeTimeoutNanos;

  /** Idle time after which a program is forgotten; 0 = never. */
  final long expiryNanos;

  final long tickNanos;
  final BigDecimal actingTokenWeight;

  /** Half-life of decaying tokens. */
  final double decayTauNanos;

  /** Charged per program beside its tokens: the buffer and, with shared prefixes, the reserve. */
  final long perProgramTokens;

  /** Bound on requests and on programs. */
  final long maxTracked;

  final double softDemoteJumpSeconds;
  final double resumeBoostSeconds;
  final boolean sharedPrefixBudget;
  final BudgetTiers budgetTiers;
  final long budgetTokens;
  final boolean fairnessGate;
  final boolean markUntilTarget;
  final boolean originFirst;
  final boolean newByArrival;

  /** Whether admission looks at decayed usage. */
  final boolean decayedAdmission;

  /** Whether resume looks at decayed usage. */
  final boolean decayedRoom;

  final SessionEnd sessionEnd;
  final boolean workConserving;

  /**
   * Reads the settings.
   *
   * @throws PolicyConfigException if a combination is not allowed
   */
  ThunderConfig(PolicyParams params) {
    profile = ThunderProfile.valueOf(constant(params.text("profile")));
    rejectIdleParameters(params);
    pauseThreshold = params.decimal("pause_threshold");
    pauseTarget = atMostPauseThreshold(params, "pause_target");
    BigDecimal hysteresis = atMostPauseThreshold(params, "resume_hysteresis");
    resumeCeiling = pauseThreshold.subtract(hysteresis);
    softDemoteThreshold =
        profile == ThunderProfile.PYTHON
            ? atMostPauseThreshold(params, "soft_demote_threshold")
            : params.decimal("soft_demote_threshold");
    resumeTimeoutNanos = params.secondsAsNanos("resume_timeout_seconds");
    expiryNanos =
        switch (profile) {
          case NATIVE, NATIVE_SHARED -> params.secondsAsNanos("session_retention_seconds");
          case PYTHON -> params.secondsAsNanos("program_idle_ttl_seconds");
          case ORIGINAL, PAPER -> 0;
        };
    tickNanos = params.secondsAsNanos("scheduler_interval_seconds");
    actingTokenWeight = params.decimal("acting_token_weight");
    decayTauNanos = params.decimal("acting_decay_tau_seconds").movePointRight(9).doubleValue();
    sharedPrefixBudget = params.flag("shared_prefix_budget");
    perProgramTokens =
        params.integer("buffer_per_program") + (sharedPrefixBudget ? SHARED_GROWTH_TOKENS : 0);
    maxTracked = profile.isNative() ? params.integer("max_tracked_requests") : Long.MAX_VALUE;
    softDemoteJumpSeconds = params.number("soft_demote_priority_jump");
    resumeBoostSeconds = params.number("resume_priority_boost");
    budgetTiers = budgetTiers(params);
    budgetTokens = params.integer("budget_tokens");
    fairnessGate = params.flag("fairness_gate");
    markUntilTarget = params.text("mark_mode").equals("until_target");
    originFirst = params.text("resume_locality").equals("origin_first");
    newByArrival = params.text("new_order").equals("arrival");
    decayedAdmission = params.text("admission_view").equals("decayed");
    decayedRoom = decayedAdmission || params.flag("use_acting_token_decay");
    sessionEnd = SessionEnd.valueOf(constant(params.text("session_end")));
    workConserving = params.flag("work_conserving");
  }

  private static String constant(String text) {
    return text.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static BigDecimal atMostPauseThreshold(PolicyParams params, String name) {
    BigDecimal value = params.decimal(name);
    if (value.compareTo(params.decimal("pause_threshold")) > 0) {
      throw wrong(
          params, name, "must be <= pause_threshold (" + params.text("pause_threshold") + ")");
    }
    return value;
  }

  private static BudgetTiers budgetTiers(PolicyParams params) {
    BudgetTiers tiers =
        switch (params.text("budget_tiers")) {
          case "gpu" -> BudgetTiers.GPU;
          case "gpu+host" -> BudgetTiers.GPU_AND_HOST;
          case "host" -> BudgetTiers.HOST;
          default -> BudgetTiers.EXPLICIT;
        };
    boolean given = params.integer("budget_tokens") > 0;
    if (tiers == BudgetTiers.EXPLICIT && !given) {
      throw wrong(params, "budget_tokens", "must be >= 1 with budget_tiers=explicit");
    }
    if (tiers != BudgetTiers.EXPLICIT && given) {
      throw wrong(params, "budget_tokens", "needs budget_tiers=explicit");
    }
    return tiers;
  }

  /** A parameter that was changed but does nothing in this profile is a mistake of the user. */
  private void rejectIdleParameters(PolicyParams params) {
    for (PolicyParameter parameter : ThunderParameters.all()) {
      Set<ThunderProfile> actsIn = ThunderParameters.actsIn(parameter.name());
      if (!actsIn.contains(profile) && changed(parameter, params.text(parameter.name()))) {
        throw wrong(
            params,
            parameter.name(),
            "has no effect with profile="
                + profile.id()
                + "; it acts with profile="
                + actsIn.stream().map(ThunderProfile::id).collect(Collectors.joining(" or ")));
      }
    }
  }

  private static boolean changed(PolicyParameter parameter, String value) {
    return switch (parameter.type()) {
      case BOOLEAN, CHOICE, OPTIONAL_DECIMAL -> !value.equals(parameter.defaultValue());
      case INTEGER, DECIMAL ->
          new BigDecimal(value).compareTo(new BigDecimal(parameter.defaultValue())) != 0;
    };
  }

  private static PolicyConfigException wrong(PolicyParams params, String name, String problem) {
    return new PolicyConfigException(ThunderAgent.ID, name, params.text(name), problem);
  }
}
