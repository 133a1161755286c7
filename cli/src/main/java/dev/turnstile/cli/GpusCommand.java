package dev.turnstile.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the known GPUs, or shows one. */
@Command(
    name = "gpus",
    description = "Lists the known GPUs, or shows one with every figure and what rests on it.")
final class GpusCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "A GPU of the list, or a JSON file with one (docs/reference/hardware.md).")
  private @Nullable String id;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    (id == null ? HardwareText.gpus() : HardwareText.gpu(id)).forEach(out::println);
  }
}
