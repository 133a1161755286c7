package dev.turnstile.engine.worker;

import dev.turnstile.engine.prompt.BlockTree;

/**
 * The facts about requests that an engine needs, by request number (load order, from 0).
 *
 * <p>Identity of block {@code j} of a request, in engine blocks of {@code b} tokens: while {@code
 * (j+1)*b <= min(inputTokens, pathTokens)} it is the block of the prompt's path; else, while {@code
 * (j+1)*b <= outputPathTokens}, the block of the output path; else it is the request's own, never
 * asked for by another request. {@link BlockIdentity} writes this rule once.
 */
public interface EngineRequests {
  /** Number of requests. */
  int count();

  /** The prompt tree at the engine's block size. */
  BlockTree blocks();

  /** Tree node in which the known part of the prompt ends. */
  int promptNode(int request);

  /** Tokens of the prompt that the path of {@link #promptNode} covers, at most the input length. */
  long pathTokens(int request);

  /** Tree node whose path names the blocks beyond the prompt, or -1 if the output is unique. */
  int outputNode(int request);

  /**
   * Tokens from the start of the prompt up to which the output path names blocks; 0 without one.
   */
  long outputPathTokens(int request);

  /** Prompt tokens, at least 1. */
  long inputTokens(int request);

  /** Output tokens that the trace asks for, at least 0. */
  long outputTokens(int request);

  /** Priority for the {@code priority} queue order: smaller goes first. */
  default int priority(int request) {
    return 0;
  }
}
