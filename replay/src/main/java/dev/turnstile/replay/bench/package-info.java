/**
 * Whole runs that are measured: the shapes of load by which the speed of a replay is judged.
 *
 * <p>Start with {@link dev.turnstile.replay.bench.BenchShapes}, which makes the workloads and
 * scenarios, all from code and fixed seeds, and {@link dev.turnstile.replay.bench.Bench}, which
 * measures them. Real time and heap come from outside ({@link dev.turnstile.replay.bench.Meter}),
 * because nothing in this module may read a clock.
 */
@NullMarked
package dev.turnstile.replay.bench;

import org.jspecify.annotations.NullMarked;
