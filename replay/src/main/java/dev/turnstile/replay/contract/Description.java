package dev.turnstile.replay.contract;

import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a policy says about itself, checked without a run. */
final class Description {
  private final PolicyFactory factory;

  Description(PolicyFactory factory) {
    this.factory = factory;
  }

  Finding described() {
    String problem = firstProblem();
    return problem.isEmpty()
        ? Finding.ok(Check.DESCRIBED, factory.id())
        : Finding.failed(Check.DESCRIBED, factory.id() + ": " + problem);
  }

  private String firstProblem() {
    if (missing(factory.kind())) {
      return "kind() is null";
    } else if (blank(factory.summary()) || factory.summary().contains("\n")) {
      return "summary() must be one line of text";
    } else if (blank(factory.source())) {
      return "source() must say where the rule comes from";
    }
    return "";
  }

  Finding parameters() {
    if (missing(factory.parameters())) {
      return failed("parameters() is null");
    }
    TreeSet<String> names = new TreeSet<>();
    for (PolicyParameter parameter : factory.parameters()) {
      String problem = problem(parameter);
      if (!problem.isEmpty()) {
        return failed("parameter '" + parameter.name() + "' " + problem);
      } else if (!names.add(parameter.name())) {
        return failed("parameter '" + parameter.name() + "' is declared twice");
      }
    }
    try {
      PolicyParams.of(factory, Map.of());
    } catch (PolicyConfigException e) {
      return failed("default of " + e.parameter() + "=" + e.value() + ": " + e.getMessage());
    }
    String count = names.size() == 1 ? "1 parameter" : names.size() + " parameters";
    return Finding.ok(Check.PARAMETERS, count);
  }

  private static String problem(PolicyParameter parameter) {
    BigDecimal min = parameter.min();
    BigDecimal max = parameter.max();
    if (blank(parameter.name()) || !parameter.name().matches("[a-z][a-z0-9]*(_[a-z0-9]+)*")) {
      return "must have a snake_case name";
    } else if (blank(parameter.doc())) {
      return "has no sentence that says what it is";
    } else if (min != null && max != null && min.compareTo(max) > 0) {
      return "has an empty range, from " + min.toPlainString() + " to " + max.toPlainString();
    } else if (parameter.type() == PolicyParameter.Type.CHOICE && parameter.choices().isEmpty()) {
      return "has nothing to choose from";
    }
    return "";
  }

  private Finding failed(String problem) {
    return Finding.failed(Check.PARAMETERS, factory.id() + ": " + problem);
  }

  private static boolean blank(@Nullable String text) {
    return text == null || text.isBlank();
  }

  private static boolean missing(@Nullable Object value) {
    return value == null;
  }
}
