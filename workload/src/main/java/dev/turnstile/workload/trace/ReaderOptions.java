package dev.turnstile.workload.trace;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The options that change what a reader makes of a file; the defaults of {@link #DEFAULT}.
 *
 * @param lenient skip what is wrong and count it, where the format's rules allow that
 * @param traceBlockTokens tokens per trace block given by the user
 * @param timeUnit unit of absolute times in the file
 * @param serialOverlap overlapping turns of a session wait for completion instead of dispatch
 * @param outputIdentity which ids generated blocks get
 * @param acceptLegacy read the older names of request traces
 * @param splitContextFree treat rows without session context as sessions of one request
 * @param identityFromHeaders take a missing session context from the payload row's headers
 * @param requireTimestamps whether first turns need a recorded time (open loop)
 * @param modelFilter keep only requests of this model, or null
 * @param wekaClock basis of nested times
 * @param wekaChains rebuild parallel streams of a Weka trace by prefix
 * @param startOffsetNanos plays that start before it are dropped; 0 = none
 * @param endOffsetNanos plays that start at or after it are dropped; {@link Long#MAX_VALUE} = none
 * @param maxInputLength plays with a longer prompt are dropped; {@link Long#MAX_VALUE} = none
 * @param limit at most this many plays, in play order; {@link Long#MAX_VALUE} = all
 * @param spreadTies spread equal Mooncake timestamps evenly over the step to the next one
 */
public record ReaderOptions(
    boolean lenient,
    OptionalInt traceBlockTokens,
    TimeUnit timeUnit,
    boolean serialOverlap,
    OutputIdentity outputIdentity,
    boolean acceptLegacy,
    boolean splitContextFree,
    boolean identityFromHeaders,
    boolean requireTimestamps,
    @Nullable String modelFilter,
    WekaClock wekaClock,
    boolean wekaChains,
    long startOffsetNanos,
    long endOffsetNanos,
    long maxInputLength,
    long limit,
    boolean spreadTies) {

  /** Unit of absolute times. */
  public enum TimeUnit {
    /** The format's own unit, checked for plausibility. */
    AUTO,
    /** Seconds. */
    S,
    /** Milliseconds. */
    MS,
    /** Microseconds. */
    US,
    /** Nanoseconds. */
    NS
  }

  /** Which ids generated blocks get (trace formats, section 3.4). */
  public enum OutputIdentity {
    /** Fresh ones that no other request asks for. */
    UNIQUE,
    /** Those of the session's next prompt at the same positions. */
    NEXT_TURN,
    /** Those that the trace recorded. */
    RECORDED;

    /** The name used in options and reports. */
    public String label() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }

  /** Basis of nested times in a Weka trace. */
  public enum WekaClock {
    /** Decided once per corpus. */
    AUTO,
    /** The root's clock. */
    ABSOLUTE,
    /** Relative to the sub-agent's marker. */
    RELATIVE
  }

  /** Strict, nothing dropped, everything by the format's own rules. */
  public static final ReaderOptions DEFAULT =
      new ReaderOptions(
          false,
          OptionalInt.empty(),
          TimeUnit.AUTO,
          false,
          OutputIdentity.UNIQUE,
          false,
          false,
          false,
          true,
          null,
          WekaClock.AUTO,
          false,
          0,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          false);
}
