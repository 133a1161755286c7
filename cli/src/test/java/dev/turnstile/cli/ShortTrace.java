package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A generated trace of agents with short turns: a run takes a few milliseconds. */
final class ShortTrace {

  private static final String PROFILE =
      """
      about: agents with short turns, quick to replay
      system_tokens: 1000
      groups: 1
      first_prompt_tokens: {dist: lognormal, median: 600, p90: 2000, min: 200, max: 8000}
      turns: {dist: lognormal, median: 8, p90: 15, min: 3, max: 30}
      output_tokens: {dist: lognormal, median: 12, p90: 30, min: 2, max: 60}
      tool_output_tokens: {dist: lognormal, median: 500, p90: 2000, min: 20, max: 8000}
      tool_gap_s: {dist: lognormal, median: 0.2, p90: 1, min: 0.05, max: 5}
      parallel_tools: 1
      context_limit: 65536
      compact_to: {dist: uniform, min: 4000, max: 6000}
      arrivals: {process: poisson, rate: 2}
      """;

  private ShortTrace() {}

  /** Writes a trace into a folder and returns its path. */
  static String in(Path folder, int sessions, int seed) {
    try {
      Path profile = Files.writeString(folder.resolve("short.yaml"), PROFILE);
      Path trace = folder.resolve("agents-" + sessions + "-" + seed + ".jsonl");
      Sim.Ended ended =
          Sim.run(
              "generate",
              "--profile",
              profile.toString(),
              "--sessions",
              Integer.toString(sessions),
              "--seed",
              Integer.toString(seed),
              "-o",
              trace.toString());
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      return trace.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
