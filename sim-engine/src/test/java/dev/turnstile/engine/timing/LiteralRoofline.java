package dev.turnstile.engine.timing;

import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.Gpu;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.hardware.WeightDtype;
import java.util.List;

/**
 * The roofline with default knobs written straight from its formulas, item by item and layer by
 * layer; the oracle for {@link RooflineTiming}.
 */
final class LiteralRoofline {
  private static final double AB = 2;

  /** One scheduled item. */
  record Item(long n, long c, boolean emits) {}

  private final Deployment deployment;
  private final Model model;
  private final Gpu gpu;
  private final double t;
  private final double hr;
  private final double kr;
  private final double kb;
  private final double memory;

  LiteralRoofline(Deployment deployment) {
    this.deployment = deployment;
    model = deployment.model();
    gpu = deployment.gpu();
    t = deployment.tensorParallel();
    hr = model.shape().heads() / t;
    kr = Math.max(1, model.shape().kvHeads() / t);
    kb = deployment.kvDtype().bytes();
    memory = gpu.memory().bytesPerSecond() * gpu.memory().efficiencyFraction();
  }

  double stepSeconds(List<Item> items) {
    double seconds = 0;
    for (int layer = 0; layer < model.shape().layers(); layer++) {
      seconds += linear(layer, items) + attention(layer, items) + 2 * allReduce(items);
    }
    return seconds + head(items) + 1e-3 + 10e-6 * items.size();
  }

  private double linear(int layer, List<Item> items) {
    double h = model.shape().hidden();
    double tokens = items.stream().mapToLong(Item::n).sum();
    double activations = 8 * AB * tokens * h;
    WeightDtype dtype = deployment.weightDtype();
    boolean mxfp4 = dtype == WeightDtype.MXFP4;
    double wb = mxfp4 ? 2 : dtype.expertBytes();
    Gpu.Compute rates = gpu.compute();
    double pw = mxfp4 ? rates.bf16FlopsPerSecond() : rates.expertFlopsPerSecond(dtype);
    double a = attentionWeights(h);
    Model.Moe moe = model.moe();
    if (moe == null || layer < moe.firstDenseLayers()) {
      double w = 3 * h * model.shape().intermediate() / t;
      return Math.max(2 * tokens * (a + w) / (pw * 0.6), (wb * (a + w) + activations) / memory);
    }
    double e = 3 * h * moe.expertIntermediate() / t;
    double sh = 3 * h * moe.sharedIntermediate() * moe.sharedExperts() / t;
    double rt = h * moe.experts();
    double active =
        moe.experts() * (1 - StrictMath.pow(1 - (double) moe.topK() / moe.experts(), tokens));
    double flopSeconds =
        2 * tokens * (a + sh + rt) / (pw * 0.6)
            + 2 * tokens * moe.topK() * e / (rates.expertFlopsPerSecond(dtype) * 0.6);
    double bytes = wb * (a + sh) + dtype.expertBytes() * active * e + 2 * rt + activations;
    return Math.max(flopSeconds, bytes / memory);
  }

  private double attentionWeights(double h) {
    Model.Mla m = model.mla();
    if (m == null) {
      return h * model.shape().headDim() * (2 * hr + 2 * kr);
    }
    return h * m.queryRank()
        + m.queryRank() * hr * (m.nopeHeadDim() + m.ropeHeadDim())
        + h * (m.kvRank() + m.ropeHeadDim())
        + m.kvRank() * hr * (m.nopeHeadDim() + m.valueHeadDim())
        + hr * m.valueHeadDim() * h;
  }

  private double attention(int layer, List<Item> items) {
    long window = model.slidingWindowTokens();
    boolean windowed = window > 0 && layer % 2 == 0;
    double[] flops = new double[2];
    double[] bytes = new double[2];
    for (Item item : items) {
      double n = item.n;
      double c = item.c;
      int group = item.n > 1 ? 0 : 1;
      Model.Mla m = model.mla();
      if (m == null) {
        double d = model.shape().headDim();
        double pairs = 0;
        for (long j = 1; j <= item.n; j++) {
          pairs += windowed ? Math.min(item.c + j, window) : item.c + j;
        }
        double kvRead = windowed ? Math.min(c + n, window + n - 1) : c + n;
        flops[group] += 4 * hr * d * pairs;
        bytes[group] += kb * 2 * kr * d * (kvRead + n) + 2 * AB * n * hr * d;
      } else if (group == 0) {
        double keyAndValue = m.nopeHeadDim() + m.ropeHeadDim() + m.valueHeadDim();
        flops[0] +=
            2 * hr * keyAndValue * (n * c + n * (n + 1) / 2)
                + 2 * c * m.kvRank() * hr * (m.nopeHeadDim() + m.valueHeadDim());
        bytes[0] +=
            kb * (m.kvRank() + m.ropeHeadDim()) * (c + 2 * n)
                + AB * (c + n) * hr * keyAndValue
                + 2 * AB * n * hr * m.valueHeadDim();
      } else {
        double latent = 2.0 * m.kvRank() + m.ropeHeadDim();
        flops[1] += 2 * hr * latent * (c + 1);
        bytes[1] += kb * (m.kvRank() + m.ropeHeadDim()) * (c + 2) + AB * hr * latent;
      }
    }
    double p16 = gpu.compute().bf16FlopsPerSecond();
    return Math.max(flops[0] / (p16 * 0.5), bytes[0] / memory)
        + Math.max(flops[1] / (p16 * 0.5), bytes[1] / memory);
  }

  private double allReduce(List<Item> items) {
    if (t == 1) {
      return 0;
    }
    double tokens = items.stream().mapToLong(Item::n).sum();
    double link = gpu.links().collectiveBytesPerSecond() * 0.8;
    return 2 * (t - 1) / t * AB * tokens * model.shape().hidden() / link + 10e-6;
  }

  private double head(List<Item> items) {
    double emitting = items.stream().filter(Item::emits).count();
    double weights = (double) model.shape().hidden() * model.shape().vocab() / t;
    return Math.max(
        2 * emitting * weights / (gpu.compute().bf16FlopsPerSecond() * 0.6), 2 * weights / memory);
  }
}
