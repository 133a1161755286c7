package dev.turnstile.reports.figure;

import java.util.List;

/** How long requests and sessions take. */
public final class LatencyFigures {
  private LatencyFigures() {}

  /** Distributions of TTFT, ITL, E2E latency and session duration, all runs in one plot each. */
  public static List<Figure> distributions(List<View> views) {
    return CdfFigures.of(views);
  }

  /** TTFT against uncached tokens, one figure for each run, all with the same axes. */
  public static List<Figure> scatter(List<View> views) {
    return ScatterFigures.of(views);
  }
}
