package dev.turnstile.workload.trace.agentic;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.JsonLines;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.mooncake.MooncakeReader;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import org.jspecify.annotations.Nullable;

/** Reads agentic Mooncake: version 2 if the first record is a header, else the legacy form. */
@AutoService(TraceReader.class)
public final class AgenticMooncakeReader implements TraceReader {
  /** Id of the format. */
  static final String FORMAT = "agentic_mooncake";

  /** Registered as a service. */
  public AgenticMooncakeReader() {}

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public String summary() {
    return "agentic Mooncake JSONL: requests with explicit edges, version 2 and legacy";
  }

  @Override
  public boolean detects(FirstRecord first) {
    return first.schema() == null
        ? MooncakeReader.hasAgenticFields(first)
        : first.schema().equals(HeaderFields.SCHEMA);
  }

  @Override
  public Workload read(TraceInput input, ReaderOptions options) {
    TraceFile file = input.single(FORMAT);
    LoadLog log = new LoadLog(options.lenient());
    Rows rows = new Rows(file.name(), options, log);
    JsonLines.read(file, log, rows::read);
    return rows.finish();
  }

  /** Decides by the first record which form a file has. */
  private static final class Rows {
    private final String file;
    private final ReaderOptions options;
    private final LoadLog log;
    private final AgenticFields fields;
    private @Nullable VersionTwoRows versionTwo;
    private @Nullable LegacyRows legacy;

    Rows(String file, ReaderOptions options, LoadLog log) {
      this.file = file;
      this.options = options;
      this.log = log;
      fields = new AgenticFields(options);
    }

    void read(JsonRow row) {
      fields.read(row);
      VersionTwoRows rows = versionTwo;
      if (rows != null) {
        rows.add(row, fields);
      } else if (legacy == null && fields.header.present()) {
        int blockTokens = fields.header.checkedBlockTokens(row, options);
        versionTwo = new VersionTwoRows(file, blockTokens, fields.header.global(), options, log);
      } else {
        legacy = legacy == null ? new LegacyRows(file, options, log) : legacy;
        legacy.add(row, fields);
      }
    }

    Workload finish() {
      if (versionTwo != null && !versionTwo.isEmpty()) {
        return versionTwo.finish();
      }
      if (legacy != null && !legacy.isEmpty()) {
        return legacy.finish();
      }
      throw new InvalidInputException(file, 0, "", "contains no requests", "");
    }
  }
}
