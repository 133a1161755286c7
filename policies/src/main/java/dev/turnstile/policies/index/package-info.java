/**
 * The router's own books behind the views of the SPI: load estimates and the prefix index.
 *
 * <p>Start with {@link dev.turnstile.policies.index.LoadTracker} and {@link
 * dev.turnstile.policies.index.PrefixIndex}, which the run loop feeds with what the router sends
 * and hears; they are not the engine's truth. A router that hears no KV events keeps a {@link
 * dev.turnstile.policies.index.RecentPrefixes} of its own. All count blocks per node of the prompt
 * tree, so their memory does not grow with tokens.
 */
@NullMarked
package dev.turnstile.policies.index;

import org.jspecify.annotations.NullMarked;
