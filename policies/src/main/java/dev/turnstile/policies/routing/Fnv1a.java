package dev.turnstile.policies.routing;

import java.nio.charset.StandardCharsets;

/**
 * The 64-bit FNV-1a hash of Fowler, Noll and Vo, which can be continued; compare it unsigned.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9923">RFC 9923</a>
 */
final class Fnv1a {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Fnv1a() {}

  /** The hash of the UTF-8 bytes of a text. */
  static long of(String text) {
    long hash = OFFSET;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = with(hash, b);
    }
    return hash;
  }

  /** The hash of the bytes so far and one more. */
  static long with(long hash, int nextByte) {
    return (hash ^ (nextByte & 0xff)) * PRIME;
  }

  /** The hash of the bytes so far and the decimal digits of a number that is not negative. */
  static long withDecimal(long hash, int number) {
    int unit = 1;
    while (number / unit >= 10) {
      unit *= 10;
    }
    long result = hash;
    for (; unit > 0; unit /= 10) {
      result = with(result, '0' + number / unit % 10);
    }
    return result;
  }
}
