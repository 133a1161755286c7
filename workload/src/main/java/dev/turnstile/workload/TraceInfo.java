package dev.turnstile.workload;

import java.util.List;
import java.util.Map;

/**
 * What was read and what was noticed.
 *
 * @param format id of the format, as for {@code --trace-format}
 * @param files the input files, sorted by name
 * @param rows rows by type, in a fixed order
 * @param skipped rows skipped, by reason, in a fixed order
 * @param traceBlockTokens tokens per trace block
 * @param traceBlocks number of block ids over all requests of the file, partial ones included
 * @param outputIdentity the rule for generated tokens: {@code unique}, {@code next-turn} or {@code
 *     recorded}
 * @param facts format-specific counts for {@code inspect}, by name (for instance {@code
 *     inferred_joins}, {@code subagents}), in a fixed order
 * @param warnings what was noticed, by name
 */
public record TraceInfo(
    String format,
    List<InputFile> files,
    Map<String, Long> rows,
    Map<String, Long> skipped,
    int traceBlockTokens,
    long traceBlocks,
    String outputIdentity,
    Map<String, Long> facts,
    List<Warning> warnings) {

  /** The fact that block ids are local to a play; its value is 1. */
  public static final String LOCAL_IDS = "local_hash_ids";

  /**
   * One input file.
   *
   * @param name path as the user gave it, or relative to the directory that was given
   * @param bytes size on disk
   * @param sha256 SHA-256 of the bytes on disk, lower-case hex
   */
  public record InputFile(String name, long bytes, String sha256) {}

  /**
   * A named, counted warning.
   *
   * @param name its name
   * @param count how often, at least 1
   * @param examples up to three: file and line, or request id, with the fact
   * @param effect one sentence on the effect on results
   */
  public record Warning(String name, long count, List<String> examples, String effect) {}
}
