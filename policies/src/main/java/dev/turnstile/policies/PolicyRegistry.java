package dev.turnstile.policies;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The policies that can be named, by id. Immutable. */
public final class PolicyRegistry {
  /** The router behind a gate that does not place and for which none is named. */
  public static final String DEFAULT_ROUTER = "kv";

  private static final String ID_FORM = "[a-z][a-z0-9]*(-[a-z0-9]+)*";

  private final SortedMap<String, PolicyFactory> factories;

  private PolicyRegistry(SortedMap<String, PolicyFactory> factories) {
    this.factories = factories;
  }

  /** The policies that come with the product. */
  public static PolicyRegistry builtIn() {
    ClassLoader loader = PolicyFactory.class.getClassLoader();
    TreeMap<String, PolicyFactory> factories = new TreeMap<>();
    for (PolicyFactory factory : ServiceLoader.load(PolicyFactory.class, loader)) {
      if (factories.put(factory.id(), factory) != null) {
        throw new IllegalStateException("two policies are called " + factory.id());
      }
    }
    return new PolicyRegistry(factories);
  }

  /**
   * These policies and those of a jar.
   *
   * @throws PolicyLoadException if the jar cannot be read, holds no policy, or one whose id is
   *     taken
   */
  public PolicyRegistry withJar(Path jar) {
    PolicyRegistry more = this;
    for (PolicyFactory factory : PolicyLoader.openJar(jar)) {
      more = more.with(jar, factory);
    }
    return more;
  }

  /**
   * These policies and one more.
   *
   * @param from the file that it comes from, for messages
   * @throws PolicyLoadException if its id is no id or is taken
   */
  public PolicyRegistry with(Path from, PolicyFactory factory) {
    checkId(from, factory, factories);
    TreeMap<String, PolicyFactory> more = new TreeMap<>(factories);
    more.put(factory.id(), factory);
    return new PolicyRegistry(more);
  }

  /** All factories, by ascending id. */
  public List<PolicyFactory> all() {
    return List.copyOf(factories.values());
  }

  /**
   * The factory of an id.
   *
   * @throws PolicySpecException if there is none; names the closest and all others
   */
  public PolicyFactory find(String id) {
    PolicyFactory factory = factories.get(id);
    if (factory == null) {
      throw new PolicySpecException(id, "no such policy; " + didYouMean(id, factories.keySet()));
    }
    return factory;
  }

  /**
   * The policies that a text of the command line names; source files are compiled.
   *
   * @throws PolicySpecException if the text, an id or the combination is wrong
   * @throws PolicyConfigException if a parameter is wrong
   * @throws PolicyLoadException if a source file cannot be used
   */
  public PolicySelection select(String text) {
    return select(PolicySpec.parse(text));
  }

  /** As {@link #select(String)}, from the parts. */
  public PolicySelection select(PolicySpec spec) {
    PolicySelection.@Nullable Part gate = null;
    PolicySelection.@Nullable Part router = null;
    String gateText = "";
    String routerText = "";
    for (PolicySpec.Part part : spec.parts()) {
      PolicyFactory factory = factory(part);
      PolicySelection.Part selected =
          new PolicySelection.Part(part.name(), factory, params(factory, part.values()));
      if (factory.kind().isGate()) {
        checkSingle(spec, "gates", gateText, part);
        gate = selected;
        gateText = canonical(part, factory);
      } else {
        checkSingle(spec, "routers", routerText, part);
        router = selected;
        routerText = canonical(part, factory);
      }
    }
    if (gate == null || router == null) {
      String text = gateText + routerText;
      return new PolicySelection(text, gate, router == null ? routerOf(gate) : router);
    }
    return new PolicySelection(gateText + "+" + routerText, gate, router);
  }

  private PolicySelection.Part routerOf(PolicySelection.@Nullable Part gate) {
    if (gate != null && gate.factory().kind() == PolicyKind.PLACING_GATE) {
      return gate;
    }
    PolicyFactory factory = find(DEFAULT_ROUTER);
    return new PolicySelection.Part(factory.id(), factory, PolicyParams.of(factory, Map.of()));
  }

  private PolicyFactory factory(PolicySpec.Part part) {
    if (!part.isFile()) {
      return find(part.name());
    }
    Path file = Path.of(part.name());
    PolicyFactory factory = PolicyLoader.compile(file);
    checkId(file, factory, factories);
    return factory;
  }

  /** Unknown keys get the closest known one, which {@link PolicyParams} does not look for. */
  private static PolicyParams params(PolicyFactory factory, Map<String, String> values) {
    List<String> known = factory.parameters().stream().map(PolicyParameter::name).toList();
    for (Map.Entry<String, String> value : values.entrySet()) {
      if (!known.contains(value.getKey())) {
        throw new PolicyConfigException(
            factory.id(),
            value.getKey(),
            value.getValue(),
            "no such parameter; " + didYouMean(value.getKey(), known));
      }
    }
    return PolicyParams.of(factory, values);
  }

  private static String didYouMean(String word, Collection<String> known) {
    return CloseName.to(word, known).map(name -> "did you mean " + name + "? ").orElse("")
        + "known: "
        + String.join(", ", known);
  }

  private static void checkId(Path from, PolicyFactory factory, Map<String, PolicyFactory> taken) {
    if (!String.valueOf(factory.id()).matches(ID_FORM)) {
      throw new PolicyLoadException(
          from, "the id '" + factory.id() + "' must be lower case, digits and hyphens", null);
    }
    if (taken.containsKey(factory.id())) {
      throw new PolicyLoadException(
          from, "the id '" + factory.id() + "' is taken by another policy", null);
    }
  }

  private static void checkSingle(
      PolicySpec spec, String kind, String first, PolicySpec.Part second) {
    if (!first.isEmpty()) {
      throw new PolicySpecException(
          spec.text(),
          "two " + kind + ", " + first + " and " + second.text() + "; at most one of each kind");
    }
  }

  private static String canonical(PolicySpec.Part part, PolicyFactory factory) {
    Map<String, String> values = new LinkedHashMap<>();
    for (PolicyParameter parameter : factory.parameters()) {
      String value = part.values().get(parameter.name());
      if (value != null) {
        values.put(parameter.name(), value);
      }
    }
    return new PolicySpec.Part(part.name(), values).text();
  }
}
