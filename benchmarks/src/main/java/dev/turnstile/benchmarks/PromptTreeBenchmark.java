package dev.turnstile.benchmarks;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The prompt tree of 200 agent sessions of 20 turns, turn by turn: 128 blocks that all share, 64
 * more in each turn.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PromptTreeBenchmark {
  private static final int SESSIONS = 200;
  private static final int TURNS = 20;
  private static final int PROMPTS = SESSIONS * TURNS;
  private static final int SHARED = 128;
  private static final int PER_TURN = 64;
  private static final int BLOCK_TOKENS = 64;

  private final long[][] chains = new long[SESSIONS][];
  private final int[] nodes = new int[PROMPTS];
  private final int[] depths = new int[PROMPTS];
  private final BlockTree blocks;
  private final SplittableRandom random = new SplittableRandom(1);

  /** Makes the chains, and the tree that look-ups use. */
  public PromptTreeBenchmark() {
    for (int session = 0; session < SESSIONS; session++) {
      chains[session] = Chains.of(SHARED, SHARED + TURNS * PER_TURN, session);
    }
    blocks = new BlockTree(build(), BLOCK_TOKENS);
  }

  /** Interns all prompts and freezes the tree; the time is that of one prompt. */
  @Benchmark
  @OperationsPerInvocation(PROMPTS)
  public final PromptTree build() {
    PromptTreeBuilder builder = new PromptTreeBuilder(BLOCK_TOKENS);
    int root = builder.newRoot();
    for (int prompt = 0; prompt < PROMPTS; prompt++) {
      depths[prompt] = SHARED + (prompt / SESSIONS + 1) * PER_TURN;
      nodes[prompt] = builder.insert(root, chains[prompt % SESSIONS], depths[prompt]);
    }
    return builder.freeze(nodes, depths);
  }

  /** Finds the node of a block on the path of a prompt. */
  @Benchmark
  public int findNode() {
    return blocks.nodeAt(nodes[random.nextInt(PROMPTS)], random.nextInt(SHARED + PER_TURN));
  }

  /** Walks from the end of a prompt to its root. */
  @Benchmark
  public long walkPath() {
    long sum = 0;
    int node = nodes[random.nextInt(PROMPTS)];
    while (node != PromptTree.NO_NODE) {
      sum += blocks.end(node);
      node = blocks.parent(node);
    }
    return sum;
  }
}
