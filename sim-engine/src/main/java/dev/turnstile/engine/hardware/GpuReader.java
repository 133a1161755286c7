package dev.turnstile.engine.hardware;

/** The GPU of a JSON object with the fields of {@code gpus.json}. */
final class GpuReader {
  private static final double GIGA = 1e9;
  private static final double TERA = 1e12;
  private static final double DEFAULT_MEMORY_EFFICIENCY = 0.8;
  private static final int MAX_MARKETING_GB = 1 << 20;

  private GpuReader() {}

  static Gpu read(JsonFields fields) {
    String id = fields.text("id");
    Gpu gpu =
        new Gpu(
            id,
            fields.text("name", id),
            fields.text("arch", ""),
            memory(fields),
            new Gpu.Compute(
                fields.positive("bf16_dense_tflops", TERA),
                fields.positiveOrNull("fp8_dense_tflops", TERA),
                fields.positiveOrNull("fp4_dense_tflops", TERA),
                fields.positiveOrNull("int8_dense_tops", TERA)),
            new Gpu.Links(
                fields.positiveOrNull("intra_node_link_gb_s_unidirectional", GIGA),
                fields.positive("pcie_gb_s_unidirectional", GIGA)),
            fields.texts("unverified_fields"),
            fields.text("notes", ""));
    fields.finish();
    return gpu;
  }

  private static Gpu.Memory memory(JsonFields fields) {
    long bytes = fields.whole("hbm_bytes", 1, Long.MAX_VALUE);
    int marketing = fields.integer("hbm_gb_marketing", 1, MAX_MARKETING_GB, 0);
    if (marketing > 0 && (long) marketing << 30 != bytes) {
      throw fields.failure(
          "hbm_gb_marketing",
          "is " + marketing + " but hbm_bytes is " + bytes,
          "a marketing gigabyte is 2^30 bytes; leave hbm_gb_marketing out");
    }
    double efficiency =
        fields.positive("hbm_bandwidth_efficiency_default", 1, DEFAULT_MEMORY_EFFICIENCY);
    if (efficiency > 1) {
      throw fields.failure(
          "hbm_bandwidth_efficiency_default", "must be a share in (0, 1], got " + efficiency, "");
    }
    return new Gpu.Memory(bytes, fields.positive("hbm_bandwidth_gb_s", GIGA), efficiency);
  }
}
