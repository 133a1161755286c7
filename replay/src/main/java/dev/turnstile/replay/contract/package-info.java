/**
 * The contract of a policy as checks that run it.
 *
 * <p>Start with {@link dev.turnstile.replay.contract.PolicyContract}. It reads what a policy says
 * about itself and then replays small workloads with it: the same ones for every policy, made here,
 * with fixed seeds. Each {@link dev.turnstile.replay.contract.Check} ends as a {@link
 * dev.turnstile.replay.contract.Finding}.
 *
 * <p>Times of the policy rules are nanoseconds of simulated time; a wait is the time between the
 * arrival of a request and its dispatch to a worker.
 */
@NullMarked
package dev.turnstile.replay.contract;

import org.jspecify.annotations.NullMarked;
