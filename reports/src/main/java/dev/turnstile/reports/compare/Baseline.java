package dev.turnstile.reports.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stored runs are compared with: one result of several, or one policy. */
public final class Baseline {
  private final List<StoredRun> candidates;
  private final @Nullable String source;
  private final @Nullable String policy;

  private Baseline(List<StoredRun> runs, @Nullable String source, @Nullable String policy) {
    this.source = source;
    this.policy = policy;
    candidates = runs.stream().filter(this::isBaseline).toList();
  }

  /**
   * Finds the baseline.
   *
   * @param runs all runs of all results
   * @param given a result as it was named, or a policy; null = the first result, or with one result
   *     its first policy
   * @throws IncomparableException if it is neither
   */
  public static Baseline of(List<StoredRun> runs, @Nullable String given) {
    Set<String> sources = new LinkedHashSet<>();
    Set<String> policies = new LinkedHashSet<>();
    for (StoredRun run : runs) {
      sources.add(run.source());
      policies.add(run.policy());
    }
    if (given == null) {
      StoredRun first = runs.get(0);
      return sources.size() > 1
          ? new Baseline(runs, first.source(), null)
          : new Baseline(runs, null, first.policy());
    } else if (sources.contains(given)) {
      return new Baseline(runs, given, null);
    }
    List<String> meant =
        policies.contains(given)
            ? List.of(given)
            : policies.stream().filter(p -> p.replaceAll(":[^+]*", "").equals(given)).toList();
    if (meant.size() != 1) {
      List<String> known = new ArrayList<>(sources);
      known.addAll(policies);
      throw new IncomparableException(
          "--baseline: '"
              + given
              + "' is "
              + (meant.isEmpty() ? "no result and no policy" : "more than one policy")
              + " of these, they are "
              + String.join(", ", known));
    }
    return new Baseline(runs, null, meant.get(0));
  }

  /** Whether a run belongs to the baseline. */
  boolean isBaseline(StoredRun run) {
    return source != null
        ? run.source().equals(source)
        : run.policy().equals(Objects.requireNonNull(policy));
  }

  /**
   * The run of the baseline that another one is compared with.
   *
   * <p>If the baseline is a result: its only run, else the one with the same policy and settings.
   * If it is a policy: the one that agrees in all settings which both have, from the same result if
   * it has one.
   */
  Optional<StoredRun> counterpart(StoredRun run) {
    if (source != null) {
      return candidates.size() == 1
          ? Optional.of(candidates.get(0))
          : candidates.stream().filter(c -> c.label().equals(run.label())).findFirst();
    }
    List<StoredRun> agreeing = candidates.stream().filter(c -> agree(c, run)).toList();
    return agreeing.stream()
        .filter(c -> c.source().equals(run.source()))
        .findFirst()
        .or(() -> agreeing.stream().findFirst());
  }

  private static boolean agree(StoredRun one, StoredRun other) {
    for (Map.Entry<String, Object> setting : one.settings().entrySet()) {
      Object value = other.settings().get(setting.getKey());
      if (value != null && !value.equals(setting.getValue())) {
        return false;
      }
    }
    return true;
  }
}
