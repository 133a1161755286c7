package dev.turnstile.reports.perfetto;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes trace events one by one; nothing is kept.
 *
 * <p>Source of the rules: the Trace Event Format, as Perfetto's JSON importer reads it. It wants
 * thread ids that are unique in the whole file, finds {@code ph} and {@code ts} without decoding
 * what stands behind them, refuses control characters (DELETE is one), and may take {@code
 * displayTimeUnit} for the unit of {@code ts}: hence the order of keys, the escapes, and no such
 * key.
 */
final class TraceEvents {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().characterEscapes(new DeleteToo()).build();

  private final Counted stream;
  private final JsonGenerator json;

  /** Begins the document. */
  TraceEvents(OutputStream out) {
    stream = new Counted(out);
    // A writer, not a byte generator: a lone surrogate in an id becomes "?", not an error.
    Writer writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    json = FACTORY.createGenerator(ObjectWriteContext.empty(), writer);
    json.writeStartObject();
    json.writeArrayPropertyStart("traceEvents");
  }

  /**
   * Names a process and gives it its place.
   *
   * @param label a remark shown beside the name, or null
   */
  void process(int pid, String name, int place, @Nullable String label) {
    metadata("process_name", pid, null, () -> json.writeStringProperty("name", name));
    metadata("process_sort_index", pid, null, () -> json.writeNumberProperty("sort_index", place));
    if (label != null) {
      metadata("process_labels", pid, null, () -> json.writeStringProperty("labels", label));
    }
  }

  /** Names a thread and gives it its place inside its process. */
  void thread(int pid, int tid, String name, int place) {
    metadata("thread_name", pid, tid, () -> json.writeStringProperty("name", name));
    metadata("thread_sort_index", pid, tid, () -> json.writeNumberProperty("sort_index", place));
  }

  private void metadata(String what, int pid, @Nullable Integer tid, Runnable args) {
    json.writeRaw('\n');
    json.writeStartObject();
    json.writeStringProperty("ph", "M");
    json.writeNumberProperty("pid", pid);
    if (tid != null) {
      json.writeNumberProperty("tid", tid);
    }
    json.writeStringProperty("name", what);
    json.writeObjectPropertyStart("args");
    args.run();
    json.writeEndObject();
    json.writeEndObject();
  }

  /**
   * Writes a slice.
   *
   * @param args writes the properties shown with it, or null
   */
  void slice(
      int pid,
      int tid,
      String name,
      String category,
      long beginMicros,
      long endMicros,
      @Nullable Consumer<JsonGenerator> args) {
    begin("X", beginMicros, pid);
    json.writeNumberProperty("tid", tid);
    json.writeNumberProperty("dur", endMicros - beginMicros);
    json.writeStringProperty("cat", category);
    json.writeStringProperty("name", name);
    if (args != null) {
      json.writeObjectPropertyStart("args");
      args.accept(json);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /**
   * Writes values of a counter of a process; they hold until the next ones.
   *
   * @param args writes one number for each line of the counter
   */
  void counter(int pid, String name, long atMicros, Consumer<JsonGenerator> args) {
    begin("C", atMicros, pid);
    json.writeStringProperty("name", name);
    json.writeObjectPropertyStart("args");
    args.accept(json);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Begins an arrow at the innermost slice of a thread that is open at that time. */
  void arrowFrom(int pid, int tid, String name, long id, long atMicros) {
    arrow("s", pid, tid, name, id, atMicros);
    json.writeEndObject();
  }

  /** Ends an arrow at the innermost slice of a thread that is open at that time. */
  void arrowTo(int pid, int tid, String name, long id, long atMicros) {
    arrow("f", pid, tid, name, id, atMicros);
    json.writeStringProperty("bp", "e");
    json.writeEndObject();
  }

  private void arrow(String phase, int pid, int tid, String name, long id, long atMicros) {
    begin(phase, atMicros, pid);
    json.writeNumberProperty("tid", tid);
    json.writeNumberProperty("id", id);
    json.writeStringProperty("cat", "flow");
    json.writeStringProperty("name", name);
  }

  private void begin(String phase, long atMicros, int pid) {
    json.writeRaw('\n');
    json.writeStartObject();
    json.writeStringProperty("ph", phase);
    json.writeNumberProperty("ts", atMicros);
    json.writeNumberProperty("pid", pid);
  }

  /** Bytes written so far. */
  long bytes() {
    json.flush();
    return stream.bytes;
  }

  /** Ends the document; the stream stays open. */
  void end(Map<String, String> about) {
    json.writeEndArray();
    json.writeObjectPropertyStart("otherData");
    about.forEach(json::writeStringProperty);
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  /** Counts what passes; a failure to write ends the work. */
  private static final class Counted extends FilterOutputStream {
    private long bytes;

    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) {
      throw new UnsupportedOperationException("the encoder writes arrays");
    }

    @Override
    public void write(byte[] buffer, int offset, int length) {
      try {
        out.write(buffer, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      bytes += length;
    }
  }

  /** The escapes of JSON, and DELETE. */
  private static final class DeleteToo extends CharacterEscapes {
    private static final long serialVersionUID = 1L;
    private static final int DELETE = 0x7f;

    private final int[] escapes = standardAsciiEscapesForJSON();

    DeleteToo() {
      escapes[DELETE] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return escapes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }
}
