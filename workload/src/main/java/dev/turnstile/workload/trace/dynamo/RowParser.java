package dev.turnstile.workload.trace.dynamo;

import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.source.JsonRow;
import java.util.function.Function;

/** Reads rows one after another; most have about as many ids as the one before. */
final class RowParser implements Function<JsonRow, Row> {
  private static final int ROOM = 64;

  private final ReaderOptions options;
  private int latestHashes;

  RowParser(ReaderOptions options) {
    this.options = options;
  }

  @Override
  public Row apply(JsonRow json) {
    Row row = new Row(options, latestHashes + ROOM).read(json);
    if (row.hasHashes) {
      latestHashes = row.hashes.size();
    }
    return row;
  }
}
