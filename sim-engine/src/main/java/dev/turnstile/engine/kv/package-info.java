/**
 * KV memory: the tiers that hold blocks.
 *
 * <p>Start with {@link dev.turnstile.engine.kv.KvTier}. Capacities are blocks, bandwidths decimal
 * bytes per second.
 */
@NullMarked
package dev.turnstile.engine.kv;

import org.jspecify.annotations.NullMarked;
