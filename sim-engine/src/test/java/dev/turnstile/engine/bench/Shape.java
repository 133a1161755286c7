package dev.turnstile.engine.bench;

import java.util.Arrays;

/**
 * A closed loop of requests; those of one session follow one another.
 *
 * @param concurrency requests, or sessions, that are there at the same time
 * @param turns requests of each session
 */
record Shape(ColumnRequests requests, int concurrency, int turns, long kvBlocks) {
  private static final int BLOCK_TOKENS = 64;

  static Shape of(String name) {
    return switch (name) {
      case "dense" -> unique(131_072, 1024, 128, 64, 16_384);
      case "long-decode" -> unique(4_096, 1024, 2048, 128, 16_384);
      case "long-prefill" -> unique(16_384, 32_768, 32, 16, 16_384);
      case "sessions" -> sessions(16_384, 16, 16, 512);
      case "one-decode" -> unique(1, 1024, 1_000_000, 1, 16_384);
      case "few-decodes" -> unique(64, 1024, 100_000, 4, 16_384);
      case "some-decodes" -> unique(64, 1024, 20_000, 32, 16_384);
      case "long-context" -> unique(8, 10_000_000, 64, 1, 1 << 20);
      case "long-session" -> oneSession(20_000, 32_768);
      case "short-session" -> oneSession(2_000, 32_768);
      case "one-prefix" -> onePrefix(200_000, 64, 16_384);
      default -> throw new IllegalArgumentException("no shape " + name);
    };
  }

  private static Shape unique(int count, int input, int output, int concurrency, long kvBlocks) {
    ColumnRequests requests = new ColumnRequests(BLOCK_TOKENS);
    long id = 1;
    for (int i = 0; i < count; i++) {
      long[] chain = new long[input / BLOCK_TOKENS];
      for (int block = 0; block < chain.length; block++) {
        chain[block] = id++;
      }
      requests.add(chain, output);
    }
    requests.freeze();
    return new Shape(requests, concurrency, 1, kvBlocks);
  }

  /** Sessions of four turns; half of each first prompt is shared by the sessions of a group. */
  private static Shape sessions(int count, int live, int groups, long kvBlocks) {
    ColumnRequests requests = new ColumnRequests(BLOCK_TOKENS);
    int turns = 4;
    int perTurn = 1024 / BLOCK_TOKENS;
    int output = 128;
    long id = 1 << 20;
    for (int session = 0; session < count / turns; session++) {
      long[] chain = {};
      for (int turn = 0; turn < turns; turn++) {
        int from = chain.length;
        chain = Arrays.copyOf(chain, from + perTurn + (turn == 0 ? 0 : output / BLOCK_TOKENS));
        for (int block = from; block < chain.length; block++) {
          boolean shared = block < perTurn / 2;
          chain[block] = shared ? (session % groups) * 1000L + block : id++;
        }
        requests.add(chain.clone(), output);
      }
    }
    requests.freeze();
    return new Shape(requests, live, turns, kvBlocks);
  }

  /** A session whose every turn adds a block to the prompt of the one before. */
  private static Shape oneSession(int turns, long kvBlocks) {
    ColumnRequests requests = new ColumnRequests(BLOCK_TOKENS);
    long[] chain = new long[turns];
    Arrays.setAll(chain, block -> block + 1);
    for (int turn = 1; turn <= turns; turn++) {
      requests.add(Arrays.copyOf(chain, turn), BLOCK_TOKENS / 2);
    }
    requests.freeze();
    return new Shape(requests, 1, turns, kvBlocks);
  }

  /**
   * Sessions of one turn that share all but the last block of a prompt; every fourth shares all.
   */
  private static Shape onePrefix(int count, int concurrency, long kvBlocks) {
    ColumnRequests requests = new ColumnRequests(BLOCK_TOKENS);
    for (int i = 0; i < count; i++) {
      long[] chain = new long[64];
      Arrays.setAll(chain, block -> block + 1);
      chain[63] = i % 4 == 0 ? 64 : 1000 + i;
      requests.add(chain, 16);
    }
    requests.freeze();
    return new Shape(requests, concurrency, 1, kvBlocks);
  }
}
