package dev.turnstile.workload.trace.write;

import java.io.Flushable;
import java.io.OutputStream;
import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON objects, one a line.
 *
 * <p>Between {@link #begin} and {@link #end} one object is written through {@link #json} and the
 * helpers of this class. The stream stays open.
 */
final class JsonOutput implements Flushable {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .rootValueSeparator("")
          .build();

  private static final int NANOS_DIGITS_PER_MS = 6;

  private final JsonGenerator json;

  JsonOutput(OutputStream stream) {
    json = JSON.createGenerator(ObjectWriteContext.empty(), stream);
  }

  JsonGenerator json() {
    return json;
  }

  void begin() {
    json.writeStartObject();
  }

  void end() {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** A time in milliseconds with all its decimals. */
  void millis(String field, long nanos) {
    json.writeName(field);
    json.writeNumber(millis(nanos));
  }

  void ids(String field, int[] ids) {
    json.writeName(field);
    json.writeArray(ids, 0, ids.length);
  }

  /** An unsigned 64-bit number. */
  void unsigned(long value) {
    json.writeNumber(Long.toUnsignedString(value));
  }

  @Override
  public void flush() {
    json.flush();
  }

  private static String millis(long nanos) {
    BigDecimal millis = BigDecimal.valueOf(nanos, NANOS_DIGITS_PER_MS);
    return nanos == 0 ? "0" : millis.stripTrailingZeros().toPlainString();
  }
}
