package dev.turnstile.workload.inspect;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * What {@code sim inspect} says about a trace.
 *
 * <p>Written with Jackson it is one flat JSON object with snake-case names: {@code format}, {@code
 * files}, {@code rows}, {@code requests} and so on.
 *
 * @param source where it comes from
 * @param structure sessions, plays and edges
 * @param sharing blocks and what prompts share
 * @param timing gaps, tool time and the recorded span
 * @param warnings what was noticed while loading
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Inspection(
    @JsonUnwrapped Source source,
    @JsonUnwrapped Structure structure,
    @JsonUnwrapped Sharing sharing,
    @JsonUnwrapped Timing timing,
    List<TraceInfo.Warning> warnings) {

  /** Computes everything for a loaded trace, at a cost of O(blocks) at most. */
  public static Inspection of(Workload workload) {
    return new Inspector(workload).inspect();
  }

  /**
   * Where a trace comes from.
   *
   * @param format id of the format
   * @param mode {@code agentic}, or {@code standard} if no request belongs to a session
   * @param files the files read
   * @param rows rows by type
   * @param skipped rows skipped, by reason
   * @param models names of the models in order of first use
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Source(
      String format,
      String mode,
      List<TraceInfo.InputFile> files,
      Map<String, Long> rows,
      Map<String, Long> skipped,
      List<String> models) {}

  /**
   * Sessions, plays and edges.
   *
   * @param requests requests of all sessions
   * @param sessions sessions, sub-agents and single requests included
   * @param childSessions sessions with a parent
   * @param plays connected components
   * @param roots requests that wait for no other
   * @param subagents sub-agent entries of the file; child sessions where the format has no entries
   * @param edges edges by relation, then trigger
   * @param inferredJoins joins that times suggest and no event confirms
   * @param overlappingTurns requests that overlap an earlier one of their session
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Structure(
      int requests,
      int sessions,
      int childSessions,
      int plays,
      int roots,
      long subagents,
      Map<String, Map<String, Long>> edges,
      long inferredJoins,
      long overlappingTurns) {}

  /**
   * Blocks, tokens and what prompts share.
   *
   * <p>Blocks are counted as the file names them, also where two models use the same ids; only the
   * cache curve keeps models apart, as caches do.
   *
   * @param traceBlockTokens tokens per trace block
   * @param blocks block ids in the file
   * @param distinctBlocks blocks that differ, by their chain from the start of the prompt
   * @param prefixHitBlocks leading blocks seen before, load order, unlimited cache, without the one
   *     token that an engine always computes again
   * @param prefixHitRatio {@code prefixHitBlocks} over {@code blocks}; 0 where the trace names no
   *     blocks
   * @param cacheCurve the same for smaller caches; see {@link CachePoint}
   * @param inputTokens prompt tokens
   * @param outputTokens output tokens
   * @param outputIdentity the rule for generated tokens
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Sharing(
      @JsonProperty("trace_block_size") int traceBlockTokens,
      long blocks,
      long distinctBlocks,
      long prefixHitBlocks,
      double prefixHitRatio,
      List<CachePoint> cacheCurve,
      long inputTokens,
      long outputTokens,
      String outputIdentity) {}

  /**
   * The hit ratio that one cache of a given size would reach: least-recently-used eviction, all
   * requests in load order, one after another.
   *
   * @param blocks size in trace blocks
   * @param tokens the same in tokens
   * @param hitRatio hit blocks over blocks asked for
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record CachePoint(long blocks, long tokens, double hitRatio) {}

  /**
   * Recorded times.
   *
   * @param spanMs from the first arrival to the last recorded start or end, or null
   * @param peakConcurrentSessions most sessions between their first start and last end at one
   *     moment, or null where the end of any request is not recorded
   * @param gapMs gaps between a completion and the session's next request
   * @param toolMs time inside these gaps in which at least one tool ran
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Timing(
      @Nullable Double spanMs,
      @Nullable Integer peakConcurrentSessions,
      Distribution gapMs,
      Distribution toolMs) {}

  /**
   * A distribution of times in milliseconds, to the nanosecond; percentiles interpolate linearly
   * between order statistics (Hyndman and Fan, definition 7). All but the count are null for an
   * empty one.
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Distribution(
      int count,
      @Nullable Double mean,
      @Nullable Double p50,
      @Nullable Double p90,
      @Nullable Double p99,
      @Nullable Double max) {}
}
