package dev.turnstile.cli;

import dev.turnstile.workload.trace.TraceLoader;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the trace formats that can be read. */
@Command(name = "formats")
final class FormatsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    TextTable table = new TextTable().text("--trace-format").text("what it is");
    table.row(TraceLoader.AUTO, "the default: the first record of the trace tells the format");
    new TraceLoader().readers().forEach(reader -> table.row(reader.format(), reader.summary()));
    table.lines().forEach(out::println);
    out.println();
    out.println("Each may be gzip-compressed; the rules: docs/reference/trace-formats.md.");
  }
}
