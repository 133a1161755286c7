package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Makes timing models from their settings, strictly: nothing unknown, missing or out of range. */
public final class TimingFactory {
  private static final List<TimingProvider> PROVIDERS =
      List.of(
          new RooflineTiming.Provider(),
          new PolynomialTiming.Provider(),
          new LinearTiming.Provider(),
          new FixedTiming.Provider());

  private TimingFactory() {}

  /** Returns every provider, the default one first. */
  public static List<TimingProvider> providers() {
    return PROVIDERS;
  }

  /**
   * Returns the provider with this id.
   *
   * @throws TimingConfigException if there is none
   */
  public static TimingProvider provider(String id) {
    return PROVIDERS.stream()
        .filter(provider -> provider.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new TimingConfigException(
                    "provider",
                    id,
                    "unknown model",
                    PROVIDERS.stream().map(TimingProvider::id).collect(Collectors.joining(", "))));
  }

  /**
   * Returns the settings with every parameter of the provider written out, in declared order.
   *
   * @throws TimingConfigException if a setting is unknown, missing or out of range
   */
  public static TimingSpec resolve(TimingSpec spec, Deployment deployment) {
    Map<String, String> texts = new LinkedHashMap<>();
    check(provider(spec.provider()), spec, deployment)
        .forEach((name, value) -> texts.put(name, TimingParameter.numberText(value)));
    return new TimingSpec(spec.provider(), texts);
  }

  /**
   * Returns the model that the settings describe.
   *
   * @param spec the settings; absent parameters take their defaults
   * @param deployment what the worker runs and on what
   * @param poolTokens the tokens that the worker's KV pool holds, empty if it is unlimited
   * @throws TimingConfigException if a setting is unknown, missing or out of range
   */
  public static StepTiming create(TimingSpec spec, Deployment deployment, OptionalLong poolTokens) {
    TimingProvider provider = provider(spec.provider());
    Map<String, Double> values = check(provider, spec, deployment);
    TimingSpec resolved = resolve(spec, deployment);
    return provider.create(new TimingValues(resolved, values), deployment, poolTokens);
  }

  private static Map<String, Double> check(
      TimingProvider provider, TimingSpec spec, Deployment deployment) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (TimingParameter parameter : provider.parameters()) {
      values.put(parameter.name(), value(parameter, spec, deployment));
    }
    for (Map.Entry<String, String> given : spec.parameters().entrySet()) {
      if (!values.containsKey(given.getKey())) {
        throw new TimingConfigException(
            given.getKey(),
            given.getValue(),
            "unknown parameter of " + provider.id() + " with value",
            values.isEmpty() ? "none" : String.join(", ", values.keySet()));
      }
    }
    return values;
  }

  private static double value(TimingParameter parameter, TimingSpec spec, Deployment deployment) {
    String text = spec.parameters().get(parameter.name());
    if (text != null) {
      return parameter.parse(text);
    }
    ToDoubleFunction<Deployment> defaultValue = parameter.defaultValue();
    if (defaultValue == null) {
      throw new TimingConfigException(
          parameter.name(),
          "",
          "missing, " + spec.provider() + " needs it",
          parameter.range().text());
    }
    return defaultValue.applyAsDouble(deployment);
  }
}
