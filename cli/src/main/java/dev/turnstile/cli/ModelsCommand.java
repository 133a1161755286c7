package dev.turnstile.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the known models, or shows one. */
@Command(
    name = "models",
    description =
        "Lists the known models, or shows one with its dimensions and the GPUs that it fits on.")
final class ModelsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "A model of the list, or a JSON file with one (docs/reference/hardware.md).")
  private @Nullable String id;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    (id == null ? HardwareText.models() : HardwareText.model(id)).forEach(out::println);
  }
}
