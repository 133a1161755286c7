package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The points of a sweep: every policy with every combination of the swept settings and every seed.
 *
 * <p>The order of points is: policies as given, then the axes in the order of the command line with
 * the first one slowest, then seeds. A parameter that a policy does not have does not multiply its
 * points, and a run that would be made twice is made once.
 *
 * @param points all points in order; {@code points.get(i).index() == i}
 * @param axes the swept settings in order
 * @param policies the policies in order, without what an axis changes
 * @param repeats runs of each group, with seeds that follow one another
 */
public record SweepPlan(
    List<SweepPoint> points, List<Axis> axes, List<String> policies, int repeats) {
  /** Most points of one sweep. */
  static final int MAX_POINTS = 10_000;

  /**
   * A swept setting.
   *
   * @param path path of the scenario
   * @param values its values as they were given, ranges written out
   */
  public record Axis(String path, List<String> values) {}

  /**
   * Plans a sweep.
   *
   * @param base what holds for everything that is not given
   * @param policies policies as for {@code --policy}; empty = that of {@code base}
   * @param settings settings in the order in which they were given; of two with the same path the
   *     later one holds
   * @param repeats runs of each combination, at least 1
   * @throws ScenarioException if a setting is unknown, wrong or at odds with another one
   */
  public static SweepPlan of(
      Scenario base, List<String> policies, List<SweepSetting> settings, int repeats) {
    if (repeats < 1) {
      throw new ScenarioException("--repeats", "must be at least 1, got " + repeats, null);
    }
    List<SweepSetting> effective = lastOfEachPath(settings);
    List<SweepSetting> axes = effective.stream().filter(SweepSetting::isAxis).toList();
    for (SweepSetting axis : axes) {
      if (axis.path().equals("seed") && repeats > 1) {
        throw new ScenarioException(
            axis.option(), "is swept and --repeats asks for " + repeats + " seeds", "drop one");
      }
    }
    Builder builder = new Builder(effective, repeats);
    for (int i = 0; i < Math.max(1, policies.size()); i++) {
      builder.add(policies.isEmpty() ? base : base.with("policy.spec", policies.get(i)));
    }
    return builder.build(axes);
  }

  /**
   * Path and SHA-256 of every file beside the trace on which results depend: policies, models and
   * GPUs that the points name.
   *
   * @param more further ones, for instance jars of policies
   */
  public SortedMap<String, String> fileHashes(List<Path> more) {
    Set<Path> paths = new TreeSet<>(more);
    for (SweepPoint point : points) {
      Scenario scenario = point.scenario();
      scenario.policy().files().forEach(name -> paths.add(Path.of(name)));
      Stream.of(scenario.cluster().model(), scenario.cluster().gpu())
          .filter(name -> name.endsWith(".json"))
          .forEach(name -> paths.add(Path.of(name)));
    }
    SortedMap<String, String> files = new TreeMap<>();
    for (Path path : paths) {
      try {
        files.put(path.toString(), ScenarioId.sha256(Files.readAllBytes(path)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  private static List<SweepSetting> lastOfEachPath(List<SweepSetting> settings) {
    Map<String, SweepSetting> last = new LinkedHashMap<>();
    for (SweepSetting setting : settings) {
      last.remove(setting.path());
      last.put(setting.path(), setting);
    }
    List<SweepSetting> effective = new ArrayList<>();
    last.values().stream().filter(SweepSetting::bringsSettings).forEach(effective::add);
    last.values().stream().filter(s -> !s.bringsSettings()).forEach(effective::add);
    return effective;
  }

  /** Number of groups: combinations of everything but the seed of a repeat. */
  public int groups() {
    return points.get(points.size() - 1).group() + 1;
  }

  /**
   * The policy that others are compared with.
   *
   * @param given its text, or its ids without parameters; null = the first one
   * @return one of the policies; null if nothing is given and there is one policy only
   * @throws ScenarioException if no policy or more than one is meant
   */
  public @Nullable String baseline(@Nullable String given) {
    if (given == null) {
      return policies.size() == 1 ? null : policies.get(0);
    }
    if (policies.contains(given)) {
      return given;
    }
    List<String> meant =
        policies.stream().filter(p -> p.replaceAll(":[^+]*", "").equals(given)).toList();
    if (meant.size() != 1) {
      throw new ScenarioException(
          "--baseline",
          "'" + given + "' is " + (meant.isEmpty() ? "none" : "more than one") + " of the policies",
          "they are " + String.join(", ", policies));
    }
    return meant.get(0);
  }

  private static final class Builder {
    private final List<SweepSetting> settings;
    private final int repeats;
    private final List<SweepPoint> points = new ArrayList<>();
    private final List<String> policies = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private long planned;

    Builder(List<SweepSetting> settings, int repeats) {
      this.settings = settings;
      this.repeats = repeats;
    }

    /** Adds all points of one policy. */
    void add(Scenario own) {
      List<SweepSetting> fixed = settings.stream().filter(s -> !s.isAxis()).toList();
      Scenario scenario = own;
      for (SweepSetting setting : fixed) {
        if (applies(setting, scenario)) {
          scenario = apply(scenario, setting, setting.values().get(0));
        }
      }
      String policy = scenario.policy().toString();
      if (policies.contains(policy)) {
        throw new ScenarioException("--policy", "'" + policy + "' is given twice", null);
      }
      policies.add(policy);
      count(own);
      combine(policy, own, 0, new ArrayList<>());
    }

    private void count(Scenario own) {
      long combinations = repeats;
      for (SweepSetting setting : settings) {
        combinations *= applies(setting, own) ? setting.values().size() : 1;
        if (planned + combinations > MAX_POINTS) {
          throw new ScenarioException("sweep", "more than " + MAX_POINTS + " points", null);
        }
      }
      planned += combinations;
    }

    /** The policies of a point are fixed, so a parameter that they lack now they lack later too. */
    private static boolean applies(SweepSetting setting, Scenario own) {
      return !setting.ofPolicies() || own.has(setting.path());
    }

    /** Chooses a value for each setting from {@code next} on, and adds what comes out. */
    private void combine(String policy, Scenario own, int next, List<String> chosen) {
      if (next == settings.size()) {
        addGroup(policy, own, chosen);
        return;
      }
      SweepSetting setting = settings.get(next);
      int values = applies(setting, own) ? setting.values().size() : 1;
      for (String value : setting.values().subList(0, values)) {
        chosen.add(value);
        combine(policy, own, next + 1, chosen);
        chosen.remove(chosen.size() - 1);
      }
    }

    private void addGroup(String policy, Scenario own, List<String> chosen) {
      Scenario scenario = own;
      for (int i = 0; i < chosen.size(); i++) {
        SweepSetting setting = settings.get(i);
        if (applies(setting, scenario)) {
          used.add(setting.path());
          scenario = apply(scenario, setting, chosen.get(i));
        }
      }
      scenario.check();
      int group = points.isEmpty() ? 0 : points.get(points.size() - 1).group() + 1;
      Map<String, Object> config = scenario.toMap();
      Map<String, Object> swept = swept(scenario, config, chosen);
      for (int i = 0; i < repeats; i++) {
        long seed = Math.addExact(scenario.seed(), i);
        config.put("seed", seed);
        String id = ScenarioId.of(config);
        if (ids.add(id)) {
          Scenario run = scenario.with("seed", Long.toString(seed));
          points.add(new SweepPoint(points.size(), id, policy, swept, group, run));
        }
      }
    }

    private Map<String, Object> swept(
        Scenario scenario, Map<String, Object> config, List<String> chosen) {
      Map<String, Object> swept = new LinkedHashMap<>();
      for (int i = 0; i < chosen.size(); i++) {
        SweepSetting setting = settings.get(i);
        if (setting.isAxis() && applies(setting, scenario)) {
          Object value = ScenarioId.valueAt(config, setting.path());
          boolean whole = !setting.bringsSettings() && value != null;
          swept.put(setting.path(), whole ? value : chosen.get(i));
        }
      }
      return swept;
    }

    private static Scenario apply(Scenario scenario, SweepSetting setting, String value) {
      try {
        return scenario.with(setting.path(), value);
      } catch (ScenarioException e) {
        throw e.setting().equals(setting.path())
            ? new ScenarioException(setting.option(), e.problem(), e.hint())
            : e;
      }
    }

    SweepPlan build(List<SweepSetting> axes) {
      for (SweepSetting setting : settings) {
        if (!used.contains(setting.path())) {
          apply(points.get(0).scenario(), setting, setting.values().get(0));
        }
      }
      return new SweepPlan(
          List.copyOf(points),
          axes.stream().map(axis -> new Axis(axis.path(), axis.values())).toList(),
          List.copyOf(policies),
          repeats);
    }
  }
}
