/**
 * What a run measured: collection while it runs, definitions of every number, the plain result.
 *
 * <p>Start with {@link dev.turnstile.replay.metrics.RunCollector}, which hears of everything, and
 * {@link dev.turnstile.replay.metrics.RunResult}, from which every report is made. {@link
 * dev.turnstile.replay.metrics.MetricCatalogue} names each summary metric, its unit and which
 * direction is good.
 *
 * <p>Definitions, once: TTFT is first token minus arrival; ITL (= TPOT) is {@code (last - first) /
 * (outputs - 1)} of one request; a token gap is one single gap, pooled over requests; E2E is end
 * minus arrival; the prefix hit ratio is token-weighted and measured once, at a request's first
 * scheduling; percentiles interpolate linearly between order statistics (rank {@code (n - 1) * p});
 * the standard deviation is the population's; the window runs from the first arrival to the last
 * completion of the measured requests. A statistic over nothing is absent, never zero.
 *
 * <p>Times are integer nanoseconds until they are printed as milliseconds.
 */
@NullMarked
package dev.turnstile.replay.metrics;

import org.jspecify.annotations.NullMarked;
