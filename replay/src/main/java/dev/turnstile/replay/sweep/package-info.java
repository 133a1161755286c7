/**
 * Sweeps: many runs of one trace, their results kept as they end, and what they say together.
 *
 * <p>Start with {@link dev.turnstile.replay.sweep.SweepPlan}, which turns settings with several
 * values into points, and {@link dev.turnstile.replay.sweep.Sweep}, which runs them. A point ends
 * as an {@link dev.turnstile.replay.sweep.Outcome}; {@link dev.turnstile.replay.sweep.SweepResult}
 * is everything that reports are made from.
 *
 * <p>One run is single-threaded; parallelism is across runs. The result is the same whatever the
 * number of threads, and whether or not the sweep was killed and resumed in between.
 */
@NullMarked
package dev.turnstile.replay.sweep;

import org.jspecify.annotations.NullMarked;
