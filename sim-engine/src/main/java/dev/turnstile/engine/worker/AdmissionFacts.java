package dev.turnstile.engine.worker;

/**
 * What a worker found in its cache when it first scheduled a request; mutable, owned by the worker.
 */
public final class AdmissionFacts {
  /** Prompt tokens found in HBM, block-aligned and capped so that one token is left to compute. */
  public long hitTokensHbm;

  /**
   * Tokens of full prompt blocks beyond the hit that this worker had computed before and that were
   * evicted since.
   */
  public long reprefilledTokens;

  /** Who took the blocks of {@link #reprefilledTokens}; their blocks add up to these. */
  public final Evictions evictions = new Evictions();

  /** Tokens of a fully cached, block-aligned prompt that are computed again to obtain logits. */
  public long fullHitRecomputeTokens;

  /** Creates facts of a request that found nothing. */
  public AdmissionFacts() {}
}
