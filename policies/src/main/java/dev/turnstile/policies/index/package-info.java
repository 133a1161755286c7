/**
 * The router's own books behind the views of the SPI: load estimates and the prefix index.
 *
 * <p>Start with {@code LoadTracker} and {@code PrefixIndex}. They are fed with what the router
 * itself sends and hears and are not the engine's truth.
 */
@NullMarked
package dev.turnstile.policies.index;

import org.jspecify.annotations.NullMarked;
