package dev.turnstile.engine.hardware;

import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * One model on the GPUs of one worker.
 *
 * <p>Tensor parallelism gives every GPU an equal share of the query heads. Key and value heads are
 * shared out likewise while there are enough of them and repeated beyond that, so the number of
 * GPUs divides the query heads, and divides the key and value heads or is a multiple of them, as in
 * vLLM. The latent of multi-head latent attention is whole on every GPU.
 *
 * @param model the model
 * @param gpu the type of all its GPUs
 * @param tensorParallel number of GPUs, at least 1
 * @param weightDtype format of the weights; {@link WeightDtype#MXFP4} needs experts
 * @param kvDtype format of the KV cache
 */
public record Deployment(
    Model model, Gpu gpu, int tensorParallel, WeightDtype weightDtype, KvDtype kvDtype) {

  /**
   * Checks that the parts fit each other.
   *
   * @throws HardwareConfigException if the model's heads cannot be shared by that many GPUs, or if
   *     it has no experts for expert-only weights
   */
  public Deployment {
    if (!dividesHeads(model, tensorParallel)) {
      throw new HardwareConfigException(
          "tp",
          Integer.toString(tensorParallel),
          headsOf(model) + " cannot be shared by",
          "possible are " + allowedTensorParallel(model));
    }
    if (weightDtype == WeightDtype.MXFP4 && model.moe() == null) {
      throw new HardwareConfigException(
          "weight_dtype",
          weightDtype.label(),
          model.id() + " has no routed experts to hold as",
          "allowed are bf16, fp8, int8, int4, fp4");
    }
  }

  private static String headsOf(Model model) {
    String queries = "the " + model.shape().heads() + " query heads";
    return model.mla() == null
        ? queries + " and " + model.shape().kvHeads() + " KV heads of " + model.id()
        : queries + " of " + model.id();
  }

  private static boolean dividesHeads(Model model, int tensorParallel) {
    if (tensorParallel < 1 || model.shape().heads() % tensorParallel != 0) {
      return false;
    }
    int kvHeads = model.shape().kvHeads();
    return model.mla() != null || kvHeads % tensorParallel == 0 || tensorParallel % kvHeads == 0;
  }

  private static String allowedTensorParallel(Model model) {
    StringBuilder allowed = new StringBuilder();
    for (int gpus = 1; gpus <= model.shape().heads(); gpus++) {
      if (dividesHeads(model, gpus)) {
        allowed.append(allowed.isEmpty() ? "" : ", ").append(gpus);
      }
    }
    return allowed.toString();
  }

  /** Returns the bytes of weights on each GPU. */
  public double weightBytesPerGpu() {
    long expertWeights = model.routedExpertParameters();
    long otherWeights = model.totalParameters() - expertWeights;
    return (expertWeights * weightDtype.expertBytes() + otherWeights * weightDtype.denseBytes())
        / tensorParallel;
  }

  /** Returns the KV bytes of one token on each GPU. */
  public long kvBytesPerTokenPerGpu() {
    long bytes = kvBytesPerToken();
    return model.mla() == null ? bytes / Math.min(tensorParallel, model.shape().kvHeads()) : bytes;
  }

  /** Returns the KV bytes of one token, each element counted once however many GPUs hold it. */
  public long kvBytesPerToken() {
    return model.kvBytesPerToken(kvDtype);
  }

  /**
   * Returns the smallest tensor parallel size above the present one for which the predicate holds.
   */
  OptionalInt smallestLargerTensorParallel(Predicate<Deployment> predicate) {
    return IntStream.rangeClosed(tensorParallel + 1, model.shape().heads())
        .filter(gpus -> dividesHeads(model, gpus))
        .filter(gpus -> predicate.test(new Deployment(model, gpu, gpus, weightDtype, kvDtype)))
        .findFirst();
  }

  @Override
  public String toString() {
    return model.id()
        + " ("
        + weightDtype.label()
        + " weights, "
        + kvDtype.label()
        + " KV) on "
        + tensorParallel
        + " x "
        + gpu.id();
  }
}
