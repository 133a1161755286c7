package dev.turnstile.replay.sweep;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What tells complete scenarios apart. */
final class ScenarioId {
  private static final int HEX_DIGITS = 12;

  private ScenarioId() {}

  /** The first digits of the SHA-256 of everything that an exported scenario says. */
  static String of(Map<String, Object> config) {
    byte[] text = JsonMapper.shared().writeValueAsString(config).getBytes(StandardCharsets.UTF_8);
    return sha256(text).substring(0, HEX_DIGITS);
  }

  /** The SHA-256 in hex digits. */
  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The value at a path of an exported scenario, or null. {@code policy.KEY} is that of the first
   * policy that has the key.
   */
  static @Nullable Object valueAt(Map<String, Object> config, String path) {
    Object at = config;
    for (String key : path.split("\\.", -1)) {
      at = at instanceof Map<?, ?> map ? map.get(key) : null;
    }
    if (at == null && path.startsWith("policy.") && config.get("policy") instanceof Map<?, ?> all) {
      String key = path.substring(path.indexOf('.') + 1);
      for (Object policy : all.values()) {
        if (policy instanceof Map<?, ?> parameters && parameters.containsKey(key)) {
          return parameters.get(key);
        }
      }
    }
    return at;
  }
}
