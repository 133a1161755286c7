package dev.turnstile.workload.trace.weka;

import com.google.auto.service.AutoService;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.trace.FirstRecord;
import dev.turnstile.workload.trace.JsonLines;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.TraceReader;
import dev.turnstile.workload.trace.source.BadRowException;
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
    WekaJson json = new WekaJson(options);
    for (TraceFile file : files) {
      if (file.endsWith(".json")) {
        readDocument(file, json, corpus, log);
      } else {
        JsonLines.read(file, log, row -> corpus.add(json.read(row)));
      }
    }
    return corpus.finish();
  }

  private static void readDocument(TraceFile file, WekaJson json, WekaCorpus corpus, LoadLog log) {
    try (TraceStream stream = file.open()) {
      try (JsonRow row = JsonRow.document(stream)) {
        corpus.add(json.read(row));
      } catch (BadRowException bad) {
        log.badRow(bad);
      }
      log.file(stream.finish());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
