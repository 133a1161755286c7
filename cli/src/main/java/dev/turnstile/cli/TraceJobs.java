package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.reports.perfetto.PerfettoTrace;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.inspect.Inspection;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profile;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.write.AgenticMooncakeWriter;
import dev.turnstile.workload.trace.write.MooncakeWriter;
import dev.turnstile.workload.trace.write.RequestTraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What {@code sim inspect}, {@code sim convert} and {@code sim generate} do. */
final class TraceJobs {

  private TraceJobs() {}

  static void inspect(InspectCommand command, Console console) {
    Path timeline = command.perfetto;
    if (timeline != null) {
      OutputFiles.check(timeline);
      OutputFiles.keepApart(new ArrayList<>(command.traces), List.of(timeline));
    }
    Workload workload = load(command, command.traces, console);
    Inspection inspection = Inspection.of(workload);
    if (timeline != null) {
      write(timeline, workload, command.perfettoLimit, console);
    }
    if (command.format == ReplayCommand.Format.JSON) {
      JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      console.out().print(mapper.writeValueAsString(inspection).replace("\r\n", "\n") + "\n");
    } else {
      InspectText.lines(inspection).forEach(console.out()::println);
      if (timeline != null) {
        console.out().println("\nWritten: " + timeline);
      }
    }
  }

  private static void write(Path timeline, Workload workload, long limitBytes, Console console) {
    try {
      TimelineFiles.write(
          timeline, out -> PerfettoTrace.writeCapture(workload, out, limitBytes), console, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void convert(ConvertCommand command, Console console) {
    int last = command.paths.size() - 1;
    Path target = command.paths.get(last);
    if (command.to == ConvertCommand.Target.DYNAMO) {
      OutputFiles.checkTrace(target);
    } else {
      OutputFiles.check(target);
    }
    OutputFiles.keepApart(new ArrayList<>(command.paths.subList(0, last)), List.of(target));
    Workload workload = load(command, command.paths.subList(0, last), console);
    List<Path> written = new ArrayList<>();
    try {
      switch (command.to) {
        case AGENTIC_MOONCAKE ->
            OutputFiles.write(
                target, out -> AgenticMooncakeWriter.write(workload, out, command.anonymize));
        case MOONCAKE ->
            OutputFiles.write(
                target, out -> MooncakeWriter.write(workload, out, command.anonymize));
        case DYNAMO ->
            OutputFiles.named(
                target,
                () ->
                    written.addAll(
                        RequestTraceWriter.writeRecorded(workload, target, command.anonymize)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    tell(workload, command.to.toString(), written.isEmpty() ? List.of(target) : written, console);
  }

  static void generate(GenerateCommand command, Console console) {
    if (command.list) {
      TextTable table = new TextTable().text("--profile").text("what the sessions are like");
      Profiles.builtIn().forEach(name -> table.row(name, Profiles.builtIn(name).about()));
      table.lines().forEach(console.out()::println);
      return;
    }
    String name = String.valueOf(command.profile);
    boolean file = name.endsWith(".yaml") || name.endsWith(".yml");
    if (!file && !Profiles.builtIn().contains(name)) {
      throw new ScenarioException(
          "--profile",
          "unknown profile '" + name + "'",
          "known are " + String.join(", ", Profiles.builtIn()) + ", or name a .yaml file");
    }
    Profile profile = file ? Profiles.read(Path.of(name)) : Profiles.builtIn(name);
    try {
      Path target = command.output;
      if (command.show || target == null) {
        console.out().print(file ? Files.readString(Path.of(name)) : Profiles.builtInText(name));
        return;
      }
      OutputFiles.check(target);
      OutputFiles.keepApart(file ? List.of(Path.of(name)) : List.of(), List.of(target));
      Workload workload =
          NotEnoughMemoryException.guard(
              () -> "drawing " + Numbers.counted(command.sessions, "session"),
              "--sessions N draws fewer",
              () -> Generator.generate(profile, command.sessions, command.seed));
      OutputFiles.write(target, out -> AgenticMooncakeWriter.write(workload, out, false));
      tell(workload, "agentic_mooncake", List.of(target), console);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Workload load(ScenarioOptions.Holder command, List<Path> traces, Console console) {
    ScenarioOptions options = command.scenarioOptions();
    try {
      Scenario scenario = options.applyTo(Scenario.defaults(), new ArrayList<>());
      return Traces.load(traces, console.in(), scenario, false);
    } catch (ScenarioException e) {
      throw options.named(e);
    }
  }

  private static void tell(Workload workload, String format, List<Path> files, Console console) {
    List<String> names = files.stream().map(Path::toString).toList();
    String what =
        format
            + ", "
            + Numbers.counted(workload.graph().requestCount(), "request")
            + " in "
            + Numbers.counted(workload.graph().playCount(), "session tree");
    console.out().println("Written: " + String.join(", ", names) + " (" + what + ")");
  }
}
