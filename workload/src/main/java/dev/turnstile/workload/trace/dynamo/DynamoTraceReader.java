package dev.turnstile.workload.trace.dynamo;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.JsonLines;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.source.TraceInput;

/**
 * Reads {@code dynamo.request.trace.v1} captures: files, gzip segments or a directory of them.
 *
 * <p>Source of the format: ai-dynamo/dynamo, {@code lib/llm/src/request_trace}.
 */
@AutoService(TraceReader.class)
public final class DynamoTraceReader implements TraceReader {
  static final String FORMAT = "dynamo";

  /** Creates the reader. */
  public DynamoTraceReader() {}

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public String summary() {
    return "request traces of a Dynamo frontend (dynamo.request.trace.v1), JSON lines or gzip"
        + " segments";
  }

  @Override
  public boolean detects(FirstRecord first) {
    String schema = first.schema();
    if (schema == null) {
      return first.hasAny("event", "event_type");
    }
    // Other versions, too: the reader says which one it is.
    return schema.startsWith("dynamo.") && !schema.equals("dynamo.agentic_mooncake");
  }

  @Override
  public Workload read(TraceInput input, ReaderOptions options) {
    LoadLog log = new LoadLog(options.lenient());
    Capture capture = new Capture(input.name(), options, log);
    JsonLines.read(input.files(".jsonl"), log, () -> new RowParser(options), capture::keep);
    return new Lowering(capture, options, log).lower(input.name());
  }
}
