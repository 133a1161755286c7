/**
 * Made-up traces: sessions drawn from a profile.
 *
 * <p>Start with {@link dev.turnstile.workload.synthetic.Generator}. A {@link
 * dev.turnstile.workload.synthetic.Profile} is a YAML file ({@link
 * dev.turnstile.workload.synthetic.Profiles}); each of its quantities is a {@link
 * dev.turnstile.workload.synthetic.Quantity}. The values of the built-in profiles are our own
 * choice and no measurements.
 *
 * <p>Every quantity of every session has a random stream of its own, derived from the seed, the
 * name of the quantity and the name of the session. So changing one quantity leaves the draws of
 * all others as they were, and the first sessions of a longer trace are those of a shorter one.
 */
@NullMarked
package dev.turnstile.workload.synthetic;

import org.jspecify.annotations.NullMarked;
