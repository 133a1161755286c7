/**
 * How long an engine step takes.
 *
 * <p>An engine describes a step by {@link dev.turnstile.engine.timing.BatchSums} and asks a {@link
 * dev.turnstile.engine.timing.StepPricer} for its nanoseconds. Behind it is a {@link
 * dev.turnstile.engine.timing.StepTiming}, made by {@link
 * dev.turnstile.engine.timing.TimingFactory} from the settings of a {@link
 * dev.turnstile.engine.timing.TimingSpec}; the default is {@code roofline}. Each model is one
 * {@link dev.turnstile.engine.timing.TimingProvider} that declares its parameters once, for help,
 * scenario and checks. Models compute in {@code double} seconds; the pricer alone rounds.
 */
@NullMarked
package dev.turnstile.engine.timing;

import org.jspecify.annotations.NullMarked;
