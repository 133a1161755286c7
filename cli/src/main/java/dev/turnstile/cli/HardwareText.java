package dev.turnstile.cli;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.KvCapacity;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.hardware.ModelDoesNotFitException;
import dev.turnstile.reports.console.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What {@code sim gpus} and {@code sim models} print. */
final class HardwareText {

  private static final double GIGA = 1e9;
  private static final double TERA = 1e12;
  private static final double GIB = 1L << 30;
  private static final int BLOCK_TOKENS = 64;
  private static final String ESTIMATE = "~";

  private HardwareText() {}

  static List<String> gpus() {
    TextTable table =
        new TextTable()
            .text("id")
            .number("BF16", "TFLOPS")
            .number("FP8", "TFLOPS")
            .number("FP4", "TFLOPS")
            .number("INT8", "TOPS")
            .number("HBM", "GiB")
            .number("HBM", "GB/s")
            .number("link", "GB/s")
            .number("PCIe", "GB/s");
    for (Gpu gpu : Catalogue.bundled().gpus()) {
      List<String> cells = new ArrayList<>(List.of(gpu.id()));
      for (Figure figure : figures(gpu).subList(0, 8)) {
        cells.add(estimate(gpu.unverifiedFields(), figure.field()) + number(figure.value()));
      }
      table.row(cells.toArray(String[]::new));
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add("Dense rates; links count one direction; ~ = no primary source, an estimate.");
    lines.add("'sim gpus ID' shows one of them, --gpu takes an id or a JSON file.");
    return lines;
  }

  /** A figure of a GPU: its field in the file, its value, what it is. */
  private record Figure(String field, @Nullable Double value, String unit, String meaning) {}

  private static List<Figure> figures(Gpu gpu) {
    Gpu.Compute compute = gpu.compute();
    return List.of(
        new Figure(
            "bf16_dense_tflops",
            scaled(compute.bf16FlopsPerSecond(), TERA),
            "TFLOPS",
            "dense BF16 rate"),
        new Figure(
            "fp8_dense_tflops",
            scaled(compute.fp8FlopsPerSecond(), TERA),
            "TFLOPS",
            "dense FP8 rate"),
        new Figure(
            "fp4_dense_tflops",
            scaled(compute.fp4FlopsPerSecond(), TERA),
            "TFLOPS",
            "dense FP4 rate"),
        new Figure(
            "int8_dense_tops", scaled(compute.int8OpsPerSecond(), TERA), "TOPS", "dense INT8 rate"),
        new Figure("hbm_bytes", gpu.memory().bytes() / GIB, "GiB", "memory"),
        new Figure(
            "hbm_bandwidth_gb_s",
            scaled(gpu.memory().bytesPerSecond(), GIGA),
            "GB/s",
            "peak bandwidth of the memory"),
        new Figure(
            "intra_node_link_gb_s_unidirectional",
            scaled(gpu.links().peerBytesPerSecond(), GIGA),
            "GB/s",
            "to all other GPUs of the node, one direction"),
        new Figure(
            "pcie_gb_s_unidirectional",
            scaled(gpu.links().pcieBytesPerSecond(), GIGA),
            "GB/s",
            "to the host, one direction"),
        new Figure(
            "hbm_bandwidth_efficiency_default",
            gpu.memory().efficiencyFraction(),
            "",
            "share of the bandwidth that kernels reach, default of timing.eff_mem"));
  }

  static List<String> gpu(String id) {
    Gpu gpu = Catalogue.bundled().gpu(id);
    List<String> lines = new ArrayList<>();
    lines.add(
        gpu.id()
            + ": "
            + gpu.name()
            + (gpu.architecture().isEmpty() ? "" : ", " + gpu.architecture()));
    lines.add("");
    TextTable table = new TextTable().text("field").number("value").text("unit").text("meaning");
    for (Figure figure : figures(gpu)) {
      table.row(
          figure.field(),
          estimate(gpu.unverifiedFields(), figure.field()) + number(figure.value()),
          figure.unit(),
          figure.meaning());
    }
    lines.addAll(table.lines());
    addNotes(lines, gpu.notes(), gpu.unverifiedFields());
    return lines;
  }

  static List<String> models() {
    TextTable table =
        new TextTable()
            .text("id")
            .number("total", "10^9")
            .number("active", "10^9")
            .text("attention")
            .number("KV B", "/token")
            .text("weights")
            .number("context", "tokens");
    for (Model model : Catalogue.bundled().models()) {
      int context = model.facts().maxContextTokens();
      table.row(
          model.id(),
          billions(model.totalParameters()),
          billions(model.activeParameters()),
          attention(model),
          Long.toString(model.kvBytesPerToken(KvDtype.BF16)),
          model.nativeWeightDtype().label(),
          estimate(model.facts().unverifiedFields(), "max_context")
              + (context == 0 ? Numbers.NONE : Integer.toString(context)));
    }
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add("KV bytes (bf16) are those of all layers and heads; ~ = an estimate.");
    lines.add("'sim models ID' shows one of them, --model takes an id or a JSON file.");
    return lines;
  }

  static List<String> model(String id) {
    Model model = Catalogue.bundled().model(id);
    List<String> lines = new ArrayList<>();
    String hub = model.hubId();
    lines.add(model.id() + (hub.isEmpty() || hub.equals(model.id()) ? "" : ": " + hub));
    lines.add("");
    lines.addAll(dimensions(model).lines());
    addNotes(lines, model.facts().notes(), model.facts().unverifiedFields());
    lines.add("");
    lines.add("The smallest --tp that fits, and the KV room it leaves on one worker");
    lines.add("(weights " + model.nativeWeightDtype().label() + ", KV bf16, blocks of 64 tokens):");
    lines.add("");
    lines.addAll(rooms(model).lines());
    lines.add("");
    lines.add("More than 8 GPUs are more than one node, whose slower links are not modelled.");
    return lines;
  }

  private static TextTable dimensions(Model model) {
    Model.Shape shape = model.shape();
    TextTable table = new TextTable().text().number().text();
    table.row("parameters", billions(model.totalParameters()), "10^9, both embeddings included");
    table.row("active parameters", billions(model.activeParameters()), "10^9, for one token");
    table.row("layers", Integer.toString(shape.layers()), "");
    table.row("hidden width", Integer.toString(shape.hidden()), "");
    table.row("query heads", Integer.toString(shape.heads()), "of width " + shape.headDim());
    if (model.mla() == null) {
      table.row("KV heads", Integer.toString(shape.kvHeads()), "grouped-query attention");
    } else {
      table.row(
          "KV latent",
          Integer.toString(model.kvElementsPerTokenPerLayer()),
          "elements a layer, multi-head latent attention");
    }
    Model.Moe moe = model.moe();
    if (moe != null) {
      table.row(
          "experts",
          Integer.toString(moe.experts()),
          moe.topK()
              + " for each token, "
              + moe.sharedExperts()
              + " shared"
              + (moe.firstDenseLayers() == 0 ? "" : ", dense layers " + moe.firstDenseLayers()));
    }
    if (model.slidingWindowTokens() > 0) {
      table.row(
          "sliding window", Integer.toString(model.slidingWindowTokens()), "in every second layer");
    }
    table.row("vocabulary", Integer.toString(shape.vocab()), "");
    if (model.facts().maxContextTokens() > 0) {
      table.row("longest context", Integer.toString(model.facts().maxContextTokens()), "tokens");
    }
    table.row(
        "KV bytes per token",
        Long.toString(model.kvBytesPerToken(KvDtype.BF16)),
        "bf16; fp8 " + model.kvBytesPerToken(KvDtype.FP8));
    return table.row("native weights", model.nativeWeightDtype().label(), "");
  }

  private static TextTable rooms(Model model) {
    TextTable table =
        new TextTable().text("GPU").number("--tp").number("KV blocks").number("KV tokens");
    for (Gpu gpu : Catalogue.bundled().gpus()) {
      Optional<KvCapacity> room = smallestRoom(model, gpu);
      if (room.isPresent()) {
        table.row(
            gpu.id(),
            Integer.toString(room.get().deployment().tensorParallel()),
            grouped(room.get().blocks()),
            grouped(room.get().tokens()));
      } else {
        table.row(gpu.id(), Numbers.NONE, Numbers.NONE, Numbers.NONE);
      }
    }
    return table;
  }

  private static Optional<KvCapacity> smallestRoom(Model model, Gpu gpu) {
    try {
      return Optional.of(room(model, gpu, 1));
    } catch (ModelDoesNotFitException tooSmall) {
      OptionalInt enough = tooSmall.smallestTensorParallel();
      return enough.isPresent()
          ? Optional.of(room(model, gpu, enough.getAsInt()))
          : Optional.empty();
    }
  }

  private static KvCapacity room(Model model, Gpu gpu, int tensorParallel) {
    return KvCapacity.of(
        new Deployment(model, gpu, tensorParallel, model.nativeWeightDtype(), KvDtype.BF16),
        KvCapacity.DEFAULT_UTILISATION_FRACTION,
        KvCapacity.DEFAULT_RESERVE_BYTES,
        BLOCK_TOKENS);
  }

  private static void addNotes(List<String> lines, String notes, List<String> unverified) {
    if (!notes.isEmpty() || !unverified.isEmpty()) {
      lines.add("");
    }
    if (!unverified.isEmpty()) {
      lines.addAll(
          TextTable.pieces("No primary source, an estimate: " + String.join(", ", unverified), 80));
    }
    if (!notes.isEmpty()) {
      lines.addAll(TextTable.pieces(notes, 80));
    }
  }

  private static String attention(Model model) {
    if (model.mla() != null) {
      return "MLA";
    }
    return model.slidingWindowTokens() > 0 ? "GQA+window" : "GQA";
  }

  private static String estimate(List<String> unverified, String field) {
    return unverified.contains(field) ? ESTIMATE : "";
  }

  private static @Nullable Double scaled(@Nullable Double value, double unit) {
    return value == null ? null : Double.valueOf(value / unit);
  }

  /** The shortest decimal; figures come from files with few digits. */
  private static String number(@Nullable Double value) {
    if (value == null) {
      return Numbers.NONE;
    }
    BigDecimal rounded = new BigDecimal(String.format(Locale.ROOT, "%.3f", value));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String billions(long parameters) {
    return String.format(Locale.ROOT, "%.2f", parameters / GIGA);
  }

  private static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
