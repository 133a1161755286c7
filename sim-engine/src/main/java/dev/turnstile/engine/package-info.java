/**
 * The simulated machine: virtual time, the prompt tree, KV pools, workers and step timing.
 *
 * <p>Simulated time is a {@code long} number of nanoseconds since the start of the run.
 */
@NullMarked
package dev.turnstile.engine;

import org.jspecify.annotations.NullMarked;
