package dev.turnstile.policies.admission;

import dev.turnstile.policies.spi.ChangedWorkers;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyMetrics;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The counters and gauges of {@link ThunderAgent}. */
final class ThunderMetrics implements PolicyMetrics {
  /** What is counted; names as in the report. */
  enum Counter {
    /** Records made. */
    PROGRAMS_CREATED,
    /** Records deleted, whatever the reason. */
    PROGRAMS_ENDED,
    /** Records deleted because the session was idle for long, or to make room for another. */
    PROGRAMS_EXPIRED,
    /** Requests of sessions let go. */
    REQUESTS_ADMITTED,
    /** Requests that had to wait for the end of a pause. */
    REQUESTS_HELD,
    /** Programs that became paused. */
    PAUSES,
    /** Of these: their request found no place. */
    PAUSES_ADMISSION_FULL,
    /** Of these: between turns, on a worker under pressure. */
    PAUSES_PRESSURE,
    /** Of these: marked before, at the end of their turn. */
    PAUSES_MARKED,
    /** Programs that came back. */
    RESUMES,
    /** Of these: they fitted. */
    RESUMES_GREEDY,
    /** Of these: a worker had nothing else. */
    RESUMES_WORK_CONSERVING,
    /** Of these: their request had waited too long. */
    FORCED_RESUMES,
    /** Programs marked for a pause at the end of their turn. */
    PROGRAMS_MARKED,
    /** Programs bound to a worker they were not bound to. */
    WORKER_ASSIGNMENTS,
    /** Resumes on another worker than the last. */
    RESUMES_TO_OTHER_WORKER,
    /** Turns cancelled before their end. */
    ADMISSIONS_CANCELLED,
    /** Programs that have been too large to come back to any worker except by force. */
    PROGRAMS_OVER_CEILING
  }

  private static final List<String> COUNTERS =
      Arrays.stream(Counter.values()).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();

  private static final List<String> GAUGES =
      List.of(
          "programs",
          "paused_programs",
          "acting_programs",
          "marked_programs",
          "held_requests",
          "queued_requests");

  private static final List<String> WORKER_GAUGES =
      List.of(
          "capacity",
          "used",
          "used_decayed",
          "resident_programs",
          "acting_programs",
          "in_flight_programs");

  private final PolicyContext context;
  private final ProgramTable table;
  private final WorkerLedger ledger;
  private final long[] counters = new long[COUNTERS.size()];

  /** Requests that wait behind another one of their session. */
  private long queuedRequests;

  ThunderMetrics(PolicyContext context, ProgramTable table, WorkerLedger ledger) {
    this.context = context;
    this.table = table;
    this.ledger = ledger;
  }

  /** Counts one. */
  void count(Counter counter) {
    counters[counter.ordinal()]++;
  }

  /** Notes that requests began or ceased to wait behind another one. */
  void queued(int change) {
    queuedRequests += change;
  }

  @Override
  public List<String> counterNames() {
    return COUNTERS;
  }

  @Override
  public long counter(int index) {
    return index == Counter.PROGRAMS_OVER_CEILING.ordinal()
        ? ledger.overCeiling()
        : counters[index];
  }

  @Override
  public List<String> gaugeNames() {
    return GAUGES;
  }

  @Override
  public long gauge(int index) {
    return switch (index) {
      case 0 -> table.size();
      case 1 -> table.paused().size();
      case 2 -> ledger.actingCount();
      case 3 -> table.marked();
      case 4 -> table.deferred().size();
      case 5 -> queuedRequests;
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  @Override
  public List<String> workerGaugeNames() {
    return WORKER_GAUGES;
  }

  @Override
  public long workerGauge(int index, int worker) {
    return switch (index) {
      case 0 -> ledger.budget(worker).known() ? ledger.budget(worker).capacityTokens() : UNKNOWN;
      case 1 -> ledger.used(worker);
      case 2 -> ledger.decayed(worker, context.nowNanos());
      case 3 -> ledger.residentCount(worker);
      case 4 -> ledger.actingCount(worker);
      case 5 -> ledger.turns(worker);
      default -> throw new IndexOutOfBoundsException(index);
    };
  }

  @Override
  public ChangedWorkers changedWorkers() {
    return ledger.changed();
  }
}
