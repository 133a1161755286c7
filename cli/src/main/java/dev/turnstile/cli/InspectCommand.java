package dev.turnstile.cli;

import dev.turnstile.reports.perfetto.PerfettoTrace;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what is in a trace. */
@Command(name = "inspect", description = "Says what is in a trace and what is wrong with it.")
final class InspectCommand implements Runnable, ScenarioOptions.Holder {

  @Spec private CommandSpec spec;

  private final ScenarioOptions scenarioOptions = new ScenarioOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "TRACE",
      description = "Files or segments of one trace, or a directory; - reads standard input.")
  List<Path> traces = List.of();

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "What standard output shows [table, json] (default table).")
  ReplayCommand.Format format = ReplayCommand.Format.TABLE;

  @Option(
      names = "--perfetto",
      paramLabel = "FILE",
      description =
          "Write the recorded timeline for the Perfetto UI, compressed if its name ends in gz.")
  @Nullable Path perfetto;

  @Option(
      names = "--perfetto-limit",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "Largest timeline before compression; the slowest session trees are kept"
              + " (default 50MB).")
  long perfettoLimit = PerfettoTrace.DEFAULT_LIMIT_BYTES;

  @Override
  public ScenarioOptions scenarioOptions() {
    return scenarioOptions;
  }

  @Override
  public boolean runs() {
    return false;
  }

  @Override
  public void run() {
    TraceJobs.inspect(this, Console.of(spec));
  }
}
