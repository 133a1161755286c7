package dev.turnstile.cli;

import dev.turnstile.replay.bench.Median;
import dev.turnstile.replay.bench.Meter;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import dev.turnstile.workload.trace.source.TraceStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Measures how fast traces are loaded, from the files to a workload, with all processors. */
final class LoadingBench {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MB = 1e6;
  private static final long WARM_NANOS = 4_000_000_000L;

  /**
   * What loading took.
   *
   * @param name what was loaded
   * @param requests requests of the workload
   * @param jsonBytes size of all files, uncompressed
   * @param coldSeconds the first time
   * @param medianSeconds the median when it had been done for some seconds
   */
  record Result(
      String name,
      int files,
      int requests,
      long jsonBytes,
      double coldSeconds,
      double medianSeconds) {

    double coldMegabytesPerSecond() {
      return jsonBytes / BYTES_PER_MB / coldSeconds;
    }

    double megabytesPerSecond() {
      return jsonBytes / BYTES_PER_MB / medianSeconds;
    }
  }

  private final Meter meter;
  private final int runs;

  /**
   * Creates it.
   *
   * @param runs number of samples, at least 1
   */
  LoadingBench(Meter meter, int runs) {
    this.meter = meter;
    this.runs = runs;
  }

  Result measure(String name, Path trace, ReaderOptions options) {
    meter.settle();
    long begin = meter.nanoTime();
    int requests = load(trace, options).graph().requestCount();
    long coldNanos = meter.nanoTime() - begin;
    for (long spent = coldNanos; spent < WARM_NANOS; spent += timed(trace, options)) {}
    double[] seconds = new double[runs];
    for (int run = 0; run < runs; run++) {
      meter.settle();
      seconds[run] = timed(trace, options) / NANOS_PER_SECOND;
    }
    List<TraceFile> files = input(trace).files();
    return new Result(
        name,
        files.size(),
        requests,
        files.stream().mapToLong(LoadingBench::uncompressedBytes).sum(),
        coldNanos / NANOS_PER_SECOND,
        Median.of(seconds));
  }

  private long timed(Path trace, ReaderOptions options) {
    long begin = meter.nanoTime();
    load(trace, options);
    return meter.nanoTime() - begin;
  }

  /** Loads a trace, a file or a folder. */
  static Workload load(Path trace, ReaderOptions options) {
    return new TraceLoader().load(input(trace), TraceLoader.AUTO, options);
  }

  /**
   * Looks up the files of a trace.
   *
   * @throws InvalidInputException if there are none
   */
  static TraceInput input(Path trace) {
    return TraceInput.of(List.of(trace), InputStream.nullInputStream());
  }

  private static long uncompressedBytes(TraceFile file) {
    try (TraceStream stream = file.open()) {
      return stream.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
