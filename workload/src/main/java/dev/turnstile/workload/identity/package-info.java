/**
 * Session identity from the headers that agent harnesses send.
 *
 * <p>Start with {@link dev.turnstile.workload.identity.SessionIdentity}, one pure function.
 */
@NullMarked
package dev.turnstile.workload.identity;

import org.jspecify.annotations.NullMarked;
