package dev.turnstile.replay.scenario;

import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.timing.TimingParameter;
import dev.turnstile.engine.timing.TimingProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes {@code docs/reference/scenario.md} from the declarations. */
final class ScenarioReference {
  private static final Map<String, String> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("workload", "How the trace is read (trace formats).");
    GROUPS.put("load", "How the load is driven; see [load.md](load.md).");
    GROUPS.put("cluster", "The workers and their hardware; see [hardware.md](hardware.md).");
    GROUPS.put(
        "engine",
        "The scheduler of each worker; see [worker-model.md](worker-model.md), section 2.1.");
    GROUPS.put("kv", "The KV pool of each worker.");
    GROUPS.put(
        "timing",
        "How long a step takes; see [timing.md](timing.md). The model's parameters follow.");
    GROUPS.put(
        "policy",
        "Gate and router. `policy.spec` (`--policy`, default `kv`) names them; `policy.<id>.<parameter>`"
            + " sets a parameter of one policy, `policy.<parameter>` of every policy of the run that has"
            + " it. `sim policies NAME` lists the parameters with defaults and ranges.");
    GROUPS.put(
        "slo", "Limits for goodput; `--slo ttft=500ms,itl=20ms,e2e=30s,session=10m` sets several.");
    GROUPS.put("measure", "What is measured.");
    GROUPS.put("", "The rest.");
  }

  private ScenarioReference() {}

  static String text() {
    StringBuilder text =
        new StringBuilder(
            """
            # The scenario

            Every setting of a run is declared once and can be given in three ways: as its option, as `--set path=value`,
            or in a YAML file for `--scenario`. Later on the command line wins, and the command line wins over the file.
            `--print-scenario` writes the complete scenario; each result contains it, and it rebuilds the run.

            In YAML the parts of a path are nested keys. An unknown key, a key given twice or a value out of its range is an
            error with its position. What is missing has its default; `none` switches a limit off.

            Durations take a unit (`ns`, `us`, `ms`, `s`, `m` or `min`, `h`, `d`); a bare number has the unit of the table.
            Whole numbers take `k`, `M`, `G` (decimal) or `Ki`, `Mi`, `Gi` (binary), sizes `kB`, `MB`, `GB`, `TB` or `KiB`, `MiB`,
            `GiB`, `TiB`. Values are exact: nothing is rounded on the way in, except times, half up to the nanosecond.

            This page is generated from the declarations; a test keeps it so.
            """);
    GROUPS.forEach((group, intro) -> text.append(section(group, intro)));
    return text.toString();
  }

  private static String section(String group, String intro) {
    StringBuilder text = new StringBuilder();
    text.append("\n## ").append(group.isEmpty() ? "seed" : group).append("\n").append(intro);
    text.append('\n');
    List<Declaration> own =
        Scenario.declarations().stream()
            .filter(
                d -> group.isEmpty() ? !d.path().contains(".") : d.path().startsWith(group + "."))
            .toList();
    if (!own.isEmpty()) {
      text.append("\n| path | default | allowed | unit | option | meaning |\n");
      text.append("|---|---|---|---|---|---|\n");
      own.forEach(d -> text.append(row(d)));
    }
    if (group.equals("timing")) {
      TimingFactory.providers().forEach(provider -> text.append(provider(provider)));
    }
    return text.toString();
  }

  private static String row(Declaration d) {
    List<String> options =
        Stream.concat(Stream.of(d.option()).filter(o -> !o.isEmpty()), d.aliases().stream())
            .map(o -> "`" + o + "`")
            .toList();
    return "| `"
        + d.path()
        + "` | `"
        + d.defaultText()
        + "` | "
        + d.allowed()
        + " | "
        + d.unit()
        + " | "
        + String.join(", ", options)
        + " | "
        + d.doc()
        + " |\n";
  }

  private static String provider(TimingProvider provider) {
    StringBuilder text = new StringBuilder();
    text.append("\n`timing.provider: ").append(provider.id()).append("`: ");
    text.append(provider.summary()).append('\n');
    if (!provider.parameters().isEmpty()) {
      text.append("\n| path | default | allowed | unit | meaning |\n|---|---|---|---|---|\n");
    }
    for (TimingParameter p : provider.parameters()) {
      text.append("| `timing.").append(p.name()).append("` | ");
      text.append(p.isRequired() ? "required" : "`" + p.defaultText() + "`").append(" | ");
      text.append(p.range().text()).append(" | ").append(p.unit()).append(" | ");
      text.append(p.meaning()).append(" |\n");
    }
    return text.toString();
  }
}
