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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

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
    if (target.toString().equals("-")) {
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

  /** Writes a file; devices and pipes are written to as they are. */
  static void write(Path target, Body body) throws IOException {
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

  /** Work on an output. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /** Does a work; if the process is interrupted meanwhile, the output is closed. */
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
    Runtime.getRuntime().addShutdownHook(hook);
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
