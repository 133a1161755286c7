package dev.turnstile.workload.synthetic;

import org.jspecify.annotations.Nullable;

/**
 * What sessions of one kind are like.
 *
 * @param name name of the built-in profile or of the file
 * @param about one sentence for lists
 * @param context how prompts begin and how long they may get
 * @param turns how many there are and what they add to the prompt
 * @param gaps the time between turns
 * @param subagents how often a turn starts children, or null if never
 * @param arrivals when sessions start
 */
public record Profile(
    String name,
    String about,
    Context context,
    Turns turns,
    Gaps gaps,
    @Nullable Subagents subagents,
    Arrivals arrivals) {

  /**
   * How prompts begin and how long they may get.
   *
   * @param systemTokens tokens that all sessions of a group begin with, drawn once for each group
   * @param groups number of groups; session <em>k</em> is in group <em>k</em> mod groups
   * @param firstPromptTokens what the first prompt adds to them
   * @param limitTokens a prompt that would be longer is compacted; {@link Long#MAX_VALUE} = never
   * @param compactToTokens length of a compacted prompt, at least the system part; everything
   *     behind the system part is new then
   */
  public record Context(
      Quantity systemTokens,
      int groups,
      Quantity firstPromptTokens,
      long limitTokens,
      Quantity compactToTokens) {}

  /**
   * Turns and what they add to the prompt: prompt <em>n</em> + 1 is prompt <em>n</em>, output
   * <em>n</em> and what came in between.
   *
   * @param turns number of turns, at least 1
   * @param outputTokens tokens generated in a turn
   * @param toolOutputTokens tokens that each tool, blocking sub-agent or person adds after it
   */
  public record Turns(Quantity turns, Quantity outputTokens, Quantity toolOutputTokens) {}

  /**
   * The time between a completion and the next turn.
   *
   * @param toolSeconds duration of a tool call
   * @param parallelTools tool calls after a turn, all at once; the slowest counts
   * @param thinkSeconds pause of a person
   * @param thinkShare share of gaps that wait for a person instead of tools, 0 to 1
   */
  public record Gaps(
      Quantity toolSeconds, Quantity parallelTools, Quantity thinkSeconds, double thinkShare) {}

  /**
   * Child sessions. They start at the completion of a turn and begin with the group's system part.
   *
   * @param share share of turns, other than the last, that start some
   * @param perSpawn number of children of such a turn
   * @param blockingShare share of children that the next turn waits for, 0 to 1
   * @param profile what the children are like; its system part, groups and arrivals do not count
   */
  public record Subagents(double share, Quantity perSpawn, double blockingShare, Profile profile) {}

  /**
   * When sessions start.
   *
   * @param sessionsPerSecond rate of a Poisson process, or 0 if all start at once
   */
  public record Arrivals(double sessionsPerSecond) {
    /** All at once. */
    public static final Arrivals BURST = new Arrivals(0);
  }
}
