/**
 * The prompt tree: every prompt of a workload as a path from a root, without tokens.
 *
 * <p>Start with {@link dev.turnstile.engine.prompt.PromptTree}. A reader feeds chains of
 * trace-block hashes to a {@link dev.turnstile.engine.prompt.PromptTreeBuilder}; the frozen tree
 * holds one node per run of blocks that no other prompt leaves half-way, so its size grows with
 * distinct blocks and with turns, never with prompt length times turns. {@link
 * dev.turnstile.engine.prompt.BlockTree} is the same tree cut at the engine's block size.
 *
 * <p>Units: positions are block indexes counted from the start of the prompt (0-based, end
 * exclusive); lengths of prompts are tokens.
 */
@NullMarked
package dev.turnstile.engine.prompt;

import org.jspecify.annotations.NullMarked;
