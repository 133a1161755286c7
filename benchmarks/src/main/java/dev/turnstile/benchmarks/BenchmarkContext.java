package dev.turnstile.benchmarks;

import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.index.LoadTracker;
import dev.turnstile.policies.index.PrefixIndex;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.WorkerView;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * What a policy sees of a cluster, without a cluster: the router's own books, and sessions that
 * share a prefix and have grown to different lengths.
 */
final class BenchmarkContext implements PolicyContext {
  static final int SHARED_BLOCKS = 128;
  private static final int MAX_BATCHED_TOKENS = 8192;

  /** A gate's answer for a request that it has held. */
  record Release(RequestView request, Admission how) {}

  private final WorkerView[] workers;
  private final BenchmarkRequests requests;
  private final LoadTracker loads;
  private final PrefixIndex prefixes;
  private final SplittableRandom random = new SplittableRandom(1);
  private final ArrayDeque<Release> releases = new ArrayDeque<>();
  private long nowNanos;

  /**
   * Creates the books.
   *
   * @param sessions number of sessions; each has one request, of 129 to 1,152 blocks
   */
  BenchmarkContext(int workerCount, long kvBlocks, int sessions) {
    workers = new WorkerView[workerCount];
    for (int worker = 0; worker < workerCount; worker++) {
      workers[worker] =
          new WorkerView(
              worker,
              kvBlocks,
              BenchmarkRequests.BLOCK_TOKENS,
              0,
              MAX_BATCHED_TOKENS,
              WorkerView.UNPUBLISHED);
    }
    long[][] chains = new long[sessions][];
    for (int session = 0; session < sessions; session++) {
      int own = 1 + session * 8 % 1024;
      chains[session] = Chains.of(SHARED_BLOCKS, SHARED_BLOCKS + own, session);
    }
    requests = new BenchmarkRequests(chains, 1);
    loads = new LoadTracker(workerCount, requests.blocks());
    prefixes = new PrefixIndex(workerCount, requests.blocks());
  }

  /** A request with the prompt of a session, which grows no more. */
  BenchmarkRequest request(int number, int session) {
    return new BenchmarkRequest(
        number,
        session,
        number,
        requests.inputTokens(session),
        requests.promptNode(session),
        requests.depth(session));
  }

  /** Lets a worker hold the blocks of a session's prompt. */
  void store(int worker, int session) {
    int node = requests.promptNode(session);
    while (node >= 0) {
      int from = blocks().start(node);
      int to = blocks().end(node);
      if (to > from) {
        prefixes.onStored(worker, KvTier.HBM, node, from, to);
      }
      node = blocks().parent(node);
    }
  }

  LoadTracker loadTracker() {
    return loads;
  }

  PrefixIndex prefixIndex() {
    return prefixes;
  }

  ArrayDeque<Release> releases() {
    return releases;
  }

  void passTime(long nanos) {
    nowNanos += nanos;
  }

  @Override
  public long nowNanos() {
    return nowNanos;
  }

  @Override
  public int workerCount() {
    return workers.length;
  }

  @Override
  public WorkerView worker(int id) {
    return workers[id];
  }

  @Override
  public boolean live(int id) {
    return true;
  }

  @Override
  public boolean eligible(RequestView request, int worker) {
    return true;
  }

  @Override
  public BlockTree blocks() {
    return requests.blocks();
  }

  @Override
  public SplittableRandom random() {
    return random;
  }

  @Override
  public LoadView loads() {
    return loads;
  }

  @Override
  public PrefixView prefixes() {
    return prefixes;
  }

  @Override
  public long generatedTokens(RequestView request) {
    return 0;
  }

  @Override
  public void release(RequestView request, Admission how) {
    releases.add(new Release(request, how));
  }

  @Override
  public void place(RequestView request, Placement where) {
    throw new IllegalStateException("no router of these benchmarks parks requests");
  }

  @Override
  public void wakeAt(long timeNanos) {}

  @Override
  public DecisionLog log() {
    return SilentLog.INSTANCE;
  }
}
