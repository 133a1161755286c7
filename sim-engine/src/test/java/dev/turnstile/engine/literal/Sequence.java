package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.AdmissionFacts;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** A request on a worker, from its submission to its completion. */
final class Sequence {
  final int request;
  final BlockPath path;
  final long promptTokens;

  /** Output tokens after the cut at the model's length. */
  final long outputTokens;

  final boolean lengthCapped;
  final int priority;

  /** Position in the order of submission to this worker. */
  final long arrival;

  /** Prompt tokens plus generated tokens. */
  long known;

  /** Tokens that have KV. */
  long computed;

  /** Tokens that the current step computes, 0 if the sequence sits it out. */
  long scheduled;

  /** Whether the last step sampled a token of it. */
  boolean sampled;

  /** The physical blocks that it holds, first block of the prompt first. */
  final IntArrayList blocks = new IntArrayList();

  /** How many of {@link #blocks}, from the first, are hash-addressable. */
  int cachedBlocks;

  boolean wasScheduled;
  final AdmissionFacts facts = new AdmissionFacts();

  int preemptions;

  /** The most tokens that ever had KV; computing one of them again is due to a preemption. */
  long reached;

  long recomputedTokens;
  long lastTokenNanos;
  long maxTokenGapNanos;

  Sequence(
      int request,
      BlockPath path,
      long promptTokens,
      long outputTokens,
      boolean lengthCapped,
      int priority,
      long arrival) {
    this.request = request;
    this.path = path;
    this.promptTokens = promptTokens;
    this.outputTokens = outputTokens;
    this.lengthCapped = lengthCapped;
    this.priority = priority;
    this.arrival = arrival;
    known = promptTokens;
  }

  long generated() {
    return known - promptTokens;
  }

  /** Whether it has generated a token and only its last token is left to compute. */
  boolean isDecoding() {
    return generated() > 0 && computed == known - 1;
  }

  /** Whether the current step computes its last known token. */
  boolean reachesEnd() {
    return scheduled > 0 && computed + scheduled == known;
  }

  /** Whether the current step samples a token of it. */
  boolean emits() {
    return reachesEnd() && outputTokens > 0;
  }

  /** Whether all is done that the request asks for; asked between steps. */
  boolean isComplete() {
    return generated() == outputTokens && (outputTokens > 0 || computed == promptTokens);
  }
}
