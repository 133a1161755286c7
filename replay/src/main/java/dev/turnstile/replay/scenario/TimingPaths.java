package dev.turnstile.replay.scenario;

import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.timing.TimingParameter;
import dev.turnstile.engine.timing.TimingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The paths of the timing model: {@code timing.provider} and the parameters of the provider. */
final class TimingPaths {
  static final String DEFAULT_PROVIDER = "roofline";

  private static final String PREFIX = "timing.";
  private static final String PROVIDER = PREFIX + "provider";

  private TimingPaths() {}

  static boolean has(TimingGroup timing, String path) {
    return paths(timing).contains(path);
  }

  static List<String> paths(TimingGroup timing) {
    List<String> paths = new ArrayList<>(List.of(PROVIDER));
    for (TimingParameter parameter :
        TimingFactory.provider(timing.model().provider()).parameters()) {
      paths.add(PREFIX + parameter.name());
    }
    return paths;
  }

  /** The group with its provider or one parameter changed; a provider may bring parameters. */
  static TimingGroup with(TimingGroup timing, String path, String value) {
    TimingSpec changed;
    if (path.equals(PROVIDER)) {
      changed = TimingSpec.parse(value.strip());
      TimingFactory.provider(changed.provider());
    } else {
      Map<String, String> parameters = new LinkedHashMap<>(timing.model().parameters());
      parameters.put(path.substring(PREFIX.length()), value.strip());
      changed = new TimingSpec(timing.model().provider(), parameters);
    }
    return new TimingGroup(
        changed, timing.stepComposition(), timing.speedupRatio(), timing.decodeSpeedupRatio());
  }

  /** The timing model with every parameter written out, as far as they can be told. */
  static TimingSpec resolve(Scenario scenario) {
    return TimingFactory.resolve(scenario.timing().model(), Hardware.deployment(scenario));
  }
}
