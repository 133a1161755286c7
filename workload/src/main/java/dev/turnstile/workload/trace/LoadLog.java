package dev.turnstile.workload.trace;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.trace.source.BadRowException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a reader counts while it loads: rows by type, skipped rows by reason, facts and warnings.
 *
 * <p>All maps are sorted by name. Not thread-safe.
 */
public final class LoadLog {
  private final boolean lenient;
  private final List<TraceInfo.InputFile> files = new ArrayList<>();
  private final Map<String, Long> rows = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final Map<String, Long> facts = new TreeMap<>();
  private final Warnings warnings = new Warnings();

  /**
   * Starts empty.
   *
   * @param lenient whether bad rows are skipped and counted instead of ending the load
   */
  public LoadLog(boolean lenient) {
    this.lenient = lenient;
  }

  /** Whether bad rows are skipped and counted instead of ending the load. */
  public boolean lenient() {
    return lenient;
  }

  /** Adds a file that was read. */
  public void file(TraceInfo.InputFile file) {
    files.add(file);
  }

  /** Counts a row of a type. */
  public void row(String type) {
    rows.merge(type, 1L, Long::sum);
  }

  /** Counts a row that is skipped for a reason that deserves no warning. */
  public void skipped(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  /** Counts a row that is skipped for a reason, with the warning {@code skipped_rows}. */
  public void skippedRow(String reason, String where) {
    skipped(reason);
    warn(InputWarning.SKIPPED_ROWS, where + ": " + reason);
  }

  /**
   * Skips a bad row if the load is lenient.
   *
   * @throws dev.turnstile.workload.InvalidInputException if it is strict
   */
  public void badRow(BadRowException bad) {
    if (!lenient) {
      throw bad.error().alsoHint("--lenient skips it");
    }
    skipped(bad.reason());
    warn(InputWarning.SKIPPED_ROWS, String.valueOf(bad.getMessage()));
  }

  /** Counts a warning. */
  public void warn(InputWarning warning, String example) {
    warnings.add(warning.label(), warning.effect(), example);
  }

  /** Adds to a count for {@code inspect}. */
  public void fact(String name, long count) {
    facts.merge(name, count, Long::sum);
  }

  /**
   * The facts of the load. Files and the examples of warnings are named below the deepest folder
   * that holds all files, so that a result does not depend on where the trace lies.
   *
   * @param format id of the format
   * @param traceBlockTokens tokens per trace block
   * @param traceBlocks number of block ids over all requests, partial ones included
   * @param outputIdentity the rule for generated tokens
   */
  public TraceInfo info(
      String format,
      int traceBlockTokens,
      long traceBlocks,
      ReaderOptions.OutputIdentity outputIdentity) {
    ShortNames names = new ShortNames(files.stream().map(TraceInfo.InputFile::name).toList());
    return new TraceInfo(
        format,
        files.stream()
            .map(f -> new TraceInfo.InputFile(names.of(f.name()), f.bytes(), f.sha256()))
            .toList(),
        sealed(rows),
        sealed(skipped),
        traceBlockTokens,
        traceBlocks,
        outputIdentity.label(),
        sealed(facts),
        warnings.list().stream()
            .map(
                w ->
                    new TraceInfo.Warning(
                        w.name(),
                        w.count(),
                        w.examples().stream().map(names::in).toList(),
                        w.effect()))
            .toList());
  }

  /** A copy that keeps the order; {@code Map.copyOf} would not. */
  private static Map<String, Long> sealed(Map<String, Long> counts) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }
}
