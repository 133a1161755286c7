package dev.turnstile.engine.fast;

import dev.turnstile.engine.worker.AdmissionFacts;
import org.jspecify.annotations.Nullable;

/**
 * A request on a worker, from its submission to its completion.
 *
 * <p>While it is in {@link Decoders} its progress follows from the number of steps that have ended,
 * and {@link #known}, {@link #computed}, {@link #reached} and the times are out of date.
 */
final class Sequence {
  int request;
  final BlockPath path = new BlockPath();
  long promptTokens;

  /** Output tokens after the cut at the model's length. */
  long outputTokens;

  boolean lengthCapped;
  int priority;

  /** Position in the order of submission to this worker. */
  long arrival;

  /** Prompt tokens plus generated tokens. */
  long known;

  /** Tokens that have KV. */
  long computed;

  /** Tokens that the current step computes of a sequence that is not in the decoders. */
  long scheduled;

  /** The number of the token that the step that ended last sampled of it, 0 if it did not. */
  long sampledToken;

  /** Physical blocks that it holds, from the start of its prompt. */
  int blocks;

  /** How many of them are first copies that it found. */
  int hitBlocks;

  /** How many of them are hash-addressable. */
  int cachedBlocks;

  /** The deepest segment that it computed; the others follow from there. */
  @Nullable Segment computedTop;

  boolean wasScheduled;
  final AdmissionFacts facts = new AdmissionFacts();
  int preemptions;

  /** The most tokens that ever had KV; computing one of them again is due to a preemption. */
  long reached;

  long recomputedTokens;
  long lastTokenNanos;
  long maxTokenGapNanos;

  /** Place in the running order: a later admission has a larger number. */
  long place;

  /** Neighbours in the running order, or in the waiting queue. */
  @Nullable Sequence before;

  @Nullable Sequence after;

  /** Whether it is in {@link Decoders}; what follows has a meaning only then. */
  boolean decoding;

  /** Its computed tokens less the steps that have ended. */
  long origin;

  /** The number of ended steps when its last token is out. */
  long endStep;

  /** The number of ended steps when it joined. */
  long joinStep;

  /** Neighbours among those whose blocks fill at the same steps, in running order. */
  @Nullable Sequence phaseBefore;

  @Nullable Sequence phaseAfter;

  /** Starts a new life as a request that waits. */
  void reset(
      int newRequest,
      long newPromptTokens,
      long newOutputTokens,
      boolean newLengthCapped,
      int newPriority,
      long newArrival) {
    request = newRequest;
    promptTokens = newPromptTokens;
    outputTokens = newOutputTokens;
    lengthCapped = newLengthCapped;
    priority = newPriority;
    arrival = newArrival;
    known = newPromptTokens;
    computed = 0;
    scheduled = 0;
    sampledToken = 0;
    wasScheduled = false;
    preemptions = 0;
    reached = 0;
    recomputedTokens = 0;
    lastTokenNanos = 0;
    maxTokenGapNanos = 0;
  }

  /** Tokens generated so far, for a sequence that is not in the decoders. */
  long generated() {
    return known - promptTokens;
  }

  /** Whether it has generated a token and only its last token is left to compute. */
  boolean isDecodeItem() {
    return generated() > 0 && computed == known - 1;
  }

  /** Whether the current step samples a token of it. */
  boolean emits() {
    return scheduled > 0 && computed + scheduled == known && outputTokens > 0;
  }

  /** Whether all is done that the request asks for; asked between steps. */
  boolean isOver() {
    return !decoding
        && generated() == outputTokens
        && (outputTokens > 0 || computed == promptTokens);
  }
}
