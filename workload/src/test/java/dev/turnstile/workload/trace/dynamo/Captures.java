package dev.turnstile.workload.trace.dynamo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Loads captures from memory, through detection, as the command line does. */
final class Captures {
  private Captures() {}

  static Workload load(String... rows) {
    return load(ReaderOptions.DEFAULT, rows);
  }

  static Workload load(ReaderOptions options, String... rows) {
    return loadText(options, String.join("\n", rows) + "\n");
  }

  static Workload loadText(ReaderOptions options, String text) {
    return loadText(options, TraceLoader.AUTO, text);
  }

  static Workload loadText(ReaderOptions options, String format, String text) {
    TraceInput input =
        TraceInput.of(TraceFile.standardInput(new ByteArrayInputStream(text.getBytes(UTF_8))));
    return new TraceLoader().load(input, format, options);
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
