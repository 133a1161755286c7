package dev.turnstile.workload.synthetic;

import java.nio.charset.StandardCharsets;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Random streams by name, for one seed. */
final class Streams {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long seed;

  Streams(long seed) {
    this.seed = seed;
  }

  /** The stream of a quantity of a session, at its beginning. */
  UniformRandomProvider of(String quantity, String session) {
    long hash = FNV_OFFSET;
    for (byte b : (quantity + '/' + session).getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return RandomSource.XO_SHI_RO_256_PP.create(seed ^ hash);
  }
}
