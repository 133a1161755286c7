/**
 * What a policy is, sees and answers.
 *
 * <p>Start with {@link dev.turnstile.policies.spi.Router} and {@link
 * dev.turnstile.policies.spi.AdmissionGate}: the two roles, composed in the order gate, router.
 * Both extend {@link dev.turnstile.policies.spi.Policy}, whose callbacks are all optional. A policy
 * is made by its {@link dev.turnstile.policies.spi.PolicyFactory}, which declares the parameters
 * once and is found with {@link java.util.ServiceLoader}.
 *
 * <p>A policy sees requests, workers' static facts and the router's own estimates, never the
 * engine's truth. It keeps all its state in the instance, draws randomness only from its stream and
 * reads time only from its context. Times are nanoseconds of simulated time.
 */
@NullMarked
package dev.turnstile.policies.spi;

import org.jspecify.annotations.NullMarked;
