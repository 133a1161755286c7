package dev.turnstile.replay;

import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.write.RequestTraceWriter;
import dev.turnstile.workload.trace.write.ServedRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a simulated run as a request trace, as a server would have captured it. */
public final class RunRecording {
  private static final int UNKNOWN = -1;

  private RunRecording() {}

  /**
   * Writes the served requests of a run.
   *
   * @param target a {@code .jsonl} file, or else the prefix of compressed segments
   * @return the files written
   */
  public static List<Path> write(RunResult run, Path target) throws IOException {
    RequestLog log = run.requests();
    List<ServedRequest> served = new ArrayList<>();
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r).served()) {
        served.add(
            new ServedRequest(
                r,
                log.arrivalNanos(r),
                time(log.firstTokenNanos(r)),
                time(log.endNanos(r)),
                log.outputTokens(r),
                log.hitTokens(r),
                UNKNOWN,
                log.worker(r)));
      }
    }
    return RequestTraceWriter.writeServed(run.workload(), served, target);
  }

  private static long time(long nanos) {
    return nanos == RequestLog.NO_TIME ? RequestNode.NO_TIME : nanos;
  }
}
