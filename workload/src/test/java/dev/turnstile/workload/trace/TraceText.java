package dev.turnstile.workload.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;

/**
 * Loads traces from text, through detection, as the command line does from standard input. Single
 * quotes stand for double ones.
 */
public final class TraceText {
  private TraceText() {}

  public static Workload load(String... rows) {
    return load(ReaderOptions.DEFAULT, rows);
  }

  public static Workload load(ReaderOptions options, String... rows) {
    return loadAs(TraceLoader.AUTO, options, rows);
  }

  public static Workload loadAs(String format, ReaderOptions options, String... rows) {
    String text = String.join("\n", rows).replace('\'', '"') + "\n";
    TraceInput input =
        TraceInput.of(TraceFile.standardInput(new ByteArrayInputStream(text.getBytes(UTF_8))));
    return new TraceLoader().load(input, format, options);
  }
}
