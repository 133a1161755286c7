package dev.turnstile.cli;

import dev.turnstile.reports.data.UnusableOutputException;
import dev.turnstile.workload.trace.write.OutputFile;
import dev.turnstile.workload.trace.write.RequestTraceWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Single output files: they appear whole or not at all, also if the process is interrupted. */
final class OutputFiles {

  private OutputFiles() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Writes the text of a file. */
  @FunctionalInterface
  interface Text {
    void write(Appendable out) throws IOException;
  }

  /**
   * Checks that a file can be written, before the work that fills it.
   *
   * @throws UnusableOutputException if it cannot
   */
  static void check(Path target) {
    Path folder = target.toAbsolutePath().normalize().getParent();
    if (target.toString().isEmpty()) {
      throw new UnusableOutputException(Path.of("''"), "names no file");
    } else if (target.toString().equals("-")) {
      throw new UnusableOutputException(
          target, "standard output is not possible here, name a file");
    } else if (Files.isDirectory(target)) {
      throw new UnusableOutputException(target, "is a folder, a file is needed");
    } else if (folder == null || !Files.isDirectory(folder)) {
      throw new UnusableOutputException(target, "its folder does not exist");
    } else if (!Files.isWritable(Files.exists(target) ? target : folder)) {
      throw new UnusableOutputException(target, "is not writable");
    }
  }

  /**
   * As {@link #check}, for a request trace: one file, or segments with a prefix.
   *
   * @throws UnusableOutputException also if segments of an older trace have that prefix
   */
  static void checkTrace(Path target) {
    check(target);
    try {
      RequestTraceWriter.check(target);
    } catch (FileAlreadyExistsException e) {
      throw new UnusableOutputException(
          target.resolveSibling(Path.of(e.getFile()).getFileName()),
          "is a segment of an older trace with this prefix; remove it, or name another prefix");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Checks that no output replaces an input or another output, before the work.
   *
   * @param inputs files, folders, {@code -} or nulls
   * @param outputs files or nulls; devices may be shared
   * @throws UnusableOutputException if one does
   */
  static void keepApart(List<@Nullable Path> inputs, List<@Nullable Path> outputs) {
    Set<Path> places = new HashSet<>();
    for (Path output : outputs) {
      if (output == null || (Files.exists(output) && !Files.isRegularFile(output))) {
        continue;
      }
      for (Path input : inputs) {
        if (input != null && replaces(output, input)) {
          throw new UnusableOutputException(output, "would replace the input " + input);
        }
      }
      if (!places.add(place(output))) {
        throw new UnusableOutputException(output, "is given for two outputs");
      }
    }
  }

  private static boolean replaces(Path output, Path input) {
    if (!Files.exists(output) || !Files.exists(input)) {
      return false;
    }
    Path inside = place(output);
    return Files.isDirectory(input) ? inside.startsWith(place(input)) : inside.equals(place(input));
  }

  private static Path place(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /** Writes a file; devices and pipes are written to as they are. */
  static void write(Path target, Body body) throws IOException {
    named(target, () -> writeWhole(target, body));
  }

  private static void writeWhole(Path target, Body body) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      try (OutputStream out = Files.newOutputStream(target)) {
        body.write(out);
      }
      return;
    }
    try (OutputFile file = OutputFile.create(followed(target))) {
      guarded(
          file,
          () -> {
            body.write(file.stream());
            file.commit();
          });
    }
  }

  /** Writes a file of text. */
  static void writeText(Path target, Text text) throws IOException {
    write(target, out -> writeAll(out, text));
  }

  /** As {@link #writeText}, for work that the end of the process waits for ({@link Interrupt}). */
  static void writeTextToItsEnd(Path target, Text text) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      writeText(target, text);
      return;
    }
    try (OutputFile file = OutputFile.create(followed(target))) {
      writeAll(file.stream(), text);
      file.commit();
    }
  }

  private static void writeAll(OutputStream out, Text text) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    text.write(writer);
    writer.flush();
  }

  /** The file behind a symbolic link: renaming over the link would replace the link. */
  private static Path followed(Path target) throws IOException {
    return Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
  }

  /** Writes an output; an error tells its name. */
  static void named(Path target, Work work) throws IOException {
    try {
      work.run();
    } catch (FileSystemException e) {
      throw e; // It has the name.
    } catch (IOException e) {
      throw new IOException(target + ": " + e.getMessage(), e);
    } catch (UncheckedIOException | JacksonException e) {
      // Inside an object or a list, Jackson wraps the exception once more.
      throw new IOException(target + ": " + ioCause(e).getMessage(), e);
    }
  }

  /** The I/O error behind an exception; without one, the exception is thrown. */
  private static IOException ioCause(RuntimeException error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      if (at instanceof IOException io) {
        return io;
      }
    }
    throw error;
  }

  /** Work on an output. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /**
   * Does a work; if the process is interrupted meanwhile, the output is closed. If it is ending
   * already, somebody makes it wait ({@link Interrupt}).
   */
  static void guarded(Closeable output, Work work) throws IOException {
    Thread hook =
        new Thread(
            () -> {
              try {
                output.close();
              } catch (IOException e) {
                // The process ends; there is nobody left to tell.
              }
            });
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      work.run();
      return;
    }
    try {
      work.run();
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        awaitTheEnd();
      }
    }
  }

  /** The process ends and the hook runs already: what fails from now on is of no interest. */
  private static void awaitTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }
}
