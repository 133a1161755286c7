package dev.turnstile.workload.synthetic;

import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The quantities of one session, each from its own stream. */
final class Draws {
  private static final long NANOS_PER_MS = 1_000_000;

  private final Profile profile;
  private final long turns;
  private final UniformRandomProvider output;
  private final UniformRandomProvider toolOutput;
  private final UniformRandomProvider tool;
  private final UniformRandomProvider parallel;
  private final UniformRandomProvider think;
  private final UniformRandomProvider thinks;
  private final UniformRandomProvider spawns;
  private final UniformRandomProvider perSpawn;
  private final UniformRandomProvider blocking;
  private final UniformRandomProvider compact;
  private final long firstPromptTokens;

  Draws(Profile profile, Streams streams, String session) {
    this.profile = profile;
    turns = profile.turns().turns().sampleWhole(streams.of("turns", session));
    firstPromptTokens =
        profile
            .context()
            .firstPromptTokens()
            .sampleWhole(streams.of("first_prompt_tokens", session));
    output = streams.of("output_tokens", session);
    toolOutput = streams.of("tool_output_tokens", session);
    tool = streams.of("tool_gap_s", session);
    parallel = streams.of("parallel_tools", session);
    think = streams.of("think_gap_s", session);
    thinks = streams.of("think_share", session);
    spawns = streams.of("subagent_share", session);
    perSpawn = streams.of("subagents_per_spawn", session);
    blocking = streams.of("subagent_blocking_share", session);
    compact = streams.of("compact_to", session);
  }

  int turns() {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, turns));
  }

  long firstPromptTokens() {
    return firstPromptTokens;
  }

  long outputTokens() {
    return profile.turns().outputTokens().sampleWhole(output);
  }

  /** What one tool, sub-agent or person adds to the prompt. */
  long toolOutputTokens() {
    return profile.turns().toolOutputTokens().sampleWhole(toolOutput);
  }

  boolean thinks() {
    return thinks.nextDouble() < profile.gaps().thinkShare();
  }

  long thinkNanos() {
    return nanos(profile.gaps().thinkSeconds().sample(think));
  }

  long parallelTools() {
    return profile.gaps().parallelTools().sampleWhole(parallel);
  }

  long toolNanos() {
    return nanos(profile.gaps().toolSeconds().sample(tool));
  }

  /** How many children a turn starts. */
  long children() {
    Profile.@Nullable Subagents subagents = profile.subagents();
    return subagents != null && spawns.nextDouble() < subagents.share()
        ? subagents.perSpawn().sampleWhole(perSpawn)
        : 0;
  }

  boolean blocks() {
    Profile.@Nullable Subagents subagents = profile.subagents();
    return subagents != null && blocking.nextDouble() < subagents.blockingShare();
  }

  long compactToTokens() {
    return profile.context().compactToTokens().sampleWhole(compact);
  }

  /** Whole milliseconds, as traces have them. */
  static long nanos(double seconds) {
    return Math.multiplyExact(Math.round(seconds * 1000), NANOS_PER_MS);
  }
}
