package dev.turnstile.workload.trace.weka;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.JsonLines;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.source.BadRowException;
import dev.turnstile.workload.trace.source.InOrder;
import dev.turnstile.workload.trace.source.JsonRow;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import dev.turnstile.workload.trace.source.TraceStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Reads Weka (AgentX) conversations: a {@code .json} file, a {@code .jsonl} file with one
 * conversation per line, or a directory of such files, in the order of their relative paths.
 */
@AutoService(TraceReader.class)
public final class WekaReader implements TraceReader {
  /** Id of the format. */
  static final String FORMAT = "weka";

  /** Registered as a service. */
  public WekaReader() {}

  @Override
  public String format() {
    return FORMAT;
  }

  @Override
  public String summary() {
    return "Weka/AgentX JSON: conversations with nested sub-agents; file, JSONL or directory";
  }

  @Override
  public boolean detects(FirstRecord first) {
    return first.schema() == null && first.has("id", "block_size", "hash_id_scope", "requests");
  }

  @Override
  public Workload read(TraceInput input, ReaderOptions options) {
    LoadLog log = new LoadLog(options.lenient());
    WekaCorpus corpus = new WekaCorpus(input.name(), options, log);
    List<TraceFile> files =
        input.directory() ? input.files(".json", ".jsonl") : List.of(input.single(FORMAT));
    try (InOrder<Runnable> order = new InOrder<>(Runnable::run)) {
      for (TraceFile file : files) {
        if (files.size() == 1 && file.endsWith(".json")) {
          document(file, options, corpus, log).run();
        } else if (file.endsWith(".json")) {
          order.give(() -> document(file, options, corpus, log));
        } else {
          order.finish();
          JsonLines.read(
              List.of(file),
              log,
              () -> new WekaJson(options)::read,
              (trace, place) -> corpus.add(trace));
        }
      }
      order.finish();
    }
    return corpus.finish();
  }

  /** Parses a document; what it returns keeps it. */
  private static Runnable document(
      TraceFile file, ReaderOptions options, WekaCorpus corpus, LoadLog log) {
    WekaTrace trace = null;
    BadRowException bad = null;
    TraceInfo.InputFile facts;
    try (TraceStream stream = file.open()) {
      try (JsonRow row = JsonRow.document(stream)) {
        trace = new WekaJson(options).read(row);
      } catch (BadRowException e) {
        bad = e;
      }
      facts = stream.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    WekaTrace read = trace;
    BadRowException problem = bad;
    return () -> {
      if (read != null) {
        keep(read, corpus, log);
      } else if (problem != null) {
        log.badRow(problem);
      }
      log.file(facts);
    };
  }

  private static void keep(WekaTrace trace, WekaCorpus corpus, LoadLog log) {
    try {
      corpus.add(trace);
    } catch (BadRowException bad) {
      log.badRow(bad);
    }
  }
}
