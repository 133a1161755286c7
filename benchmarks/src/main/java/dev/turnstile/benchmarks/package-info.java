/**
 * Micro-benchmarks of the parts that a run spends its time in, for JMH.
 *
 * <p>Built and run with the Maven profile {@code benchmarks}; {@code docs/benchmarks.md} says how.
 * Whole runs are measured by {@code sim bench} instead. Each class measures one part: {@link
 * dev.turnstile.benchmarks.EventQueueBenchmark}, {@link
 * dev.turnstile.benchmarks.PromptTreeBenchmark}, {@link
 * dev.turnstile.benchmarks.BlockPoolBenchmark}, {@link dev.turnstile.benchmarks.StepLoopBenchmark},
 * {@link dev.turnstile.benchmarks.PrefixIndexBenchmark}, {@link
 * dev.turnstile.benchmarks.RouterBenchmark} and {@link
 * dev.turnstile.benchmarks.ThunderAgentBenchmark}. The other types are what they need to run
 * without a replay around them.
 */
@NullMarked
package dev.turnstile.benchmarks;

import org.jspecify.annotations.NullMarked;
