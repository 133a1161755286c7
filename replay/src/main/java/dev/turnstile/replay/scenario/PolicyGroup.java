package dev.turnstile.replay.scenario;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gate and router of a run and the parameters given for them.
 *
 * <p>Paths are {@code policy.spec}, {@code policy.<id>.<parameter>} for one policy and {@code
 * policy.<parameter>} for every policy of the run that has it.
 */
public final class PolicyGroup {
  /** The policy of a run that names none. */
  public static final String DEFAULT_SPEC = "kv";

  private final PolicyRegistry registry;
  private final PolicySpec spec;

  /** Found on first use; two threads that find it at once find the same. */
  private @Nullable PolicySelection selection;

  /**
   * Names the policies; they are looked up when they are first needed.
   *
   * @param registry where they are looked up
   */
  public PolicyGroup(PolicyRegistry registry, PolicySpec spec) {
    this.registry = registry;
    this.spec = spec;
  }

  /**
   * The policies, found and with checked parameters.
   *
   * @throws dev.turnstile.policies.PolicySpecException if the spec names an unknown policy or a
   *     wrong combination
   * @throws dev.turnstile.policies.spi.PolicyConfigException if a parameter is wrong
   */
  public PolicySelection selection() {
    PolicySelection found = selection;
    if (found == null) {
      found = registry.select(spec);
      selection = found;
    }
    return found;
  }

  private PolicyGroup checked() {
    selection();
    return this;
  }

  /** The ids as they are composed, without parameters, for instance {@code thunderagent+kv}. */
  public String composition() {
    return String.join("+", spec.parts().stream().map(PolicySpec.Part::name).toList());
  }

  /** Paths of the source files among the policies. */
  public List<String> files() {
    return spec.parts().stream()
        .filter(PolicySpec.Part::isFile)
        .map(PolicySpec.Part::name)
        .toList();
  }

  /** The same policies looked up among others, for instance those of a jar. */
  public PolicyGroup in(PolicyRegistry other) {
    return new PolicyGroup(other, spec).checked();
  }

  /** Other policies of the same registry, with the parameters that the text gives. */
  PolicyGroup withSpec(String text) {
    return new PolicyGroup(registry, PolicySpec.parse(text)).checked();
  }

  /** The policies in the order gate, router; one entry if one policy is both. */
  public List<PolicySelection.Part> parts() {
    List<PolicySelection.Part> parts = new ArrayList<>();
    PolicySelection selected = selection();
    PolicySelection.Part gate = selected.gate();
    if (gate != null) {
      parts.add(gate);
    }
    if (!selected.gatePlaces()) {
      parts.add(selected.router());
    }
    return parts;
  }

  /** Whether a path below {@code policy} names a parameter of these policies. */
  boolean has(String path) {
    return path.equals("spec") || !targets(path).isEmpty();
  }

  /**
   * The same policies with a parameter changed.
   *
   * @param path below {@code policy}
   */
  PolicyGroup with(String path, String value) {
    if (path.equals("spec")) {
      return withSpec(value);
    }
    List<PolicySelection.Part> targets = targets(path);
    if (targets.isEmpty()) {
      throw new ScenarioException("policy." + path, "no such setting", hint(path));
    }
    PolicySpec changed = spec;
    for (PolicySelection.Part target : targets) {
      changed = set(changed, target, path.substring(path.indexOf('.') + 1), value);
    }
    return new PolicyGroup(registry, changed).checked();
  }

  /** Who else has such a parameter, else the closest of this run's, each once. */
  private String hint(String path) {
    String key = path.substring(path.indexOf('.') + 1);
    List<String> others =
        registry.all().stream()
            .filter(factory -> factory.parameters().stream().anyMatch(p -> p.name().equals(key)))
            .map(PolicyFactory::id)
            .toList();
    if (!others.isEmpty()) {
      return "it is a parameter of "
          + String.join(", ", others)
          + ", and the policy is "
          + composition();
    }
    List<String> own =
        paths().stream().filter(p -> path.contains(".") || !p.contains(".")).toList();
    return CloseMatch.hint("policy." + path, own.stream().map(p -> "policy." + p).toList());
  }

  /** All paths below {@code policy}. */
  List<String> paths() {
    List<String> paths = new ArrayList<>(List.of("spec"));
    for (PolicySelection.Part part : parts()) {
      for (String key : part.params().asMap().keySet()) {
        paths.add(part.factory().id() + "." + key);
        if (!paths.contains(key)) {
          paths.add(key);
        }
      }
    }
    return paths;
  }

  private List<PolicySelection.Part> targets(String path) {
    int dot = path.indexOf('.');
    String id = dot < 0 ? "" : path.substring(0, dot);
    String key = path.substring(dot + 1);
    List<PolicySelection.Part> targets = new ArrayList<>();
    for (PolicySelection.Part part : parts()) {
      boolean named = id.isEmpty() || part.factory().id().equals(id);
      if (named && part.params().asMap().containsKey(key)) {
        targets.add(part);
      }
    }
    return targets;
  }

  /** Sets a parameter; one that equals its default is left out. */
  private static PolicySpec set(
      PolicySpec spec, PolicySelection.Part target, String key, String value) {
    List<PolicySpec.Part> parts = new ArrayList<>();
    boolean found = false;
    for (PolicySpec.Part part : spec.parts()) {
      boolean its = part.name().equals(target.name());
      found |= its;
      parts.add(its ? changed(part, target.factory(), key, value) : part);
    }
    if (!found) {
      PolicySpec.Part implied = new PolicySpec.Part(target.name(), Map.of());
      parts.add(changed(implied, target.factory(), key, value));
    }
    return new PolicySpec(parts);
  }

  private static PolicySpec.Part changed(
      PolicySpec.Part part, PolicyFactory factory, String key, String value) {
    Map<String, String> values = new LinkedHashMap<>(part.values());
    values.remove(key);
    if (!PolicyParams.of(factory, values).text(key).equals(value)) {
      values.put(key, value);
    }
    return new PolicySpec.Part(part.name(), values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PolicyGroup group && spec.equals(group.spec);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(spec);
  }

  @Override
  public String toString() {
    return selection().text();
  }
}
