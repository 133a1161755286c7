package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The {@code route} entries of the decision log.
 *
 * <p>An entry names request, session, chosen worker, the rule that decided and the number of
 * candidates, then the numbers of the first {@value #MAX_WORKERS} candidates as {@code
 * w<id>.<name>}, and of the chosen worker if it is not among them.
 */
final class RouteLog {
  /** Workers whose numbers an entry shows, the chosen one not counted. */
  static final int MAX_WORKERS = 16;

  private final PolicyContext context;

  RouteLog(PolicyContext context) {
    this.context = context;
  }

  boolean enabled() {
    return context.log().enabled();
  }

  /** Begins an entry; the caller adds to it and writes it. */
  DecisionLog.Entry begin(RequestView request, int worker, String rule, int candidates) {
    DecisionLog.Entry entry = context.log().entry("route").put("request_id", request.requestId());
    String session = request.sessionId();
    if (session != null) {
      entry.put("session_id", session);
    }
    return entry.put("worker", worker).put("rule", rule).put("candidates", candidates);
  }

  /** Writes an entry without numbers. */
  void write(RequestView request, int worker, String rule, int candidates) {
    if (enabled()) {
      begin(request, worker, rule, candidates).write();
    }
  }

  /** Writes an entry whose numbers are the workers' active requests. */
  void write(RequestView request, int worker, String rule, IntList candidates, LoadView loads) {
    if (!enabled()) {
      return;
    }
    DecisionLog.Entry entry = begin(request, worker, rule, candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      int candidate = candidates.getInt(i);
      if (shows(i, candidate, worker)) {
        entry.put("w" + candidate + ".active_requests", loads.activeRequests(candidate));
      }
    }
    entry.write();
  }

  /** Whether the numbers of the {@code index}-th candidate are shown. */
  static boolean shows(int index, int candidate, int chosen) {
    return index < MAX_WORKERS || candidate == chosen;
  }
}
