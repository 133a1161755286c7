package dev.turnstile.cli;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.bench.Bench;
import dev.turnstile.replay.bench.BenchCase;
import dev.turnstile.replay.bench.BenchResult;
import dev.turnstile.replay.bench.BenchShapes;
import dev.turnstile.replay.bench.GrowthSeries;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.synthetic.Generator;
import dev.turnstile.workload.synthetic.Profiles;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.write.AgenticMooncakeWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code sim bench} does: one measurement after the other, tables, a file. Inputs are checked
 * before; a measurement that fails does not keep the others from being made.
 */
final class BenchJob {

  /** What is measured beside the shapes of replays. */
  private static final String LOADING = "loading";

  /** A shape that is not measured yet. */
  private static final String DISAGGREGATED = "pd";

  private static final String GENERATED_PROFILE = "swe-agent";
  private static final int GENERATED_SESSIONS = 800;

  private final BenchCommand command;
  private final Console console;
  private final ProcessMeter meter = new ProcessMeter();
  private final Bench bench = new Bench(new Replayer(), meter);
  private final Path recorded;
  private final Map<String, Object> document = new LinkedHashMap<>();
  private final List<String> failed = new ArrayList<>();

  BenchJob(BenchCommand command, Console console) {
    this.command = command;
    this.console = console;
    recorded = command.traces == null ? besideTheProject() : command.traces;
  }

  /** Returns the exit code. */
  int run() {
    checkNames();
    Path json = command.json;
    if (json != null) {
      OutputFiles.check(json);
      OutputFiles.keepApart(List.of(recorded), List.of(json));
    }
    boolean withRecorded = !command.growth && recordedIsThere();
    console.out().println("Machine: " + ProcessMeter.machine());
    document.put("machine", ProcessMeter.machine());
    if (command.growth) {
      growth();
    } else {
      if (wanted(LOADING)) {
        loading(withRecorded);
      }
      shapes(withRecorded);
    }
    if (json != null) {
      write(json);
    }
    if (!failed.isEmpty()) {
      console.err().println("sim: failed: " + String.join(", ", failed));
    }
    return failed.isEmpty() ? ExitCodes.DONE : ExitCodes.OUR_FAULT;
  }

  private void checkNames() {
    List<String> known = new ArrayList<>();
    if (command.growth) {
      known.addAll(GrowthSeries.labels());
    } else {
      known.add(LOADING);
      known.addAll(BenchShapes.labels());
    }
    for (String name : command.shapes) {
      if (name.equals(DISAGGREGATED) && !command.growth) {
        throw command.wrongShape(
            "the shape 'pd' needs prefill and decode workers, which are not built yet");
      }
      if (!known.contains(name)) {
        throw command.wrongShape(
            "unknown shape '" + name + "', known are " + String.join(", ", known));
      }
    }
  }

  private boolean wanted(String name) {
    return command.shapes.isEmpty() || command.shapes.contains(name);
  }

  /**
   * Whether the recorded sessions are there, if they are wanted.
   *
   * @throws InvalidInputException if they were asked for and are not
   */
  private boolean recordedIsThere() {
    String weka = BenchShapes.WEKA.label();
    if (!wanted(weka) && !wanted(LOADING)) {
      return false;
    }
    if (command.traces == null && !command.shapes.contains(weka) && !Files.isDirectory(recorded)) {
      console.err().println("weka is left out: there is no folder " + recorded);
      return false;
    }
    if (!Files.isDirectory(recorded)) {
      throw new InvalidInputException(
          recorded.toString(),
          0,
          "",
          "no such folder",
          "--traces names the folder of recorded sessions");
    }
    LoadingBench.input(recorded);
    return true;
  }

  private void loading(boolean withRecorded) {
    LoadingBench loader = new LoadingBench(meter, command.runs);
    TextTable table = BenchTables.loading();
    List<Map<String, @Nullable Object>> rows = rows("loading");
    if (withRecorded) {
      ReaderOptions options = BenchShapes.WEKA.readerOptions();
      attempt("loading weka", rows, () -> loader.measure("weka", recorded, options))
          .ifPresent(
              result -> {
                BenchTables.add(result, table);
                rows.add(BenchTables.row(result));
              });
    }
    attempt("loading generated", rows, () -> generated(loader))
        .ifPresent(
            result -> {
              BenchTables.add(result, table);
              rows.add(BenchTables.row(result));
            });
    print(table);
  }

  /** Loads a large trace that is written for this and removed again. */
  private static LoadingBench.Result generated(LoadingBench loader) {
    try {
      Path trace = Files.createTempFile("sim-bench-", ".jsonl");
      try {
        AgenticMooncakeWriter.write(
            Generator.generate(Profiles.builtIn(GENERATED_PROFILE), GENERATED_SESSIONS, 1),
            trace,
            false);
        return loader.measure("generated", trace, ReaderOptions.DEFAULT);
      } finally {
        Files.deleteIfExists(trace);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void shapes(boolean withRecorded) {
    TextTable table = BenchTables.shapes();
    List<Map<String, @Nullable Object>> rows = rows("results");
    for (BenchShapes shape : BenchShapes.values()) {
      if (wanted(shape.label()) && (withRecorded || !shape.recorded())) {
        attempt(shape.label(), rows, () -> measure(make(shape)))
            .ifPresent(
                result -> {
                  BenchTables.add(result, table);
                  rows.add(BenchTables.row(result));
                });
      }
    }
    if (!table.isEmpty()) {
      print(table);
    }
  }

  private BenchCase make(BenchShapes shape) {
    return shape.recorded()
        ? shape.of(LoadingBench.load(recorded, shape.readerOptions()))
        : shape.make();
  }

  private BenchResult measure(BenchCase shape) {
    return bench.measure(shape, command.runs);
  }

  private void growth() {
    List<Map<String, @Nullable Object>> rows = rows("results");
    for (GrowthSeries series : GrowthSeries.values()) {
      if (wanted(series.label())) {
        TextTable table = BenchTables.growth(series);
        BenchResult before = null;
        for (long size : series.sizes()) {
          Optional<BenchResult> result =
              attempt(series.label() + "-" + size, rows, () -> measure(series.make(size)));
          if (result.isPresent()) {
            BenchTables.add(size, result.get(), before, table);
            rows.add(BenchTables.row(result.get()));
          }
          before = result.orElse(null);
        }
        print(table);
      }
    }
  }

  /** Makes a measurement; one that fails is noted and leaves a row of its own. */
  private <T> Optional<T> attempt(
      String name, List<Map<String, @Nullable Object>> rows, Supplier<T> measurement) {
    console.err().println(name + " …");
    try {
      return Optional.of(NotEnoughMemoryException.guard(() -> "measuring", "", measurement));
    } catch (RuntimeException e) {
      failed.add(name);
      String problem = isOurs(e) ? String.valueOf(e.getMessage()) : e.toString();
      rows.add(BenchTables.failed(name, problem));
      console.err().println(name + " failed: " + problem);
      if (command.stacktrace()) {
        e.printStackTrace(console.err());
      }
      return Optional.empty();
    }
  }

  /** Whether an error says all in its message. */
  private static boolean isOurs(RuntimeException error) {
    return error instanceof NotEnoughMemoryException || error instanceof InvalidInputException;
  }

  private List<Map<String, @Nullable Object>> rows(String name) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    document.put(name, rows);
    return rows;
  }

  private void print(TextTable table) {
    console.out().println();
    (command.markdown ? table.markdown() : table.lines()).forEach(console.out()::println);
    console.out().flush();
  }

  /** The jar is in {@code cli/target} of the project. */
  private static Path besideTheProject() {
    try {
      Path here =
          Path.of(BenchJob.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return here.resolve("../../../../shared/traces-real/weka-kv-cache-tester").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(Path target) {
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    try {
      OutputFiles.writeText(
          target, out -> out.append(mapper.writeValueAsString(document)).append('\n'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
