package dev.turnstile.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands of {@code sim}, in the order of the help.
 *
 * <p>Reading the annotations of all command classes takes longer than the shortest command. So only
 * the commands that a command line names are made; of the others, the help knows name and
 * description.
 */
enum Commands {
  REPLAY("Replays a trace against a simulated cluster."),
  SWEEP("Replays a trace with every combination of settings."),
  COMPARE("Compares results that were written before."),
  INSPECT("Says what is in a trace and what is wrong with it."),
  CONVERT("Writes a trace in another format."),
  GENERATE("Makes a synthetic trace of agent sessions."),
  POLICIES("Lists the policies, or shows one."),
  MODELS("Lists the models, or shows one."),
  GPUS("Lists the GPUs, or shows one."),
  FORMATS("Lists the trace formats that can be read."),
  BENCH("Measures the speed of whole replays."),
  COMPLETION("Prints a completion script for bash and zsh."),
  HELP("Shows the help of a command.");

  private final String description;

  Commands(String description) {
    this.description = description;
  }

  private Runnable make() {
    return switch (this) {
      case REPLAY -> new ReplayCommand();
      case SWEEP -> new SweepCommand();
      case COMPARE -> new CompareCommand();
      case INSPECT -> new InspectCommand();
      case CONVERT -> new ConvertCommand();
      case GENERATE -> new GenerateCommand();
      case POLICIES -> new PoliciesCommand();
      case MODELS -> new ModelsCommand();
      case GPUS -> new GpusCommand();
      case FORMATS -> new FormatsCommand();
      case BENCH -> new BenchCommand();
      case COMPLETION -> new CompletionCommand();
      case HELP -> new CommandLine.HelpCommand();
    };
  }

  /** The name on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Adds all commands; those that the arguments name are complete. */
  static void addTo(CommandLine sim, List<String> arguments) {
    boolean all = arguments.contains(COMPLETION.label());
    for (Commands command : values()) {
      if (all || arguments.contains(command.label())) {
        sim.addSubcommand(command.label(), command.complete());
      } else {
        CommandSpec outline = CommandSpec.create();
        outline.usageMessage().description(command.description);
        sim.addSubcommand(command.label(), outline);
      }
    }
    Planned.addTo(sim, arguments);
  }

  private CommandLine complete() {
    Runnable made = make();
    CommandLine line = new CommandLine(made);
    CommandSpec spec = line.getCommandSpec();
    if (spec.usageMessage().description().length == 0) {
      spec.usageMessage().description(description);
    }
    if (made instanceof ScenarioOptions.Holder holder) {
      holder.scenarioOptions().addTo(spec, holder.runs(), holder.sweeps());
    }
    return line;
  }
}
