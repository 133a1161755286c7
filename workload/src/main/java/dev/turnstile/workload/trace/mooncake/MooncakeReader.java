package dev.turnstile.workload.trace.mooncake;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.JsonLines;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;

/**
 * Reads Mooncake JSONL: independent requests, or turns of sessions in file order.
 *
 * <p>The file does not name its block size: 512 unless the user gives another. A session's first
 * turn has a {@code timestamp}; a later one waits for the completion of the turn before and then
 * for its {@code delay}, or, without one, for the difference of the timestamps, which counts the
 * service time twice and is warned about.
 */
@AutoService(TraceReader.class)
public final class MooncakeReader implements TraceReader {
  /** Tokens per block in the published traces. */
  public static final int DEFAULT_BLOCK_TOKENS = 512;

  /** Model name where a format has none. */
  public static final String UNKNOWN_MODEL = "unknown";

  private static final String[] LEGACY_AGENTIC = {
    "wait_for", "tool_wait_ms", "branches", "request_kind", "prefix_reset"
  };

  /** Registered as a service. */
  public MooncakeReader() {}

  @Override
  public String format() {
    return "mooncake";
  }

  @Override
  public String summary() {
    return "Mooncake JSONL: one request a line, prompts as block ids, optional sessions";
  }

  @Override
  public boolean detects(FirstRecord first) {
    return first.schema() == null
        && first.has("hash_ids")
        && first.hasAny("output_length", "output_tokens")
        && !first.has("chat_id", "parent_chat_id")
        && !hasAgenticFields(first);
  }

  /** Whether a record has a field that only legacy agentic Mooncake has. */
  public static boolean hasAgenticFields(FirstRecord first) {
    return first.hasAny(LEGACY_AGENTIC);
  }

  @Override
  public Workload read(TraceInput input, ReaderOptions options) {
    TraceFile file = input.single(format());
    LoadLog log = new LoadLog(options.lenient());
    int blockTokens = options.traceBlockTokens().orElse(DEFAULT_BLOCK_TOKENS);
    var workload = new WorkloadBuilder(file.name(), format(), blockTokens, options, log);
    MooncakeRows rows = new MooncakeRows(workload, options, log);
    JsonLines.read(file, log, rows::read);
    if (rows.isEmpty()) {
      throw new InvalidInputException(file.name(), 0, "", "contains no requests", "");
    }
    return rows.finish();
  }
}
