/**
 * The literal engine: a vLLM worker simulated step by step and block by block.
 *
 * <p>It is written straight from the worker model (docs/reference/worker-model.md, sections 1 and
 * 2) and is the reference that a faster engine must equal, so it prefers plain steps to clever
 * ones. Start with {@link dev.turnstile.engine.literal.LiteralWorker}; the scheduler forms its
 * batches, the pool keeps its KV blocks in HBM. One physical block is one number; a decode step
 * costs O(batch), an admission O(blocks of the request), and nothing costs O(pool) but the
 * invariant check.
 */
@NullMarked
package dev.turnstile.engine.literal;

import org.jspecify.annotations.NullMarked;
