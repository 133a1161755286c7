package dev.turnstile.workload.trace.source;

import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the user named as the trace: files, one directory, or standard input.
 *
 * <p>The files are sorted, so that the order on the command line does not matter: segments {@code
 * prefix.000000.jsonl.gz} by prefix and number, all others by name. A directory stands for the
 * files below it whose names end in {@code .json}, {@code .jsonl} or {@code .csv}, each also with
 * {@code .gz}; hidden ones are left out, symbolic links are refused.
 */
public final class TraceInput {
  private static final Pattern SEGMENT = Pattern.compile("(.+?)\\.(\\d{6,18})\\.jsonl(\\.gz)?");
  private static final Pattern TRACE_NAME = Pattern.compile(".*\\.(json|jsonl|csv)(\\.gz)?");

  private static final Path STANDARD_INPUT = Path.of("-");

  private static final Comparator<TraceFile> ORDER =
      Comparator.comparing(TraceInput::prefix)
          .thenComparingLong(TraceInput::segment)
          .thenComparing(TraceFile::name);

  private final String name;
  private final boolean directory;
  private final List<TraceFile> files;

  private TraceInput(String name, boolean directory, List<TraceFile> files) {
    this.name = name;
    this.directory = directory;
    this.files = files.stream().sorted(ORDER).toList();
  }

  /**
   * Looks up what was named.
   *
   * @param paths files, or one directory; {@code -} is standard input
   * @param standardInput read where a path is {@code -}
   * @throws InvalidInputException if a path is missing or a directory holds no trace file
   */
  public static TraceInput of(List<Path> paths, InputStream standardInput) {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("paths is empty");
    }
    refuse(paths);
    Path first = paths.get(0);
    if (paths.size() == 1 && Files.isDirectory(first)) {
      return new TraceInput(first.toString(), true, filesBelow(first));
    }
    List<TraceFile> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(file(path, standardInput));
    }
    return new TraceInput(first.toString(), false, files);
  }

  private static void refuse(List<Path> paths) {
    for (Path path : paths) {
      if (path.toString().isEmpty()) {
        throw new InvalidInputException("''", 0, "", "names no file", "");
      }
    }
    if (Collections.frequency(paths, STANDARD_INPUT) > 1) {
      throw new InvalidInputException("-", 0, "", "standard input can be read only once", "");
    }
  }

  /** The files of a trace that is not given by path. */
  public static TraceInput of(TraceFile... files) {
    return new TraceInput(files[0].name(), false, List.of(files));
  }

  /** Name of the directory or of the first path. */
  public String name() {
    return name;
  }

  /** Whether a directory was named. */
  public boolean directory() {
    return directory;
  }

  /** All files, sorted; at least one. */
  public List<TraceFile> files() {
    return files;
  }

  /**
   * The files to read: of a directory those with one of the endings, else all.
   *
   * @param endings for instance {@code .jsonl}; the same with {@code .gz} counts, too
   * @throws InvalidInputException if the directory holds none
   */
  public List<TraceFile> files(String... endings) {
    if (!directory) {
      return files;
    }
    List<TraceFile> chosen =
        files.stream().filter(f -> Stream.of(endings).anyMatch(f::endsWith)).toList();
    if (chosen.isEmpty()) {
      throw new InvalidInputException(
          name, 0, "", "the directory holds no file " + String.join(" or ", endings), "");
    }
    return chosen;
  }

  /**
   * The file of a format that takes only one.
   *
   * @throws InvalidInputException if several files or a directory are given
   */
  public TraceFile single(String format) {
    if (directory || files.size() > 1) {
      throw new InvalidInputException(
          name,
          0,
          "",
          "a trace of format "
              + format
              + " is one file, got "
              + (directory ? "a directory" : files.size() + " files"),
          "its ids are only valid inside one file");
    }
    return files.get(0);
  }

  private static TraceFile file(Path path, InputStream standardInput) {
    if (path.equals(STANDARD_INPUT)) {
      return TraceFile.standardInput(standardInput);
    }
    if (!Files.exists(path)) {
      throw new InvalidInputException(path.toString(), 0, "", "no such file", "");
    }
    boolean pipe = !Files.isRegularFile(path) && !Files.isDirectory(path);
    return pipe ? TraceFile.pipe(path) : TraceFile.of(path);
  }

  private static List<TraceFile> filesBelow(Path directory) {
    List<TraceFile> found = new ArrayList<>();
    try {
      Path root = directory.toRealPath();
      try (Stream<Path> walk = Files.walk(root)) {
        for (Path path : (Iterable<Path>) walk.sorted()::iterator) {
          String relative = root.relativize(path).toString().replace('\\', '/');
          boolean trace = TRACE_NAME.matcher(lower(relative)).matches();
          boolean link = Files.isSymbolicLink(path) && (trace || Files.isDirectory(path));
          if (hidden(relative)) {
            continue;
          }
          String shown = directory.resolve(relative).toString();
          if (link) {
            throw new InvalidInputException(
                shown, 0, "", "is a symbolic link", "name the files instead");
          }
          if (trace && Files.isRegularFile(path)) {
            found.add(TraceFile.of(path, shown));
          }
        }
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new InvalidInputException(
          directory.toString(), 0, "", "cannot be read: " + e.getMessage(), "", e);
    }
    if (found.isEmpty()) {
      throw new InvalidInputException(
          directory.toString(),
          0,
          "",
          "the directory holds no trace file",
          "names end in .json, .jsonl or .csv, each also with .gz");
    }
    return found;
  }

  private static boolean hidden(String relative) {
    return relative.startsWith(".") || relative.contains("/.");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static String prefix(TraceFile file) {
    Matcher segment = SEGMENT.matcher(file.name());
    return segment.matches() ? segment.group(1) : file.name();
  }

  private static long segment(TraceFile file) {
    Matcher segment = SEGMENT.matcher(file.name());
    return segment.matches() ? Long.parseLong(segment.group(2)) : -1;
  }
}
