package dev.turnstile.workload.trace.azure;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.AbsoluteTimes;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.LineReader;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads the Azure LLM inference traces (CSV with a header line): arrival, prompt and output tokens.
 *
 * <p>Nothing is known of prompts, so every prompt is unique and no cache ever hits; nothing is
 * known of sessions, so every request stands alone. Columns are found by name, others are ignored.
 * Since there are no blocks in the file, the block size is 64 unless the user gives another.
 */
@AutoService(TraceReader.class)
public final class AzureReader implements TraceReader {
  private static final int DEFAULT_BLOCK_TOKENS = 64;
  private static final String TIME = "TIMESTAMP";
  private static final String INPUT = "ContextTokens";
  private static final String OUTPUT = "GeneratedTokens";
  private static final String MODEL = "unknown";

  /** Registered as a service. */
  public AzureReader() {}

  @Override
  public String format() {
    return "azure";
  }

  @Override
  public String summary() {
    return "Azure LLM inference CSV: arrivals and token counts, no prompts, no sessions";
  }

  @Override
  public boolean detects(FirstRecord first) {
    return first.header() != null && first.header().contains(INPUT);
  }

  @Override
  public Workload read(TraceInput input, ReaderOptions options) {
    TraceFile file = input.single(format());
    LoadLog log = new LoadLog(options.lenient());
    int blockTokens = options.traceBlockTokens().orElse(DEFAULT_BLOCK_TOKENS);
    var workload = new WorkloadBuilder(file.name(), format(), blockTokens, options, log);
    try (LineReader lines = new LineReader(file.open())) {
      if (!lines.next()) {
        throw new InvalidInputException(file.name(), 0, "", "contains no requests", "");
      }
      Columns columns = new Columns(lines);
      while (lines.next()) {
        try {
          add(workload, columns, lines);
          log.row("request");
        } catch (BadRowException bad) {
          log.badRow(bad);
        }
      }
      checkEnd(lines, log);
      log.file(lines.finish());
    }
    if (workload.graph().requestCount() == 0) {
      throw new InvalidInputException(file.name(), 0, "", "contains no requests", "");
    }
    AbsoluteTimes.checkFirst(log, workload.graph());
    return workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }

  private static void checkEnd(LineReader lines, LoadLog log) {
    if (lines.truncated()) {
      String problem = "the gzip data ends early; line " + lines.line() + " is the last one";
      if (!log.lenient()) {
        throw new InvalidInputException(
            lines.name(), 0, "", problem, "--lenient keeps what was read");
      }
      log.warn(InputWarning.TRUNCATED_TAIL, lines.name() + ": " + problem);
    }
  }

  private static void add(WorkloadBuilder workload, Columns columns, LineReader lines) {
    String[] cells = text(lines).split(",", -1);
    long time = CsvTime.epochNanos(columns.cell(cells, columns.time, TIME), lines);
    long inputTokens = columns.whole(cells, columns.input, INPUT, 1, Integer.MAX_VALUE);
    long outputTokens = columns.whole(cells, columns.output, OUTPUT, 0, Long.MAX_VALUE);
    int session = workload.graph().addSession("request_" + lines.line(), false);
    int root = workload.root("", MODEL);
    workload
        .graph()
        .addRequest(
            new RequestNode(
                "line" + lines.line(),
                session,
                workload.model(MODEL),
                workload.prompt(root, new LongArrayList(), inputTokens),
                outputTokens,
                time,
                time,
                RequestNode.NO_TIME,
                RequestNode.Extras.NONE));
  }

  private static String text(LineReader lines) {
    return new String(lines.buffer(), lines.offset(), lines.length(), StandardCharsets.UTF_8);
  }

  /** A problem of one row that a lenient load skips. */
  static BadRowException bad(LineReader lines, String column, String problem) {
    return new BadRowException(
        "wrong_value", new InvalidInputException(lines.name(), lines.line(), column, problem, ""));
  }

  /** Where the columns are. */
  private static final class Columns {
    private final LineReader lines;
    private final int time;
    private final int input;
    private final int output;

    Columns(LineReader lines) {
      this.lines = lines;
      List<String> names = List.of(text(lines).split(",", -1));
      time = find(names, TIME);
      input = find(names, INPUT);
      output = find(names, OUTPUT);
    }

    private int find(List<String> names, String name) {
      int index = names.indexOf(name);
      if (index < 0) {
        throw new InvalidInputException(
            lines.name(),
            lines.line(),
            "",
            "the header has no column " + name,
            "it must have " + TIME + ", " + INPUT + " and " + OUTPUT);
      }
      return index;
    }

    private String cell(String[] cells, int index, String name) {
      if (index >= cells.length) {
        throw bad(lines, name, "is missing, the row has " + cells.length + " columns");
      }
      return cells[index].strip();
    }

    private long whole(String[] cells, int index, String name, long min, long max) {
      String cell = cell(cells, index, name);
      long value;
      try {
        value = Long.parseLong(cell);
      } catch (NumberFormatException e) {
        throw bad(lines, name, "must be a whole number, got \"" + cell + '"');
      }
      if (value < min || value > max) {
        String range = max == Long.MAX_VALUE ? ">= " + min : "in " + min + ".." + max;
        throw bad(lines, name, "must be " + range + ", got " + cell);
      }
      return value;
    }
  }
}
