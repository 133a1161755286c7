/**
 * The simulated worker: continuous batching over a paged KV pool.
 *
 * <p>Start with {@link dev.turnstile.engine.worker.Worker}, the interface behind which an engine
 * works, and {@link dev.turnstile.engine.worker.WorkerListener}, through which it tells what
 * happened. An engine knows requests as dense numbers (their load order) and reads their facts from
 * {@link dev.turnstile.engine.worker.EngineRequests}; it knows nothing of traces, policies or
 * metrics.
 */
@NullMarked
package dev.turnstile.engine.worker;

import org.jspecify.annotations.NullMarked;
