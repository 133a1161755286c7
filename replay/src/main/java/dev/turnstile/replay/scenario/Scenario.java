package dev.turnstile.replay.scenario;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All settings of a run, complete: what is not given has its default.
 *
 * <p>It can be read and written as YAML ({@link ScenarioYaml}), is embedded in every result and
 * rebuilds the run together with its trace. Immutable.
 *
 * @param workload how the trace is read
 * @param load how the load is driven
 * @param cluster workers and their hardware
 * @param engine the scheduler of each worker
 * @param kv the KV pool of each worker
 * @param timing how long a step takes
 * @param policy gate, router and their parameters
 * @param slo limits for goodput
 * @param measure what is measured
 * @param seed seed of every random stream
 */
public record Scenario(
    WorkloadGroup workload,
    LoadGroup load,
    ClusterGroup cluster,
    EngineGroup engine,
    KvGroup kv,
    TimingGroup timing,
    PolicyGroup policy,
    SloGroup slo,
    MeasureGroup measure,
    @Setting(
            key = "seed",
            value = "1",
            option = "--seed",
            aliases = {"--random-seed"},
            doc = "seed of every random stream of the run")
        long seed) {

  /** Everything at its default. */
  public static Scenario defaults() {
    return Groups.defaultScenario();
  }

  /**
   * Every declared setting in canonical order, without the parameters of policies and timing
   * models.
   */
  public static List<Declaration> declarations() {
    return Groups.declarations();
  }

  /**
   * The same scenario with one setting changed.
   *
   * @param path for instance {@code load.concurrency}
   * @param value as a person writes it
   * @throws ScenarioException if the path is unknown or the value not allowed
   */
  public Scenario with(String path, String value) {
    return Groups.with(this, path, value);
  }

  /**
   * The same scenario with other policies.
   *
   * @param registry where they are looked up when they are first needed
   */
  public Scenario withPolicies(PolicyRegistry registry, PolicySpec spec) {
    PolicyGroup policies = new PolicyGroup(registry, spec);
    return new Scenario(workload, load, cluster, engine, kv, timing, policies, slo, measure, seed);
  }

  /** The same scenario with its policies looked up among others, for instance those of a jar. */
  public Scenario withPoliciesOf(PolicyRegistry registry) {
    return new Scenario(
        workload, load, cluster, engine, kv, timing, policy.in(registry), slo, measure, seed);
  }

  /** Whether the scenario has a setting of this path; policy parameters depend on the policy. */
  public boolean has(String path) {
    return Groups.has(this, path);
  }

  /**
   * All settings as nested maps in canonical order, defaults filled in.
   *
   * @throws ScenarioException if a setting of hardware or timing is wrong
   */
  public Map<String, Object> toMap() {
    return Groups.export(this);
  }

  /**
   * Refuses settings that cannot go together.
   *
   * @throws ScenarioException naming the setting
   */
  public void check() {
    load.check();
  }

  /** The settings that differ from their defaults, as written text by path. */
  public Map<String, String> changed() {
    Map<String, String> changed = new LinkedHashMap<>();
    Map<String, String> defaults = Groups.flatten(defaults());
    Groups.flatten(this)
        .forEach(
            (path, text) -> {
              if (!text.equals(defaults.get(path))) {
                changed.put(path, text);
              }
            });
    return changed;
  }
}
