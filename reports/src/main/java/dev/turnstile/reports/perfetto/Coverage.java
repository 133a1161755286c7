package dev.turnstile.reports.perfetto;

import dev.turnstile.reports.console.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much of a run or a trace a timeline shows.
 *
 * @param limitBytes how large it was allowed to be
 * @param trees session trees that have something to draw
 * @param drawnTrees those that were drawn
 * @param untimedRequests requests without times: they never arrived, or nothing was recorded
 * @param counters counters that there are
 * @param drawnCounters those that were drawn
 */
public record Coverage(
    long limitBytes,
    int trees,
    int drawnTrees,
    int untimedRequests,
    int counters,
    int drawnCounters) {

  /** What was left out, one sentence each; empty if nothing was. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    String limit = String.format(Locale.ROOT, "%,d bytes", limitBytes);
    if (drawnTrees < trees) {
      String left = Numbers.counted(trees - drawnTrees, "session tree");
      notes.add(
          String.format(
              Locale.ROOT,
              "%s of %,d left out: the slowest are shown, at most %,d and what fits into %s",
              left,
              trees,
              PerfettoTrace.MAX_TREES,
              limit));
    }
    if (drawnCounters < counters) {
      String left = Numbers.counted(counters - drawnCounters, "counter");
      notes.add(left + " of " + counters + " left out: they take at most half of " + limit);
    }
    if (untimedRequests > 0) {
      String left = Numbers.counted(untimedRequests, "request");
      notes.add(left + " not drawn: no time of arrival");
    }
    return notes;
  }
}
