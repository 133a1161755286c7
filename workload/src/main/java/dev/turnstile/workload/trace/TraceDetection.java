package dev.turnstile.workload.trace;

import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.LineReader;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the first record of a file. */
final class TraceDetection {
  /** How many lines may precede the first one that is a JSON object. */
  private static final int LINES = 100;

  private TraceDetection() {}

  /** The first record, or nothing if the file is empty or holds only blank lines. */
  static Optional<FirstRecord> firstRecord(TraceFile file) {
    String header = null;
    try (LineReader lines = new LineReader(file.peek());
        JsonRow row = new JsonRow(file.name())) {
      for (int i = 0; i < LINES && lines.next(); i++) {
        FirstRecord record = record(lines, row);
        if (record != null) {
          return Optional.of(record);
        }
        if (header == null) {
          header = text(lines);
        }
      }
    }
    if (header == null) {
      return Optional.empty();
    }
    FirstRecord document = header.startsWith("{") ? document(file) : null;
    return Optional.of(
        document == null ? new FirstRecord(new TreeSet<>(), null, header) : document);
  }

  private static @Nullable FirstRecord record(LineReader lines, JsonRow row) {
    try {
      row.start(lines);
      return row.isObject() ? fields(row) : null;
    } catch (BadRowException e) {
      return null;
    }
  }

  /** A JSON document that spans lines. */
  private static @Nullable FirstRecord document(TraceFile file) {
    try (TraceStream stream = file.peek();
        JsonRow row = JsonRow.document(stream)) {
      return row.isObject() ? fields(row) : null;
    } catch (BadRowException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FirstRecord fields(JsonRow row) {
    TreeSet<String> fields = new TreeSet<>();
    String schema = null;
    row.enterObject();
    while (row.nextField()) {
      fields.add(row.field());
      if (row.field().equals("schema") && row.isText()) {
        schema = row.text();
      } else if (row.field().equals("event") && row.isObject()) {
        schema = schemaOf(row, schema);
      }
    }
    return new FirstRecord(fields, schema, null);
  }

  private static @Nullable String schemaOf(JsonRow row, @Nullable String outer) {
    String schema = outer;
    row.enterObject();
    while (row.nextField()) {
      if (row.field().equals("schema") && row.isText() && outer == null) {
        schema = row.text();
      }
    }
    return schema;
  }

  private static String text(LineReader lines) {
    return new String(lines.buffer(), lines.offset(), lines.length(), StandardCharsets.UTF_8)
        .strip();
  }
}
