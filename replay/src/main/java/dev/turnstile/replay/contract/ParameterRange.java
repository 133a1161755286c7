package dev.turnstile.replay.contract;

import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParameter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Specs that give the parameters of a policy other values than the given ones. */
final class ParameterRange {
  private static final int DRAWS = 4;
  private static final MathContext SHORT = new MathContext(6, RoundingMode.DOWN);

  private final PolicySpec spec;

  ParameterRange(PolicySpec spec) {
    this.spec = spec;
  }

  /** One value changed in each spec, then all numbers drawn at once, a few times. */
  List<PolicySpec> of(PolicyFactory factory) {
    List<PolicySpec> specs = new ArrayList<>();
    boolean numbers = false;
    for (PolicyParameter parameter : factory.parameters()) {
      for (String value : values(parameter)) {
        specs.add(spec.with(factory.id(), parameter.name(), value));
      }
      numbers |= parameter.min() != null && parameter.max() != null;
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int draw = 0; numbers && draw < DRAWS; draw++) {
      specs.add(drawn(factory, random));
    }
    return specs;
  }

  private static List<String> values(PolicyParameter parameter) {
    List<String> values = new ArrayList<>();
    switch (parameter.type()) {
      case BOOLEAN -> values.addAll(List.of("true", "false"));
      case CHOICE -> values.addAll(parameter.choices());
      case INTEGER, DECIMAL, OPTIONAL_DECIMAL -> {
        for (BigDecimal end : new BigDecimal[] {parameter.min(), parameter.max()}) {
          if (end != null) {
            values.add(end.toPlainString());
          }
        }
      }
    }
    values.remove(parameter.defaultValue());
    return values;
  }

  private PolicySpec drawn(PolicyFactory factory, SplittableRandom random) {
    Map<String, String> drawn = new LinkedHashMap<>();
    for (PolicyParameter parameter : factory.parameters()) {
      BigDecimal min = parameter.min();
      BigDecimal max = parameter.max();
      if (min != null && max != null) {
        drawn.put(parameter.name(), between(min, max, random, parameter.type()));
      }
    }
    PolicySpec changed = spec;
    for (Map.Entry<String, String> value : drawn.entrySet()) {
      changed = changed.with(factory.id(), value.getKey(), value.getValue());
    }
    return changed;
  }

  /** Small numbers are drawn more often: they are where most policies change what they do. */
  private static String between(
      BigDecimal min, BigDecimal max, SplittableRandom random, PolicyParameter.Type type) {
    double uniform = random.nextDouble();
    BigDecimal share = BigDecimal.valueOf(uniform * uniform * uniform);
    BigDecimal above = max.subtract(min).multiply(share).round(SHORT);
    if (type == PolicyParameter.Type.INTEGER) {
      above = above.setScale(0, RoundingMode.DOWN);
    }
    return min.add(above).toPlainString();
  }
}
