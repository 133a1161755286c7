package dev.turnstile.reports.figure;

import dev.turnstile.replay.metrics.RequestLog;

/**
 * Tokens per second in the buckets of a run's series.
 *
 * @param output output tokens of served requests, those of a request spread evenly between its
 *     first and its last one
 * @param computed prompt tokens that were not cached, spread evenly over the prefill
 */
record TokenRates(double[] output, double[] computed) {

  static TokenRates of(View view) {
    RequestLog log = view.log();
    Spread output = new Spread(view);
    Spread computed = new Spread(view);
    for (int r = 0; r < log.count(); r++) {
      if (log.status(r).served()) {
        long first = log.firstTokenNanos(r);
        if (log.outputTokens(r) > 0) {
          output.add(first, first, 1);
          output.add(first, log.lastTokenNanos(r), (double) (log.outputTokens(r) - 1));
        }
        long input = view.run().workload().graph().request(r).prompt().inputTokens();
        long end = log.outputTokens(r) > 0 ? first : log.endNanos(r);
        computed.add(log.firstScheduledNanos(r), end, (double) (input - log.hitTokens(r)));
      }
    }
    return new TokenRates(output.perSecond(), computed.perSecond());
  }

  /** Amounts spread over time; whole buckets are kept as changes of a rate. */
  private static final class Spread {
    private final long stepNanos;
    private final long endNanos;
    private final double[] single;
    private final double[] change;

    Spread(View view) {
      stepNanos = view.run().series().stepNanos();
      endNanos = view.run().endNanos();
      int points = view.run().series().points();
      single = new double[points];
      change = new double[points + 1];
    }

    void add(long from, long to, double amount) {
      if (amount == 0 || single.length == 0) {
        return;
      }
      int first = bucket(from);
      int last = bucket(to);
      if (first == last) {
        single[first] += amount;
        return;
      }
      double perNano = amount / (to - from);
      single[first] += perNano * ((first + 1) * stepNanos - from);
      single[last] += perNano * (to - last * stepNanos);
      change[first + 1] += perNano * stepNanos;
      change[last] -= perNano * stepNanos;
    }

    private int bucket(long nanos) {
      return (int) Math.min(single.length - 1, nanos / stepNanos);
    }

    double[] perSecond() {
      double[] rates = new double[single.length];
      double whole = 0;
      for (int i = 0; i < rates.length; i++) {
        whole += change[i];
        double seconds = Math.min(stepNanos, endNanos - i * stepNanos) / 1e9;
        rates[i] = Math.max(0, single[i] + whole) / seconds;
      }
      return rates;
    }
  }
}
