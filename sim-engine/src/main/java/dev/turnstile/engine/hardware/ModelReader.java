package dev.turnstile.engine.hardware;

import org.jspecify.annotations.Nullable;

/** The model of a JSON object with the fields of {@code models.json}. */
final class ModelReader {
  private static final double BILLION = 1e9;

  // Far above any model, and low enough that every count of parameters fits a long.
  private static final int MAX_LAYERS = 1_000;
  private static final int MAX_COUNT = 10_000;
  private static final int MAX_WIDTH = 100_000;
  private static final int MAX_VOCAB = 10_000_000;

  private ModelReader() {}

  static Model read(JsonFields fields) {
    Model model =
        new Model(
            fields.text("id"),
            fields.text("hf_id", ""),
            shape(fields),
            mla(fields.object("mla")),
            moe(fields.object("moe")),
            fields.integer("sliding_window", 1, Integer.MAX_VALUE, 0),
            weightDtype(fields),
            facts(fields));
    checkAgainstDimensions(fields, model);
    fields.finish();
    return model;
  }

  private static Model.Shape shape(JsonFields fields) {
    Model.Shape shape =
        new Model.Shape(
            fields.integer("layers", 1, MAX_LAYERS),
            fields.integer("hidden", 1, MAX_WIDTH),
            fields.integer("heads", 1, MAX_COUNT),
            fields.integer("kv_heads", 1, MAX_COUNT),
            fields.integer("head_dim", 1, MAX_WIDTH),
            fields.integer("intermediate", 1, MAX_WIDTH),
            fields.integer("vocab", 1, MAX_VOCAB),
            fields.flag("tied_embeddings", false));
    if (shape.heads() % shape.kvHeads() != 0) {
      throw fields.failure(
          "kv_heads", "must divide heads, got " + shape.kvHeads() + " of " + shape.heads(), "");
    }
    return shape;
  }

  private static Model.@Nullable Mla mla(@Nullable JsonFields fields) {
    if (fields == null) {
      return null;
    }
    Model.Mla mla =
        new Model.Mla(
            fields.integer("q_lora_rank", 1, MAX_WIDTH),
            fields.integer("kv_lora_rank", 1, MAX_WIDTH),
            fields.integer("qk_nope_head_dim", 1, MAX_WIDTH),
            fields.integer("qk_rope_head_dim", 1, MAX_WIDTH),
            fields.integer("v_head_dim", 1, MAX_WIDTH));
    fields.finish();
    return mla;
  }

  private static Model.@Nullable Moe moe(@Nullable JsonFields fields) {
    if (fields == null) {
      return null;
    }
    Model.Moe moe =
        new Model.Moe(
            fields.integer("experts", 1, MAX_COUNT),
            fields.integer("top_k", 1, MAX_COUNT),
            fields.integer("moe_intermediate", 1, MAX_WIDTH),
            fields.integer("shared_experts", 0, MAX_COUNT, 0),
            fields.integer("shared_intermediate", 0, MAX_WIDTH, 0),
            fields.integer("first_k_dense", 0, MAX_LAYERS, 0));
    if (moe.topK() > moe.experts()) {
      throw fields.failure(
          "top_k", "must not exceed experts, got " + moe.topK() + " of " + moe.experts(), "");
    }
    if (moe.sharedExperts() > 0 && moe.sharedIntermediate() == 0) {
      throw fields.failure("shared_intermediate", "is missing but there are shared_experts", "");
    }
    fields.finish();
    return moe;
  }

  private static WeightDtype weightDtype(JsonFields fields) {
    String name = fields.text("native_weight_dtype");
    try {
      return WeightDtype.parse(name);
    } catch (HardwareConfigException e) {
      throw fields.failure("native_weight_dtype", e.problem() + " '" + name + "'", e.hint());
    }
  }

  private static Model.Facts facts(JsonFields fields) {
    return new Model.Facts(
        fields.integer("max_context", 1, Integer.MAX_VALUE, 0),
        fields.positive("params_total_published_b", BILLION, 0),
        fields.positive("params_active_published_b", BILLION, 0),
        fields.texts("unverified_fields"),
        fields.text("notes", ""));
  }

  /** Checks the combinations, and every given figure that the dimensions already decide. */
  private static void checkAgainstDimensions(JsonFields fields, Model model) {
    Model.Moe moe = model.moe();
    if (moe != null && moe.firstDenseLayers() > model.shape().layers()) {
      throw fields.failure("moe", "has more first_k_dense layers than the model", "");
    }
    if (model.mla() != null && model.slidingWindowTokens() > 0) {
      throw fields.failure("sliding_window", "goes with gqa attention only", "");
    }
    if (model.nativeWeightDtype() == WeightDtype.MXFP4 && moe == null) {
      throw fields.failure("native_weight_dtype", "mxfp4 needs experts, and moe is missing", "");
    }
    String attention = model.mla() == null ? "gqa" : "mla";
    if (!fields.text("attention", attention).equals(attention)) {
      throw fields.failure("attention", "must be " + attention, "mla has an object mla, gqa none");
    }
    if (fields.flag("kv_sharded_by_tp", model.mla() == null) != (model.mla() == null)) {
      throw fields.failure("kv_sharded_by_tp", "must be true for gqa and false for mla", "");
    }
    checkDerived(fields, "params_total_computed", model.totalParameters());
    checkDerived(fields, "params_active_computed", model.activeParameters());
    checkDerived(fields, "kv_elements_per_token_per_layer", model.kvElementsPerTokenPerLayer());
    checkDerived(fields, "kv_bytes_per_token_bf16", model.kvBytesPerToken(KvDtype.BF16));
    checkDerived(fields, "kv_bytes_per_token_fp8", model.kvBytesPerToken(KvDtype.FP8));
  }

  private static void checkDerived(JsonFields fields, String name, long expected) {
    if (!fields.has(name)) {
      fields.ignore(name);
      return;
    }
    long given = fields.whole(name, 0, Long.MAX_VALUE);
    if (given != expected) {
      throw fields.failure(
          name,
          "is " + given + " but the dimensions give " + expected,
          "leave it out to have it computed");
    }
  }
}
