package dev.turnstile.reports.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TraceEventsTest {

  @Test
  void writesOneEventPerLineWithPhaseAndTimeInFront() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceEvents out = new TraceEvents(bytes);

    out.process(1, "p", 3, "label");
    out.thread(1, 7, "t", 0);
    out.slice(1, 7, "s", "c", 5, 8, json -> json.writeNumberProperty("n", 1));
    out.counter(1, "k", 6, json -> json.writeNumberProperty("value", 2));
    out.arrowFrom(1, 7, "spawn", 4, 5);
    out.arrowTo(1, 7, "spawn", 4, 6);
    out.end(Map.of("kind", "test"));

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"traceEvents":[
            {"ph":"M","pid":1,"name":"process_name","args":{"name":"p"}}
            ,{"ph":"M","pid":1,"name":"process_sort_index","args":{"sort_index":3}}
            ,{"ph":"M","pid":1,"name":"process_labels","args":{"labels":"label"}}
            ,{"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"t"}}
            ,{"ph":"M","pid":1,"tid":7,"name":"thread_sort_index","args":{"sort_index":0}}
            ,{"ph":"X","ts":5,"pid":1,"tid":7,"dur":3,"cat":"c","name":"s","args":{"n":1}}
            ,{"ph":"C","ts":6,"pid":1,"name":"k","args":{"value":2}}
            ,{"ph":"s","ts":5,"pid":1,"tid":7,"id":4,"cat":"flow","name":"spawn"}
            ,{"ph":"f","ts":6,"pid":1,"tid":7,"id":4,"cat":"flow","name":"spawn","bp":"e"}],"otherData":{"kind":"test"}}
            """);
  }

  @Test
  void escapesWhatImportersRefuseAndReplacesHalfCharacters() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceEvents out = new TraceEvents(bytes);

    out.process(1, "\u0000\u007f\"\\ é 😀 \ud800!", 0, null);
    out.end(Map.of());

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("{\"name\":\"\\u0000\\u007F\\\"\\\\ é 😀 ?!\"}");
  }

  @Test
  void countsBytesAsTheyAreWritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceEvents out = new TraceEvents(bytes);

    out.process(1, "é", 0, null);

    assertThat(out.bytes()).isEqualTo(bytes.size()).isPositive();
  }

  @Test
  void aFullDiskEndsTheWork() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    TraceEvents out = new TraceEvents(full);

    assertThatThrownBy(out::bytes)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No space left");
  }
}
