package dev.turnstile.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RandomStreamsTest {

  private static long hash(String text) {
    return RandomStreams.fnv1a64(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void hashesAsTheAuthorsOfFnvPublished() {
    // Test vectors of the FNV reference code, 64-bit FNV-1a.
    assertThat(hash("")).isEqualTo(0xcbf29ce484222325L);
    assertThat(hash("a")).isEqualTo(0xaf63dc4c8601ec8cL);
    assertThat(hash("foobar")).isEqualTo(0x85944171f73967e8L);
  }

  @Test
  void seedsAStreamWithTheRunsSeedAndTheHashOfItsName() {
    long first = new RandomStreams(42).stream("worker.0").nextLong();

    assertThat(first).isEqualTo(new SplittableRandom(42 ^ hash("worker.0")).nextLong());
  }

  @Test
  void givesEachNameItsOwnNumbersFromTheBeginning() {
    RandomStreams streams = new RandomStreams(7);

    long first = streams.stream("arrivals").nextLong();

    assertThat(streams.stream("routing").nextLong()).isNotEqualTo(first);
    assertThat(streams.stream("arrivals").nextLong()).isEqualTo(first);
  }
}
