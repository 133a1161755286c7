package dev.turnstile.workload.trace;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Loads traces of any known format.
 *
 * <p>Readers are found with {@link ServiceLoader}. The format is the one the user names, else the
 * one whose reader recognises the first record.
 */
public final class TraceLoader {
  /** The format name that asks for detection. */
  public static final String AUTO = "auto";

  private final List<TraceReader> readers;

  /** Knows all readers on the class path. */
  public TraceLoader() {
    readers =
        ServiceLoader.load(TraceReader.class, TraceLoader.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(TraceReader::format))
            .toList();
  }

  /** The known readers, sorted by format. */
  public List<TraceReader> readers() {
    return readers;
  }

  /**
   * Loads a trace.
   *
   * @param format id of its format, or {@link #AUTO}
   * @throws InvalidInputException if the input is wrong or its format is not recognised
   * @throws IllegalArgumentException if there is no format of that id
   */
  public Workload load(TraceInput input, String format, ReaderOptions options) {
    return reader(input, format).read(input, options);
  }

  /**
   * The reader for a trace.
   *
   * @throws InvalidInputException if the format is not recognised
   * @throws IllegalArgumentException if there is no format of that id
   */
  public TraceReader reader(TraceInput input, String format) {
    return format.equals(AUTO) ? detect(input) : named(format);
  }

  private TraceReader named(String format) {
    return readers.stream()
        .filter(reader -> reader.format().equals(format))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown trace format " + format + "; known are " + formats()));
  }

  private TraceReader detect(TraceInput input) {
    for (TraceFile file : inOrderOfDetection(input)) {
      Optional<FirstRecord> first = TraceDetection.firstRecord(file);
      if (first.isPresent()) {
        return readers.stream()
            .filter(reader -> reader.detects(first.get()))
            .findFirst()
            .orElseThrow(() -> unknown(file));
      }
    }
    throw new InvalidInputException(
        input.name(),
        0,
        "",
        "contains no requests: it is empty",
        "not even one request_end record or row of another format was found");
  }

  /** In a directory a {@code .json} file decides, if there is one. */
  private static List<TraceFile> inOrderOfDetection(TraceInput input) {
    return input.files().stream()
        .sorted(Comparator.comparing(file -> !(input.directory() && file.endsWith(".json"))))
        .toList();
  }

  private InvalidInputException unknown(TraceFile file) {
    return new InvalidInputException(
        file.name(),
        0,
        "",
        "the trace format is not recognised by its first record",
        "known formats are " + formats() + "; name one with --trace-format");
  }

  private String formats() {
    return readers.stream().map(TraceReader::format).collect(Collectors.joining(", "));
  }
}
