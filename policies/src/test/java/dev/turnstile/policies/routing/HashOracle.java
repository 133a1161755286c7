package dev.turnstile.policies.routing;

import java.math.BigInteger;

/** FNV-1a-64 with unbounded integers, as its authors describe it. */
final class HashOracle {
  private static final BigInteger OFFSET = new BigInteger("14695981039346656037");
  private static final BigInteger PRIME = new BigInteger("1099511628211");
  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(64);

  private HashOracle() {}

  static BigInteger fnv1a64(byte[] bytes) {
    BigInteger hash = OFFSET;
    for (byte b : bytes) {
      hash = hash.xor(BigInteger.valueOf(b & 0xff)).multiply(PRIME).mod(MODULUS);
    }
    return hash;
  }
}
