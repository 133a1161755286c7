/**
 * How sure a number is, and which of several is better.
 *
 * <p>Start with {@link dev.turnstile.replay.statistics.RepeatStatistics} for runs that differ in
 * their seed, with {@link dev.turnstile.replay.statistics.TreeBootstrap} for one run of a
 * deterministic replay, and with {@link dev.turnstile.replay.statistics.Verdict} for what may be
 * said of a difference. Intervals cover 95 %. Nothing here reads a clock or an unseeded number.
 */
@NullMarked
package dev.turnstile.replay.statistics;

import org.jspecify.annotations.NullMarked;
