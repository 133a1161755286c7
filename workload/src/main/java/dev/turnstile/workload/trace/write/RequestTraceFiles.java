package dev.turnstile.workload.trace.write;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The files of one request trace: a bare {@code .jsonl}, or compressed segments.
 *
 * <p>A target that ends in {@code .jsonl} is one file. Any other, without a {@code .jsonl.gz} or
 * {@code .gz} at its end, is the prefix of segments {@code <prefix>.NNNNNN.jsonl.gz}, numbered from
 * 0; a new one begins before a row that would take the uncompressed size over the limit. All files
 * get their names together, when the last row is written.
 */
final class RequestTraceFiles implements Closeable {
  /** Upstream's limit for one segment, uncompressed. */
  static final long ROLL_BYTES = 256L << 20;

  private final Path target;
  private final boolean bare;
  private final String prefix;
  private final long rollBytes;
  private final List<OutputFile> files = new ArrayList<>();
  private final List<Path> paths = new ArrayList<>();
  private long bytes;

  private RequestTraceFiles(Path target, long rollBytes) {
    this.target = target;
    this.rollBytes = rollBytes;
    String name = target.getFileName().toString();
    bare = name.toLowerCase(Locale.ROOT).endsWith(".jsonl");
    prefix = without(without(name, ".gz"), ".jsonl");
  }

  static RequestTraceFiles create(Path target, long rollBytes) throws IOException {
    RequestTraceFiles files = new RequestTraceFiles(target, rollBytes);
    files.refuseOlderSegments();
    files.next();
    return files;
  }

  /** Fails if older segments are in the way. */
  static void check(Path target) throws IOException {
    new RequestTraceFiles(target, ROLL_BYTES).refuseOlderSegments();
  }

  /** Appends one row, its line end included. */
  void row(byte[] row) throws IOException {
    if (!bare && bytes > 0 && bytes + row.length > rollBytes) {
      next();
    }
    files.get(files.size() - 1).stream().write(row);
    bytes += row.length;
  }

  /** Gives all files their names and returns them. */
  List<Path> commit() throws IOException {
    for (OutputFile file : files) {
      file.commit();
    }
    return List.copyOf(paths);
  }

  @Override
  public void close() throws IOException {
    for (OutputFile file : files) {
      file.close();
    }
  }

  private void next() throws IOException {
    String number = String.valueOf(1_000_000 + files.size()).substring(1);
    Path path = bare ? target : target.resolveSibling(prefix + "." + number + ".jsonl.gz");
    files.add(OutputFile.create(path));
    paths.add(path);
    bytes = 0;
  }

  /** Segments of another recording would be read as part of this one. */
  private void refuseOlderSegments() throws IOException {
    if (bare) {
      return;
    }
    Path directory = target.toAbsolutePath().getParent();
    try (DirectoryStream<Path> older =
        Files.newDirectoryStream(
            directory, path -> isSegment(path.getFileName().toString(), prefix))) {
      for (Path path : older) {
        throw new FileAlreadyExistsException(
            path.toString(), null, "a segment of an older trace with this prefix");
      }
    }
  }

  private static boolean isSegment(String name, String prefix) {
    return name.startsWith(prefix + ".")
        && name.substring(prefix.length() + 1).matches("\\d{6,}\\.jsonl\\.gz");
  }

  private static String without(String name, String ending) {
    return name.toLowerCase(Locale.ROOT).endsWith(ending)
        ? name.substring(0, name.length() - ending.length())
        : name;
  }
}
