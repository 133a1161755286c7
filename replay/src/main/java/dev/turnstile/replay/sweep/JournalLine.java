package dev.turnstile.replay.sweep;

import dev.turnstile.replay.statistics.BootstrapDraws;
import dev.turnstile.workload.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One line of a journal: the CRC-32C of a JSON object as 8 hex digits, a space, the object, a line
 * end. Draws are little strings of their own: Base64 over big-endian floats.
 */
final class JournalLine {
  private static final int CHECKSUM = 8;
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private JournalLine() {}

  static byte[] of(String id, Outcome outcome, BootstrapDraws draws) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("point", id);
    content.put("outcome", OutcomeJson.write(outcome));
    Map<String, String> packed = new LinkedHashMap<>();
    draws.byMetric().forEach((metric, values) -> packed.put(metric, pack(values)));
    content.put("draws", packed);
    return of(content);
  }

  /** A line with any object that can be written as JSON. */
  static byte[] of(Object content) {
    byte[] json = MAPPER.writeValueAsBytes(content);
    ByteBuffer line = ByteBuffer.allocate(CHECKSUM + 1 + json.length + 1);
    line.put(checksum(json, 0, json.length).getBytes(StandardCharsets.US_ASCII));
    line.put((byte) ' ').put(json).put((byte) '\n');
    return line.array();
  }

  private static String checksum(byte[] bytes, int from, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, count);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** The object of a line; null if the line is not whole. */
  static @Nullable JsonNode parse(byte[] line) {
    int json = line.length - CHECKSUM - 2;
    if (json < 1 || line[line.length - 1] != '\n') {
      return null;
    }
    String given = new String(line, 0, CHECKSUM, StandardCharsets.ISO_8859_1);
    if (!given.equals(checksum(line, CHECKSUM + 1, json))) {
      return null;
    }
    try {
      return MAPPER.readTree(line, CHECKSUM + 1, json);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** The object of a line that was written or read before. */
  static JsonNode content(byte[] line) {
    JsonNode content = parse(line);
    if (content == null) {
      throw new IllegalStateException("a line of the journal has changed");
    }
    return content;
  }

  static BootstrapDraws draws(JsonNode content) {
    Map<String, float[]> all = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : content.path("draws").properties()) {
      all.put(entry.getKey(), unpack(entry.getValue().asString()));
    }
    return new BootstrapDraws(all);
  }

  private static String pack(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.asFloatBuffer().put(values);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  private static float[] unpack(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  static InvalidInputException foreign(Path file) {
    return new InvalidInputException(
        file.toString(), 0, "", "is no journal of a sweep", "name another folder");
  }

  static InvalidInputException damaged(Path file, int line) {
    return new InvalidInputException(
        file.toString(),
        line,
        "",
        "the line is damaged, so the results after it cannot be trusted",
        "begin the sweep anew in another folder",
        null);
  }
}
