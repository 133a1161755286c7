package dev.turnstile.cli;

import dev.turnstile.replay.bench.BenchResult;
import dev.turnstile.replay.bench.GrowthSeries;
import dev.turnstile.reports.console.Numbers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of {@code sim bench}, and their rows as JSON. */
final class BenchTables {

  private static final double BYTES_PER_MIB = 1 << 20;
  private static final double BYTES_PER_MB = 1e6;

  private BenchTables() {}

  static TextTable shapes() {
    return new TextTable()
        .text("shape")
        .number("requests")
        .number("steps")
        .number("cold s")
        .number("median s")
        .number("replays")
        .number("requests/s")
        .number("ns/step")
        .number("heap MiB");
  }

  static void add(BenchResult result, TextTable table) {
    table.row(
        result.name(),
        number(result.requests()),
        number((double) result.steps()),
        number(result.coldSeconds()),
        number(result.medianSeconds()),
        number(result.replays()),
        number(result.requestsPerSecond()),
        number(result.nanosPerStep()),
        number(result.peakHeapBytes() / BYTES_PER_MIB));
  }

  static Map<String, @Nullable Object> row(BenchResult result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", result.name());
    row.put("requests", result.requests());
    row.put("median_s", result.medianSeconds());
    row.put("replays", result.replays());
    row.put("requests_per_s", result.requestsPerSecond());
    row.put("ns_per_step", result.nanosPerStep());
    row.put("peak_heap_bytes", result.peakHeapBytes());
    row.put("steps", result.steps());
    row.put("cold_s", result.coldSeconds());
    return row;
  }

  static TextTable growth(GrowthSeries series) {
    return new TextTable()
        .number(series.unit())
        .number("requests")
        .number("steps")
        .number("median s")
        .number("time ratio")
        .number("ns/step")
        .number("heap MiB")
        .number("heap ratio");
  }

  /**
   * Adds a point of a series.
   *
   * @param before the point of a tenth of the size, or null
   */
  static void add(long size, BenchResult result, @Nullable BenchResult before, TextTable table) {
    double bytes = (double) result.peakHeapBytes();
    table.row(
        number((double) size),
        number(result.requests()),
        number((double) result.steps()),
        number(result.medianSeconds()),
        before == null ? Numbers.NONE : number(result.medianSeconds() / before.medianSeconds()),
        number(result.nanosPerStep()),
        number(bytes / BYTES_PER_MIB),
        before == null ? Numbers.NONE : number(bytes / before.peakHeapBytes()));
  }

  static TextTable loading() {
    return new TextTable()
        .text("trace")
        .number("files")
        .number("requests")
        .number("JSON MB")
        .number("cold s")
        .number("cold MB/s")
        .number("median s")
        .number("MB/s");
  }

  static void add(LoadingBench.Result result, TextTable table) {
    table.row(
        result.name(),
        number(result.files()),
        number(result.requests()),
        number(result.jsonBytes() / BYTES_PER_MB),
        number(result.coldSeconds()),
        number(result.coldMegabytesPerSecond()),
        number(result.medianSeconds()),
        number(result.megabytesPerSecond()));
  }

  static Map<String, @Nullable Object> row(LoadingBench.Result result) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", result.name());
    row.put("files", result.files());
    row.put("requests", result.requests());
    row.put("json_bytes", result.jsonBytes());
    row.put("cold_s", result.coldSeconds());
    row.put("cold_mb_per_s", result.coldMegabytesPerSecond());
    row.put("median_s", result.medianSeconds());
    row.put("mb_per_s", result.megabytesPerSecond());
    return row;
  }

  /** What is written in place of a result. */
  static Map<String, @Nullable Object> failed(String name, String problem) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("failed", problem);
    return row;
  }

  private static String number(double value) {
    return Numbers.compact(value);
  }
}
