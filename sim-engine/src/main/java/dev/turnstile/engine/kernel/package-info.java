/**
 * Virtual time: one clock, one queue, one total order of events.
 *
 * <p>Start with {@link dev.turnstile.engine.kernel.Simulation}. Time is a {@code long} of
 * nanoseconds since the start of the run. Events due at one time are processed in the order of
 * their {@link dev.turnstile.engine.kernel.Rank}, then subject, then sequence; an event created for
 * the current time takes its place in that order before time moves.
 */
@NullMarked
package dev.turnstile.engine.kernel;

import org.jspecify.annotations.NullMarked;
