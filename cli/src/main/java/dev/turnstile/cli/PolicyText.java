package dev.turnstile.cli;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySelection;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code sim policies} prints. */
final class PolicyText {

  private static final int WIDTH = 80;

  private final PolicyRegistry registry;

  PolicyText(PolicyRegistry registry) {
    this.registry = registry;
  }

  List<String> all() {
    TextTable table = new TextTable().text("--policy").text("kind").text("what it does");
    for (PolicyFactory factory : registry.all()) {
      table.row(factory.id(), kind(factory.kind()), factory.summary());
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add("A gate holds requests back, a router picks the worker; gate+router takes both.");
    lines.add("'sim policies NAME' shows the parameters; NAME:key=value,key=value sets them.");
    return lines;
  }

  /** One policy, or a gate and a router one after the other. */
  List<String> one(String text) {
    PolicySpec spec = PolicySpec.parse(text);
    PolicySelection selection = registry.select(spec);
    List<String> lines = new ArrayList<>();
    PolicySelection.Part gate = selection.gate();
    if (gate != null) {
      lines.addAll(part(gate));
    }
    if (gate == null || spec.parts().size() > 1) {
      lines.addAll(part(selection.router()));
    }
    return lines;
  }

  private static List<String> part(PolicySelection.Part part) {
    PolicyFactory factory = part.factory();
    List<String> lines = new ArrayList<>();
    lines.add(factory.id() + " (" + kind(factory.kind()) + ")");
    lines.add("");
    lines.addAll(TextTable.pieces(factory.summary(), WIDTH));
    lines.addAll(TextTable.pieces("Source: " + factory.source(), WIDTH));
    lines.add("");
    Map<String, String> values = part.params().asMap();
    if (values.isEmpty()) {
      lines.add("No parameters.");
    }
    for (PolicyParameter parameter : factory.parameters()) {
      lines.addAll(parameter(parameter, values.getOrDefault(parameter.name(), "")));
    }
    lines.add("");
    return lines;
  }

  private static List<String> parameter(PolicyParameter parameter, String value) {
    List<String> lines = new ArrayList<>();
    String unit = parameter.unit().isEmpty() ? "" : " [" + parameter.unit() + "]";
    String standard =
        value.equals(parameter.defaultValue()) ? "" : " (default " + parameter.defaultValue() + ")";
    lines.add("  " + parameter.name() + "=" + value + unit + standard);
    for (String text : List.of(parameter.doc(), parameter.allowed())) {
      for (String piece : TextTable.pieces(text, WIDTH - 6)) {
        lines.add("      " + piece);
      }
    }
    return lines;
  }

  private static String kind(PolicyKind kind) {
    return switch (kind) {
      case GATE -> "gate";
      case PLACING_GATE -> "gate that places";
      case ROUTER -> "router";
    };
  }
}
