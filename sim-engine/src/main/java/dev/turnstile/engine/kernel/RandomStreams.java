package dev.turnstile.engine.kernel;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * The named random streams of a run.
 *
 * <p>A stream is a {@link SplittableRandom} seeded with {@code run seed XOR FNV-1a-64(UTF-8 bytes
 * of the name)}, so that a further consumer never shifts the draws of the others.
 *
 * @param seed the run's seed
 */
public record RandomStreams(long seed) {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** The stream of the given name, at its beginning. */
  public SplittableRandom stream(String name) {
    return new SplittableRandom(seed ^ fnv1a64(name.getBytes(StandardCharsets.UTF_8)));
  }

  /** The 64-bit FNV-1a hash of some bytes (Fowler, Noll, Vo; offset and prime as published). */
  public static long fnv1a64(byte[] bytes) {
    long hash = FNV_OFFSET;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
