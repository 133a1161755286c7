package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.engine.kv.KvTier;
import dev.turnstile.policies.index.RecentPrefixes;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows the cache while the load is even, and the load otherwise: SGLang's cache-aware gateway.
 *
 * <p>Load is a worker's active requests. If the largest and the least differ by more than {@code
 * balance_abs_threshold}, and the largest is more than {@code balance_rel_threshold} times the
 * least, the least loaded worker is taken. Else, if the best prefix match is more than {@code
 * cache_threshold} of the prompt, the worker with that match, the least loaded of several. Else the
 * least loaded worker. All comparisons are exact and strict.
 *
 * <p>The approximate variant keeps a tree of the prompts it has sent to each worker and forgets the
 * least recently used parts above {@code max_tree_size} tokens per worker every {@code
 * eviction_interval}; the exact variant learns from KV events what workers hold. Upstream counts
 * characters; here the tree counts tokens of full blocks.
 */
final class TwoTier implements Router {
  private final PolicyContext context;
  private final LoadView loads;
  private final PrefixView prefixes;
  private final @Nullable RecentPrefixes tree;
  private final BigDecimal cacheThreshold;
  private final long absThreshold;
  private final BigDecimal relThreshold;
  private final long maxTreeBlocks;
  private final long trimPeriodNanos;
  private long nextTrimNanos;
  private final Candidates candidates;
  private final Choice choice;
  private final RouteLog log;
  private final long[] matches;

  private TwoTier(PolicyParams params, PolicyContext context) {
    this.context = context;
    loads = context.loads();
    boolean exact = params.text("variant").equals("exact");
    tree =
        exact
            ? null
            : new RecentPrefixes(
                context.workerCount(),
                context.blocks(),
                RecentPrefixes.FOR_EVER,
                context::nowNanos);
    prefixes = tree == null ? context.prefixes() : tree;
    cacheThreshold = params.decimal("cache_threshold");
    absThreshold = params.integer("balance_abs_threshold");
    relThreshold = params.decimal("balance_rel_threshold");
    maxTreeBlocks = params.integer("max_tree_size") / context.blocks().blockTokens();
    trimPeriodNanos = params.secondsAsNanos("eviction_interval");
    nextTrimNanos = trimPeriodNanos;
    candidates = new Candidates(context);
    choice = new Choice(params, context.random());
    log = new RouteLog(context);
    matches = new long[context.workerCount()];
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    trimWhenDue();
    IntArrayList workers = candidates.of(request);
    prefixes.blocks(request, KvTier.HBM, matches);
    long best = 0;
    long least = Long.MAX_VALUE;
    long most = 0;
    for (int i = 0; i < workers.size(); i++) {
      int worker = workers.getInt(i);
      best = Math.max(best, matches[worker]);
      least = Math.min(least, loads.activeRequests(worker));
      most = Math.max(most, loads.activeRequests(worker));
    }
    boolean uneven = most - least > absThreshold && isMore(most, relThreshold, least);
    boolean cached =
        isMore(best * context.blocks().blockTokens(), cacheThreshold, request.inputTokens());
    String rule = uneven ? "uneven_load" : cached ? "best_match" : "no_match";
    int worker = leastLoaded(workers, uneven || !cached ? 0 : best);
    log(request, worker, rule, workers);
    if (tree != null) {
      tree.use(request, worker);
    }
    return Placement.on(worker);
  }

  @Override
  public void onWorkerRemoved(int worker) {
    if (tree != null) {
      tree.onWorkerRemoved(worker);
    }
  }

  /** Trims before the first decision after each multiple of the period, which is as good. */
  private void trimWhenDue() {
    if (tree != null && context.nowNanos() > nextTrimNanos) {
      tree.trim(maxTreeBlocks);
      long periods = (context.nowNanos() + trimPeriodNanos - 1) / trimPeriodNanos;
      nextTrimNanos = periods * trimPeriodNanos;
    }
  }

  /** The least loaded of the workers that match at least {@code match} blocks. */
  private int leastLoaded(IntArrayList workers, long match) {
    choice.clear();
    for (int i = 0; i < workers.size(); i++) {
      int worker = workers.getInt(i);
      if (matches[worker] >= match) {
        choice.offer(worker, loads.activeRequests(worker));
      }
    }
    return choice.take();
  }

  /** Whether {@code value > factor * base}, without rounding. */
  private static boolean isMore(long value, BigDecimal factor, long base) {
    return BigDecimal.valueOf(value).compareTo(factor.multiply(BigDecimal.valueOf(base))) > 0;
  }

  private void log(RequestView request, int worker, String rule, IntArrayList workers) {
    if (!log.enabled()) {
      return;
    }
    DecisionLog.Entry entry = log.begin(request, worker, rule, workers.size());
    for (int i = 0; i < workers.size(); i++) {
      int candidate = workers.getInt(i);
      if (RouteLog.shows(i, candidate, worker)) {
        entry
            .put("w" + candidate + ".active_requests", loads.activeRequests(candidate))
            .put("w" + candidate + ".match_blocks", matches[candidate]);
      }
    }
    entry.write();
  }

  /** Makes {@link TwoTier}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    private static final Map<String, String> GATEWAY =
        Map.of(
            "cache_threshold", "0.3",
            "balance_abs_threshold", "64",
            "balance_rel_threshold", "1.5");

    @Override
    public String id() {
      return "two-tier";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Follows the best prefix match while loads are even, else the least load.";
    }

    @Override
    public String source() {
      return "SGLang gateway, policy cache_aware; defaults of the library and of its command line";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(
          PolicyParameter.choice(
              "preset",
              List.of("library", "gateway"),
              "gateway sets cache_threshold 0.3, balance_abs_threshold 64, balance_rel_threshold 1.5."),
          PolicyParameter.choice(
              "variant",
              List.of("approximate", "exact"),
              "Whether matches are guessed from routed prompts or learnt from KV events."),
          PolicyParameter.decimal(
              "cache_threshold",
              "0.5",
              "0",
              "1",
              "",
              "Share of the prompt that a match must exceed."),
          PolicyParameter.integer(
              "balance_abs_threshold",
              32,
              0,
              Integer.MAX_VALUE,
              "requests",
              "Difference of loads above which they are uneven."),
          PolicyParameter.decimal(
              "balance_rel_threshold",
              "1.1",
              "0",
              "",
              "",
              "Ratio of loads above which they are uneven."),
          PolicyParameter.integer(
              "max_tree_size",
              1L << 26,
              0,
              1L << 40,
              "tokens",
              "Size per worker to which the approximate tree is trimmed."),
          PolicyParameter.decimal(
              "eviction_interval", "120", "0.001", "", "s", "Time between two trims."),
          Choice.TIE_BREAK);
    }

    @Override
    public Map<String, String> defaults(Map<String, String> given) {
      return "gateway".equals(given.get("preset")) ? GATEWAY : Map.of();
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new TwoTier(params, context);
    }
  }
}
