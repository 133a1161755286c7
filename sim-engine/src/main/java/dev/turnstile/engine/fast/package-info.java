/**
 * The fast engine: a vLLM worker whose cost grows with decisions, not with tokens or blocks.
 *
 * <p>It equals the literal engine event for event and nanosecond for nanosecond; how, and at what
 * cost, is in docs/reference/fast-engine.md. Start with {@link
 * dev.turnstile.engine.fast.FastWorker}. Two ideas carry it:
 *
 * <ul>
 *   <li><em>Ranges.</em> The pool keeps what is resident as ranges of blocks that share one state,
 *       per node of the prompt tree ({@code RangePool}, {@code OwnerBlocks}, {@code Segment}).
 *   <li><em>Runs.</em> While nothing is decided, every decoding request gains one token a step;
 *       they are kept as one group ({@code Decoders}) and their steps are priced ahead ({@code
 *       StepPlan}), with one event for the last of them.
 * </ul>
 */
@NullMarked
package dev.turnstile.engine.fast;

import org.jspecify.annotations.NullMarked;
