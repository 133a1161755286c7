package dev.turnstile.replay.metrics;

import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns what a collector has heard into a {@link RunResult}.
 *
 * @param policy canonical text of the policy
 * @param workload what was replayed
 * @param requests the engine's view of the requests
 * @param settings settings of the run that the metrics need
 * @param config the complete scenario as nested maps
 * @param definitions the choices behind the numbers
 * @param capacityBlocks pool capacity of each worker
 * @param policyMetrics what the policies counted
 * @param checks names of the checks that held
 * @param notes remarks for people
 */
public record ResultBuilder(
    String policy,
    Workload workload,
    EngineRequests requests,
    MeasureSettings settings,
    Map<String, Object> config,
    Map<String, String> definitions,
    long[] capacityBlocks,
    Map<String, Long> policyMetrics,
    List<String> checks,
    List<String> notes) {

  /**
   * Computes the result.
   *
   * @param collector what was heard
   * @param endNanos simulated end of the run
   */
  public RunResult build(RunCollector collector, long endNanos) {
    RequestLog log = collector.log();
    long idealHitTokens = idealHitTokens(collector);
    Totals totals = Totals.of(log, workload.graph(), settings);
    List<SessionRow> sessions = new SessionTable(workload.graph(), log).rows();
    List<SessionRow> measured = sessions.stream().filter(row -> !row.warmup()).toList();
    List<RunResult.WorkerRow> workers = workers(collector.totals());
    SummaryBuilder summary = new SummaryBuilder(totals, settings);
    summary.counts();
    summary.rates();
    summary.goodput();
    summary.cache(
        idealHitTokens, workers.stream().mapToLong(RunResult.WorkerRow::evictedBlocks).sum());
    if (settings.oracle()) {
      summary.oracle(bestHits(collector));
    }
    summary.sessions(measured, SessionTable.peakLive(sessions), log, workload.graph());
    summary.events(workers, policyMetrics);
    Distributions distributions = new Distributions(log, workload.graph());
    return new RunResult(
        policy,
        workload,
        config,
        definitions,
        summary.build(),
        distributions.compute(collector.gaps(), measured),
        log,
        collector.arrivals().toIntArray(),
        sessions,
        workers,
        collector.states().export(endNanos),
        policyMetrics,
        warnings(totals, log),
        checks,
        notes,
        endNanos);
  }

  /** What the best eviction finds; no eviction finds anything where nothing is looked up. */
  private ClairvoyantCache.Hits bestHits(RunCollector collector) {
    return settings.prefixCaching()
        ? new ClairvoyantCache(requests, collector.log())
            .hits(collector.servingOrder(), capacityBlocks)
        : new ClairvoyantCache.Hits(0, 0);
  }

  /** Hits in an unlimited cache; tells the finder of losses what that cache had of each prompt. */
  private long idealHitTokens(RunCollector collector) {
    RequestLog log = collector.log();
    IdealCache cache = new IdealCache(requests);
    long hits = 0;
    for (int i = 0; i < collector.schedulingOrder().size(); i++) {
      int r = collector.schedulingOrder().getInt(i);
      int seenBlocks = cache.take(r, log.outputTokens(r));
      collector.losses().seen(r, seenBlocks);
      if (!log.warmup(r) && log.status(r).served()) {
        hits += cache.hitTokens(r, seenBlocks);
      }
    }
    return hits;
  }

  private List<RunResult.WorkerRow> workers(WorkerTotals totals) {
    List<RunResult.WorkerRow> rows = new ArrayList<>();
    for (int w = 0; w < capacityBlocks.length; w++) {
      rows.add(
          new RunResult.WorkerRow(
              w,
              totals.requests[w],
              totals.inputTokens[w],
              totals.hitTokens[w],
              totals.computedTokens[w],
              totals.outputTokens[w],
              totals.steps[w],
              totals.busyNanos[w],
              totals.preemptions[w],
              totals.evictedBlocks[w],
              totals.deferredSteps[w],
              capacityBlocks[w]));
    }
    return rows;
  }

  private List<TraceInfo.Warning> warnings(Totals totals, RequestLog log) {
    List<TraceInfo.Warning> all = new ArrayList<>(workload.info().warnings());
    blockSizeMismatch().ifPresent(all::add);
    all.addAll(new RunWarnings(log, workload.graph(), settings, policyMetrics).list(totals));
    all.sort(java.util.Comparator.comparing(TraceInfo.Warning::name));
    return all;
  }

  /** Blocks of another size than the trace's hashes see its sharing less exactly. */
  private Optional<TraceInfo.Warning> blockSizeMismatch() {
    int trace = workload.info().traceBlockTokens();
    int engine = settings.blockTokens();
    if (trace == engine || workload.info().traceBlocks() == 0) {
      return Optional.empty();
    }
    String effect =
        engine < trace
            ? "up to " + (trace - 1) + " shared tokens of a prompt's partial last hash are not seen"
            : "shared prefixes count in whole engine blocks, which are larger than the trace's";
    String example = "trace " + trace + ", engine " + engine + " tokens per block";
    return Optional.of(new TraceInfo.Warning("block_size_mismatch", 1, List.of(example), effect));
  }
}
