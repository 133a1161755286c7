package dev.turnstile.replay.scenario;

import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.ReaderOptions.TimeUnit;
import dev.turnstile.workload.trace.ReaderOptions.WekaClock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How the trace is read.
 *
 * @param traceFormat format id, or auto
 * @param traceBlockTokens tokens per trace block, if given
 * @param lenient whether bad rows are skipped and counted
 * @param timeUnit unit of absolute times
 * @param overlap overlap rule
 * @param outputIdentity ids of generated blocks
 * @param acceptLegacy whether older names are read
 * @param splitContextFree whether rows without context are sessions of their own
 * @param identityFromHeaders whether headers give the session
 * @param modelFilter the only model to keep, if given
 * @param wekaClock basis of nested times
 * @param wekaChains whether streams are rebuilt by prefix
 * @param startOffsetNanos plays before it are dropped
 * @param endOffsetNanos plays from it on are dropped
 * @param maxInputLength longest prompt to keep
 * @param limit most plays to keep
 * @param spreadTies whether equal timestamps are spread
 */
public record WorkloadGroup(
    @Setting(
            key = "trace_format",
            value = "auto",
            option = "--trace-format",
            doc = "format of the trace: auto or an id of sim formats")
        String traceFormat,
    @Setting(
            key = "trace_block_size",
            value = "none",
            min = "1",
            unit = "tokens",
            option = "--trace-block-size",
            doc = "tokens per hash; none = from the file, else 512")
        OptionalInt traceBlockTokens,
    @Setting(
            key = "lenient",
            value = "false",
            option = "--lenient",
            doc = "skip and count bad rows instead of stopping")
        boolean lenient,
    @Setting(
            key = "time_unit",
            value = "auto",
            option = "--time-unit",
            doc = "unit of the absolute times in the file")
        TimeUnit timeUnit,
    @Setting(
            key = "overlap",
            value = "parallel",
            option = "--overlap",
            doc =
                "what a turn waits for that was recorded as starting before the one before it ended")
        Overlap overlap,
    @Setting(
            key = "output_identity",
            value = "unique",
            option = "--output-identity",
            doc = "which ids the blocks of generated tokens get")
        OutputIdentity outputIdentity,
    @Setting(
            key = "accept_legacy",
            value = "false",
            option = "--accept-legacy",
            doc = "read older names of request traces")
        boolean acceptLegacy,
    @Setting(
            key = "split_context_free",
            value = "false",
            option = "--split-context-free",
            doc = "treat rows without session context as sessions of one request")
        boolean splitContextFree,
    @Setting(
            key = "identity_from_headers",
            value = "false",
            option = "--identity-from-headers",
            doc = "take a missing session context from recorded request headers")
        boolean identityFromHeaders,
    @Setting(
            key = "model_filter",
            value = "none",
            option = "--model-filter",
            doc = "keep only requests of this model")
        Optional<String> modelFilter,
    @Setting(
            key = "weka_clock",
            value = "auto",
            option = "--weka-clock",
            doc = "basis of nested times in a Weka trace")
        WekaClock wekaClock,
    @Setting(
            key = "weka_chains",
            value = "false",
            option = "--weka-chains",
            doc = "rebuild parallel streams of a Weka trace by prefix")
        boolean wekaChains,
    @Setting(
            key = "start_offset",
            value = "0",
            min = "0",
            unit = "s",
            option = "--start-offset",
            doc = "drop plays that start before this time")
        long startOffsetNanos,
    @Setting(
            key = "end_offset",
            value = "none",
            min = "0",
            unit = "s",
            option = "--end-offset",
            doc = "drop plays that start at or after this time")
        OptionalLong endOffsetNanos,
    @Setting(
            key = "max_input_length",
            value = "none",
            min = "1",
            unit = "tokens",
            option = "--max-input-length",
            doc = "drop plays with a longer prompt")
        OptionalLong maxInputLength,
    @Setting(
            key = "limit",
            value = "none",
            min = "1",
            unit = "plays",
            option = "--limit",
            doc = "keep at most this many plays, in play order")
        OptionalLong limit,
    @Setting(
            key = "spread_ties",
            value = "false",
            option = "--spread-ties",
            doc = "spread equal Mooncake timestamps over the step to the next one")
        boolean spreadTies) {

  /** What an overlapping turn waits for. */
  public enum Overlap {
    /** The dispatch of the turn before it: what ran in parallel stays parallel. */
    PARALLEL,
    /** The completion of the turn before it. */
    SERIAL
  }

  /**
   * The options of a trace reader.
   *
   * @param requireTimestamps whether first turns need a recorded time, as in an open loop
   */
  public ReaderOptions readerOptions(boolean requireTimestamps) {
    return new ReaderOptions(
        lenient,
        traceBlockTokens,
        timeUnit,
        overlap == Overlap.SERIAL,
        outputIdentity,
        acceptLegacy,
        splitContextFree,
        identityFromHeaders,
        requireTimestamps,
        modelFilter.orElse(null),
        wekaClock,
        wekaChains,
        startOffsetNanos,
        endOffsetNanos.orElse(Long.MAX_VALUE),
        maxInputLength.orElse(Long.MAX_VALUE),
        limit.orElse(Long.MAX_VALUE),
        spreadTies);
  }
}
