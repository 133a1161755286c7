package dev.turnstile.reports.compare;

import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.reports.console.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a metric under which a comparison fails, for use in scripts.
 *
 * <p>{@code p99_ttft_ms>+5%} is a change against the baseline in percent, {@code preemptions>+10}
 * one in the metric's unit, and {@code p99_ttft_ms>500} the value itself. A metric that is not
 * available cannot be shown to be well, so the condition holds.
 *
 * @param text the condition as it was written
 * @param metric flat name of the metric
 * @param operator {@code <}, {@code <=}, {@code >} or {@code >=}
 * @param bound what is compared with; percent for a relative change
 * @param kind what of the metric is compared
 */
public record Condition(String text, String metric, String operator, double bound, Kind kind) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([a-z][a-z0-9_]*)\\s*(<=|>=|<|>)\\s*([+-]?)([0-9]+(?:\\.[0-9]+)?)\\s*(%?)\\s*");

  /** What of a metric is compared. */
  public enum Kind {
    /** Change over the baseline, in percent. */
    RELATIVE,
    /** Value minus baseline. */
    ABSOLUTE,
    /** The value. */
    VALUE
  }

  /**
   * Whether the condition holds for a run.
   *
   * @param condition the condition
   * @param run the run
   * @param holds whether it holds
   * @param observed what was found, for people
   */
  public record Finding(Condition condition, StoredRun run, boolean holds, String observed) {}

  /**
   * Reads a condition.
   *
   * @throws IncomparableException saying what would be right
   */
  public static Condition parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw wrong(text, "is no condition; write METRIC>+5%, METRIC<-5%, METRIC>+10 or METRIC>500");
    }
    boolean signed = !form.group(3).isEmpty();
    boolean percent = !form.group(5).isEmpty();
    if (percent && !signed) {
      throw wrong(text, "needs a sign: >+5% is a change against the baseline, >500 a value");
    }
    double bound = Double.parseDouble(form.group(3) + form.group(4));
    Kind kind = !signed ? Kind.VALUE : percent ? Kind.RELATIVE : Kind.ABSOLUTE;
    return new Condition(text.strip(), form.group(1), form.group(2), bound, kind);
  }

  private static IncomparableException wrong(String text, String problem) {
    return new IncomparableException("--fail-if: '" + text + "' " + problem);
  }

  /**
   * Refuses a metric that no run has and nobody has heard of.
   *
   * @throws IncomparableException naming the metric
   */
  public void check(List<StoredRun> runs) {
    boolean known =
        MetricCatalogue.find(metric).isPresent()
            || runs.stream().anyMatch(run -> !Double.isNaN(run.mean(metric)));
    if (!known) {
      throw wrong(text, "names no metric of these results; summary and distributions name them");
    }
  }

  /** Judges a run by its own value. */
  public Finding judge(StoredRun run) {
    double value = run.mean(metric);
    if (Double.isNaN(value)) {
      return new Finding(this, run, true, "not available");
    }
    return new Finding(this, run, holds(value), Numbers.compact(value));
  }

  /** Judges a run against its counterpart. */
  public Finding judge(StoredComparison.Pair pair) {
    if (kind == Kind.VALUE) {
      return judge(pair.run());
    }
    double value = pair.run().mean(metric);
    double base = pair.baseline().mean(metric);
    if (Double.isNaN(value) || Double.isNaN(base)) {
      String where = Double.isNaN(value) ? "" : " in the baseline";
      return new Finding(this, pair.run(), true, "not available" + where);
    }
    double absolute = value - base;
    double relative = absolute == 0 ? 0 : 100 * absolute / Math.abs(base);
    String change =
        base == 0 && absolute != 0 ? "new" : String.format(Locale.ROOT, "%+.2f %%", relative);
    return new Finding(
        this,
        pair.run(),
        holds(kind == Kind.RELATIVE ? relative : absolute),
        Numbers.compact(value) + " against " + Numbers.compact(base) + " (" + change + ")");
  }

  private boolean holds(double observed) {
    return switch (operator) {
      case "<" -> observed < bound;
      case "<=" -> observed <= bound;
      case ">" -> observed > bound;
      default -> observed >= bound;
    };
  }
}
