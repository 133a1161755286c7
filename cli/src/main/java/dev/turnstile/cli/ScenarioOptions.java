package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Declaration;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a command that are settings of the scenario, made from their declarations.
 *
 * <p>What is given is kept in the order of the command line, so that the last one wins; an option
 * and {@code --set} with its path are the same setting.
 */
final class ScenarioOptions {

  /** Settings that decide which others there are; they come first, wherever they stand. */
  private static final List<String> BRING_SETTINGS = List.of("policy.spec", "timing.provider");

  /** In place of a path: the value is a list of limits. */
  private static final String LIMITS = "<limits>";

  /** In place of a path: the value is path and value. */
  private static final String ANY = "<path=value>";

  /** A setting as it was given. */
  record Given(String option, String path, String value) {}

  /** A command that has such options. */
  interface Holder {

    ScenarioOptions scenarioOptions();

    /** Whether it runs the scenario; else it only reads the trace. */
    boolean runs();

    /** Whether a setting may have several values, each of which is run. */
    default boolean sweeps() {
      return false;
    }
  }

  private final List<Given> given = new ArrayList<>();

  /**
   * Adds the options to the model of a command.
   *
   * @param runs whether the command runs the scenario; else it only reads the trace
   * @param sweeps whether a setting may have several values
   */
  void addTo(CommandSpec spec, boolean runs, boolean sweeps) {
    Map<String, ArgGroupSpec.Builder> sections = new LinkedHashMap<>();
    for (Declaration declaration : Declaration.all()) {
      String group = declaration.path().replaceFirst("\\..*", "");
      if (!declaration.option().isEmpty() && (runs || group.equals("workload"))) {
        addDeclared(section(sections, group), declaration);
      }
    }
    if (runs) {
      section(sections, "timing").addArg(timing());
      section(sections, "slo").addArg(slo());
      section(sections, "scenario").addArg(set());
    }
    if (sweeps) {
      section(sections, "scenario").addArg(axis());
    }
    sections.values().forEach(section -> spec.addArgGroup(section.build()));
  }

  private static ArgGroupSpec.Builder section(
      Map<String, ArgGroupSpec.Builder> sections, String group) {
    return sections.computeIfAbsent(group, ScenarioOptions::section);
  }

  private static ArgGroupSpec.Builder section(String group) {
    String heading =
        switch (group) {
          case "workload" -> "Reading the trace";
          case "load" -> "Load";
          case "cluster" -> "Cluster";
          case "engine" -> "Scheduler of each worker";
          case "kv" -> "KV cache of each worker";
          case "timing" -> "Step time";
          case "slo" -> "Limits for goodput";
          case "measure" -> "Measurement";
          case "seed" -> "Randomness";
          default -> "Any setting";
        };
    return ArgGroupSpec.builder().validate(false).heading("%n" + heading + ":%n");
  }

  /** The option under its own name, and a hidden one under its other names. */
  private void addDeclared(ArgGroupSpec.Builder section, Declaration declaration) {
    String name = declaration.option();
    section.addArg(declared(declaration, name).description(description(declaration)).build());
    if (!declaration.aliases().isEmpty()) {
      String[] others = declaration.aliases().toArray(String[]::new);
      section.addArg(declared(declaration, others).hidden(true).build());
    }
  }

  private OptionSpec.Builder declared(Declaration declaration, String... names) {
    OptionSpec.Builder option =
        OptionSpec.builder(names)
            .setter(setter((name, value) -> add(name, declaration.path(), value), names[0]));
    return declaration.type() == Declaration.Type.BOOLEAN
        ? option.type(boolean.class).arity("0")
        : option.type(String.class).paramLabel(label(declaration));
  }

  private static String description(Declaration declaration) {
    String text = sentence(declaration.doc());
    if (declaration.type() == Declaration.Type.CHOICE) {
      text += " [" + String.join(", ", declaration.choices()) + "]";
    }
    String standard = declaration.defaultText();
    boolean worthwhile = declaration.type() != Declaration.Type.BOOLEAN && !standard.equals("none");
    String also =
        declaration.aliases().isEmpty() ? "" : "; also " + String.join(", ", declaration.aliases());
    return text.replace("%", "%%") + (worthwhile ? " (default " + standard + ")" : "") + also + ".";
  }

  /** Begins with a capital, unless it begins with the name of a choice. */
  private static String sentence(String text) {
    boolean choice = text.matches("\\w+:.*");
    return choice ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static String label(Declaration declaration) {
    return switch (declaration.type()) {
      case INTEGER, BLOCKS -> "N";
      case DECIMAL -> "X";
      case DURATION -> declaration.unit().equals("ms") ? "MS" : "S";
      case SIZE -> "SIZE";
      case BOOLEAN, CHOICE, TEXT -> "NAME";
    };
  }

  private OptionSpec timing() {
    return OptionSpec.builder("--timing")
        .type(String.class)
        .paramLabel("T")
        .description(
            "How long a step takes: roofline, polynomial, linear:prefill_ms_per_token=,"
                + "decode_ms_per_step=, fixed:prefill_ms=,decode_ms= (default roofline).")
        .setter(setter((name, value) -> add(name, "timing.provider", value), "--timing"))
        .build();
  }

  private OptionSpec slo() {
    return OptionSpec.builder("--slo", "--goodput")
        .type(String.class)
        .paramLabel("LIMITS")
        .description("Several limits at once: ttft=500ms,itl=20ms,e2e=30s,session=10m.")
        .setter(setter((name, value) -> add(name, LIMITS, value), "--slo"))
        .build();
  }

  private OptionSpec set() {
    return OptionSpec.builder("--set")
        .type(String.class)
        .paramLabel("PATH=VALUE")
        .description("Any setting of --print-scenario, for instance policy.pause_threshold=0.9.")
        .setter(setter((name, value) -> add(name, ANY, value), "--set"))
        .build();
  }

  private OptionSpec axis() {
    return OptionSpec.builder("--axis")
        .type(String.class)
        .paramLabel("PATH=VALUES")
        .description(
            "run each value of any setting: a list 32,64 or a range 32..512*2, 0.8..0.95+0.05,"
                + " for instance policy.pause_threshold=0.8,0.9; other options take lists and"
                + " ranges too")
        .setter(setter((name, value) -> add(name, ANY, value), "--axis"))
        .build();
  }

  /** Takes each value as it is read; picocli also sets null where it begins. */
  private static ISetter setter(BiConsumer<String, String> values, String option) {
    return new ISetter() {
      @Override
      public <T> T set(T value) {
        if (value != null) {
          values.accept(option, value.toString());
        }
        return value;
      }
    };
  }

  private void add(String option, String path, String value) {
    given.add(new Given(option, path, value));
  }

  /** What was given, one path each. */
  List<Given> given() {
    List<Given> settings = new ArrayList<>();
    for (Given setting : given) {
      switch (setting.path()) {
        case LIMITS -> addLimits(setting, settings);
        case ANY -> settings.add(withPath(setting));
        default -> settings.add(setting);
      }
    }
    return settings;
  }

  private static void addLimits(Given list, List<Given> settings) {
    for (String limit : list.value().strip().split("[,\\s]+", -1)) {
      String[] parts = limit.split("[=:]", 2);
      String path =
          switch (parts[0]) {
            case "ttft" -> "slo.ttft";
            case "itl", "tpot" -> "slo.itl";
            case "e2e", "e2el" -> "slo.e2e";
            case "session" -> "slo.session";
            default -> "";
          };
      if (path.isEmpty() || parts.length < 2) {
        throw new ScenarioException(
            list.option(),
            "'" + limit + "' is not a limit",
            "write ttft=500ms,itl=20ms,e2e=30s,session=10m or some of them");
      }
      settings.add(new Given(list.option() + " " + parts[0], path, parts[1]));
    }
  }

  private static Given withPath(Given setting) {
    int equals = setting.value().indexOf('=');
    if (equals < 1) {
      throw new ScenarioException(
          setting.option(), "'" + setting.value() + "' is not PATH=VALUE", null);
    }
    String path = setting.value().substring(0, equals).strip();
    return new Given(
        setting.option() + " " + path, path, setting.value().substring(equals + 1).strip());
  }

  /**
   * The scenario with everything that was given and that it has.
   *
   * @param base what holds where nothing is given
   * @param unused receives the parameters that the policies of the scenario do not have
   */
  Scenario applyTo(Scenario base, List<Given> unused) {
    List<Given> settings = given();
    Scenario scenario = base;
    for (Given setting : settings) {
      if (BRING_SETTINGS.contains(setting.path())) {
        scenario = apply(scenario, setting);
      }
    }
    for (Given setting : settings) {
      if (setting.path().startsWith("policy.") && !scenario.has(setting.path())) {
        unused.add(setting);
      } else if (!BRING_SETTINGS.contains(setting.path())) {
        scenario = apply(scenario, setting);
      }
    }
    return scenario;
  }

  private static Scenario apply(Scenario scenario, Given setting) {
    Optional<String> planned = Planned.value(setting.path(), setting.value());
    if (planned.isPresent()) {
      throw new ScenarioException(setting.option(), planned.get(), null);
    }
    try {
      return scenario.with(setting.path(), setting.value());
    } catch (ScenarioException e) {
      throw e.setting().equals(setting.path())
          ? new ScenarioException(setting.option(), e.problem(), e.hint())
          : e;
    }
  }

  /** The same error, told with the options where options gave the settings. */
  ScenarioException named(ScenarioException error) {
    String name = error.setting();
    String hint = error.hint();
    for (Given setting : given()) {
      if (setting.path().equals(error.setting())) {
        name = setting.option();
      }
      hint = hint == null ? null : hint.replace(setting.path(), setting.option());
    }
    return new ScenarioException(name, error.problem(), hint);
  }
}
