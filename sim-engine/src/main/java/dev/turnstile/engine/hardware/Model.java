package dev.turnstile.engine.hardware;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transformer, described by the dimensions that decide its step time and its KV size.
 *
 * <p>Attention is grouped-query (GQA, which covers multi-head and multi-query) or, with {@link
 * Mla}, DeepSeek's multi-head latent attention. With a sliding window, even-indexed layers see only
 * the window and odd-indexed layers everything, as in gpt-oss. Parameter counts are computed from
 * the dimensions; norms, biases and multi-token-prediction layers are left out.
 *
 * @param id catalogue id, lower-case kebab
 * @param hubId name on the public model hub, empty if unknown
 * @param shape the dimensions every model has
 * @param mla the ranks of latent attention, null for GQA
 * @param moe the experts, null for a dense model
 * @param slidingWindowTokens window of the even-indexed layers, 0 for none
 * @param nativeWeightDtype the format of the published weights
 * @param facts what the simulation shows but does not compute with
 */
public record Model(
    String id,
    String hubId,
    Shape shape,
    @Nullable Mla mla,
    @Nullable Moe moe,
    int slidingWindowTokens,
    WeightDtype nativeWeightDtype,
    Facts facts) {

  /**
   * The dimensions of a transformer.
   *
   * @param layers number of layers
   * @param hidden width of the residual stream
   * @param heads query heads
   * @param kvHeads key and value heads
   * @param headDim width of a head
   * @param intermediate width of a dense feed-forward layer
   * @param vocab entries of the vocabulary
   * @param tiedEmbeddings whether input and output embeddings are one matrix
   */
  public record Shape(
      int layers,
      int hidden,
      int heads,
      int kvHeads,
      int headDim,
      int intermediate,
      int vocab,
      boolean tiedEmbeddings) {}

  /**
   * The ranks and head widths of multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, §2.1).
   *
   * @param queryRank rank of the compressed queries
   * @param kvRank rank of the compressed keys and values, the cached latent
   * @param nopeHeadDim width of a head's part without position
   * @param ropeHeadDim width of a head's rotary part, cached once for all heads
   * @param valueHeadDim width of a value head
   */
  public record Mla(
      int queryRank, int kvRank, int nopeHeadDim, int ropeHeadDim, int valueHeadDim) {}

  /**
   * The experts of a mixture-of-experts model.
   *
   * @param experts routed experts per layer
   * @param topK routed experts per token
   * @param expertIntermediate width of a routed expert
   * @param sharedExperts experts that every token visits
   * @param sharedIntermediate width of a shared expert
   * @param firstDenseLayers how many layers at the bottom are dense
   */
  public record Moe(
      int experts,
      int topK,
      int expertIntermediate,
      int sharedExperts,
      int sharedIntermediate,
      int firstDenseLayers) {}

  /**
   * Facts about a model that no formula needs.
   *
   * @param maxContextTokens longest supported context, 0 if unknown
   * @param publishedParameters total parameters as marketed, 0 if unknown
   * @param publishedActiveParameters parameters per token as marketed, 0 if unknown
   * @param unverifiedFields fields of the file that no primary source confirms, by their JSON names
   * @param notes remarks, possibly empty
   */
  public record Facts(
      int maxContextTokens,
      double publishedParameters,
      double publishedActiveParameters,
      List<String> unverifiedFields,
      String notes) {

    /** Copies the list. */
    public Facts {
      unverifiedFields = List.copyOf(unverifiedFields);
    }
  }

  /** Returns how many layers are dense feed-forward layers. */
  public int denseLayers() {
    return moe == null ? shape.layers : moe.firstDenseLayers;
  }

  /** Returns how many layers have experts. */
  public int moeLayers() {
    return shape.layers - denseLayers();
  }

  /** Returns how many layers attend to the sliding window only. */
  public int windowLayers() {
    return slidingWindowTokens == 0 ? 0 : (shape.layers + 1) / 2;
  }

  /** Returns the KV elements of one token in one layer, before tensor-parallel sharding. */
  public int kvElementsPerTokenPerLayer() {
    return mla == null ? 2 * shape.kvHeads * shape.headDim : mla.kvRank + mla.ropeHeadDim;
  }

  /**
   * Returns the KV bytes of one token over all layers and heads, before tensor-parallel sharding.
   * Sliding-window layers count like the others: their blocks are kept too.
   */
  public long kvBytesPerToken(KvDtype dtype) {
    return (long) kvElementsPerTokenPerLayer() * shape.layers * dtype.bytes();
  }

  /** Returns the number of parameters, both embedding matrices included. */
  public long totalParameters() {
    long embeddings = (shape.tiedEmbeddings ? 1L : 2L) * shape.vocab * shape.hidden;
    long experts = moe == null ? 0 : moeLayers() * (expertParameters(moe.experts) + alwaysOn(moe));
    return embeddings + attentionAndDenseParameters() + experts;
  }

  /** Returns the number of parameters that one token visits, one embedding matrix included. */
  public long activeParameters() {
    long embeddings = (long) shape.vocab * shape.hidden;
    long experts = moe == null ? 0 : moeLayers() * (expertParameters(moe.topK) + alwaysOn(moe));
    return embeddings + attentionAndDenseParameters() + experts;
  }

  /** Returns the number of parameters in routed experts. */
  public long routedExpertParameters() {
    return moe == null ? 0 : moeLayers() * expertParameters(moe.experts);
  }

  private long attentionAndDenseParameters() {
    long feedForward = 3L * shape.hidden * shape.intermediate;
    return shape.layers * attentionParameters() + denseLayers() * feedForward;
  }

  private long attentionParameters() {
    long hidden = shape.hidden;
    long heads = shape.heads;
    if (mla == null) {
      return hidden * shape.headDim * (2 * heads + 2L * shape.kvHeads);
    }
    return hidden * mla.queryRank
        + mla.queryRank * heads * (mla.nopeHeadDim + mla.ropeHeadDim)
        + hidden * (mla.kvRank + mla.ropeHeadDim)
        + mla.kvRank * heads * (mla.nopeHeadDim + mla.valueHeadDim)
        + heads * mla.valueHeadDim * hidden;
  }

  private long expertParameters(int experts) {
    return moe == null ? 0 : 3L * shape.hidden * moe.expertIntermediate * experts;
  }

  /** Shared experts and the router of one layer. */
  private long alwaysOn(Moe experts) {
    return 3L * shape.hidden * experts.sharedIntermediate * experts.sharedExperts
        + (long) shape.hidden * experts.experts;
  }
}
