package dev.turnstile.workload.trace;

import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import dev.turnstile.workload.trace.ReaderOptions.WekaClock;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reader options with a few changes, for tests. */
public final class Options {
  private boolean lenient;
  private OptionalInt traceBlockTokens = OptionalInt.empty();
  private TimeUnit timeUnit = TimeUnit.AUTO;
  private boolean serialOverlap;
  private OutputIdentity outputIdentity = OutputIdentity.UNIQUE;
  private boolean acceptLegacy;
  private boolean splitContextFree;
  private boolean identityFromHeaders;
  private @Nullable String modelFilter;
  private long startOffsetNanos;
  private long endOffsetNanos = Long.MAX_VALUE;
  private long maxInputLength = Long.MAX_VALUE;
  private long limit = Long.MAX_VALUE;
  private boolean requireTimestamps = true;
  private WekaClock wekaClock = WekaClock.AUTO;
  private boolean wekaChains;
  private boolean spreadTies;

  public static Options options() {
    return new Options();
  }

  public static ReaderOptions lenient() {
    return new Options().lenient(true).build();
  }

  public Options lenient(boolean skipBadRows) {
    lenient = skipBadRows;
    return this;
  }

  public Options traceBlockTokens(int tokens) {
    traceBlockTokens = OptionalInt.of(tokens);
    return this;
  }

  public Options timeUnit(TimeUnit unit) {
    timeUnit = unit;
    return this;
  }

  public Options serialOverlap() {
    serialOverlap = true;
    return this;
  }

  public Options outputIdentity(OutputIdentity identity) {
    outputIdentity = identity;
    return this;
  }

  public Options acceptLegacy() {
    acceptLegacy = true;
    return this;
  }

  public Options splitContextFree() {
    splitContextFree = true;
    return this;
  }

  public Options identityFromHeaders() {
    identityFromHeaders = true;
    return this;
  }

  public Options modelFilter(String model) {
    modelFilter = model;
    return this;
  }

  public Options window(long startNanos, long endNanos) {
    startOffsetNanos = startNanos;
    endOffsetNanos = endNanos;
    return this;
  }

  public Options maxInputLength(long tokens) {
    maxInputLength = tokens;
    return this;
  }

  public Options limit(long plays) {
    limit = plays;
    return this;
  }

  public Options withoutTimestamps() {
    requireTimestamps = false;
    return this;
  }

  public Options wekaClock(WekaClock clock) {
    wekaClock = clock;
    return this;
  }

  public Options wekaChains() {
    wekaChains = true;
    return this;
  }

  public Options spreadTies() {
    spreadTies = true;
    return this;
  }

  public ReaderOptions build() {
    return new ReaderOptions(
        lenient,
        traceBlockTokens,
        timeUnit,
        serialOverlap,
        outputIdentity,
        acceptLegacy,
        splitContextFree,
        identityFromHeaders,
        requireTimestamps,
        modelFilter,
        wekaClock,
        wekaChains,
        startOffsetNanos,
        endOffsetNanos,
        maxInputLength,
        limit,
        spreadTies);
  }
}
