package dev.turnstile.cli;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.bench.Bench;
import dev.turnstile.replay.bench.BenchCase;
import dev.turnstile.replay.bench.BenchResult;
import dev.turnstile.replay.bench.BenchShapes;
import dev.turnstile.replay.bench.GrowthSeries;
import dev.turnstile.reports.console.Numbers;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceInput;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What {@code sim bench} does: one measurement after the other, a table, a file. */
final class BenchJob {

  private static final double BYTES_PER_MIB = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  /** A shape that is not measured yet. */
  private static final String DISAGGREGATED = "pd";

  private final BenchCommand command;
  private final Console console;
  private final ProcessMeter meter = new ProcessMeter();
  private final Bench bench = new Bench(new Replayer(), meter);

  BenchJob(BenchCommand command, Console console) {
    this.command = command;
    this.console = console;
  }

  void run() {
    Path json = command.json;
    if (json != null) {
      OutputFiles.check(json);
    }
    checkNames();
    console.out().println("Machine: " + ProcessMeter.machine());
    console.out().println();
    List<Map<String, @Nullable Object>> rows = command.growth ? growth() : shapes();
    if (json != null) {
      write(json, rows);
    }
  }

  private void checkNames() {
    List<String> known = command.growth ? GrowthSeries.labels() : BenchShapes.labels();
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

  private List<Map<String, @Nullable Object>> shapes() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    TextTable table =
        new TextTable()
            .text("shape")
            .number("requests")
            .number("steps")
            .number("cold s")
            .number("median s")
            .number("requests/s")
            .number("ns/step")
            .number("heap MiB");
    for (BenchShapes shape : BenchShapes.values()) {
      if (wanted(shape.label())) {
        measure(shape).ifPresent(result -> addShape(result, table, rows));
      }
    }
    table.lines().forEach(console.out()::println);
    return rows;
  }

  private Optional<BenchResult> measure(BenchShapes shape) {
    if (!shape.recorded()) {
      return Optional.of(measure(shape.make()));
    }
    Path folder = command.traces == null ? besideTheProject() : command.traces;
    if (Files.isDirectory(folder)) {
      return Optional.of(measure(shape.of(load(folder))));
    }
    if (command.traces != null || !command.shapes.isEmpty()) {
      throw new InvalidInputException(
          folder.toString(),
          0,
          "",
          "no such folder",
          "--traces names the folder of recorded sessions");
    }
    console.err().println("weka is left out: there is no folder " + folder);
    return Optional.empty();
  }

  private BenchResult measure(BenchCase shape) {
    console.err().println(shape.name() + " …");
    return bench.measure(shape, command.runs);
  }

  /** Loads recorded sessions and tells how fast that was. */
  private Workload load(Path folder) {
    long begin = meter.nanoTime();
    Workload workload =
        new TraceLoader()
            .load(
                TraceInput.of(List.of(folder), console.in()),
                TraceLoader.AUTO,
                BenchShapes.WEKA.readerOptions());
    double seconds = (meter.nanoTime() - begin) / NANOS_PER_SECOND;
    long bytes = workload.info().files().stream().mapToLong(TraceInfo.InputFile::bytes).sum();
    console
        .err()
        .println(
            "loaded "
                + Numbers.counted(workload.graph().requestCount(), "request")
                + ", "
                + Numbers.compact(bytes / BYTES_PER_MIB)
                + " MiB on disk, in "
                + Numbers.compact(seconds)
                + " s");
    return workload;
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

  private static void addShape(
      BenchResult result, TextTable table, List<Map<String, @Nullable Object>> rows) {
    table.row(
        result.name(),
        Numbers.compact((double) result.requests()),
        Numbers.compact((double) result.steps()),
        Numbers.compact(result.coldSeconds()),
        Numbers.compact(result.medianSeconds()),
        Numbers.compact(result.requestsPerSecond()),
        Numbers.compact(result.nanosPerStep()),
        Numbers.compact(result.peakHeapBytes() / BYTES_PER_MIB));
    rows.add(row(result));
  }

  private static Map<String, @Nullable Object> row(BenchResult result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", result.name());
    row.put("requests", result.requests());
    row.put("median_s", result.medianSeconds());
    row.put("requests_per_s", result.requestsPerSecond());
    row.put("ns_per_step", result.nanosPerStep());
    row.put("peak_heap_bytes", result.peakHeapBytes());
    row.put("steps", result.steps());
    row.put("cold_s", result.coldSeconds());
    return row;
  }

  private List<Map<String, @Nullable Object>> growth() {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (GrowthSeries series : GrowthSeries.values()) {
      if (wanted(series.label())) {
        TextTable table =
            new TextTable()
                .number(series.unit())
                .number("requests")
                .number("steps")
                .number("median s")
                .number("ratio")
                .number("ns/step")
                .number("heap MiB");
        double before = Double.NaN;
        for (long size : series.sizes()) {
          BenchResult result = measure(series.make(size));
          table.row(
              Numbers.compact((double) size),
              Numbers.compact((double) result.requests()),
              Numbers.compact((double) result.steps()),
              Numbers.compact(result.medianSeconds()),
              Numbers.compact(result.medianSeconds() / before),
              Numbers.compact(result.nanosPerStep()),
              Numbers.compact(result.peakHeapBytes() / BYTES_PER_MIB));
          before = result.medianSeconds();
          rows.add(row(result));
        }
        table.lines().forEach(console.out()::println);
        console.out().println();
      }
    }
    return rows;
  }

  private static void write(Path target, List<Map<String, @Nullable Object>> rows) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("machine", ProcessMeter.machine());
    document.put("results", rows);
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    try {
      OutputFiles.writeText(
          target, out -> out.append(mapper.writeValueAsString(document)).append('\n'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
