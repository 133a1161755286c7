package dev.turnstile.engine.timing;

import static dev.turnstile.engine.timing.Timings.roofline;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.KvDtype;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.timing.LiteralRoofline.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class RooflinePropertyTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int[] TENSOR_PARALLEL = {1, 2, 4, 8, 16};

  private final Catalogue catalogue = Catalogue.bundled();
  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void equalsTheFormulasWrittenOutItemByItem() {
    for (int round = 0; round < 1_000; round++) {
      Deployment deployment = randomDeployment();
      List<Item> items = randomItems();

      double seconds = seconds(roofline("roofline", deployment), items);

      assertThat(seconds)
          .as("seed %d, round %d, %s, %s", SEED, round, deployment, items)
          .isCloseTo(
              new LiteralRoofline(deployment).stepSeconds(items), Percentage.withPercentage(1e-9));
    }
  }

  @Test
  void neverFallsWithMoreContextMoreTokensOrMoreItems() {
    for (int round = 0; round < 3_000; round++) {
      Deployment deployment = randomDeployment();
      RooflineTiming timing = roofline("roofline", deployment);
      List<Item> items = randomItems();
      double before = seconds(timing, items);
      int index = random.nextInt(items.size());
      Item item = items.get(index);
      long more = 1 + random.nextLong(1_000);

      List<Item> moreContext = new ArrayList<>(items);
      moreContext.set(index, new Item(item.n(), item.c() + more, item.emits()));
      List<Item> moreItems = new ArrayList<>(items);
      moreItems.add(randomItem());
      List<Item> emitting = new ArrayList<>(items);
      emitting.set(index, new Item(item.n(), item.c(), true));

      assertThat(List.of(moreContext, moreItems, emitting))
          .as("seed %d, round %d, %s, %s, item %d", SEED, round, deployment, items, index)
          .allSatisfy(larger -> assertThat(seconds(timing, larger)).isGreaterThanOrEqualTo(before));
      if (item.n() > 1) {
        List<Item> moreTokens = new ArrayList<>(items);
        moreTokens.set(index, new Item(item.n() + more, item.c(), item.emits()));
        assertThat(seconds(timing, moreTokens))
            .as("seed %d, round %d, %s, %s, item %d", SEED, round, deployment, items, index)
            .isGreaterThanOrEqualTo(before);
      }
    }
  }

  @Test
  void aLoneItemNeverGetsFasterWithMoreTokens() {
    for (int round = 0; round < 1_000; round++) {
      Deployment deployment = randomDeployment();
      RooflineTiming timing = roofline("roofline", deployment);
      long context = random.nextLong(100_000);

      assertThat(seconds(timing, List.of(new Item(2, context, true))))
          .as("seed %d, %s, context %d", SEED, deployment, context)
          .isGreaterThanOrEqualTo(seconds(timing, List.of(new Item(1, context, true))));
    }
  }

  @Test
  void aSecondTokenMayHideAnItemBehindAComputeBoundPrefill() {
    // The known exception to "more tokens take longer": alone in the decode group, the item's KV
    // traffic counts in full (100,000 x 4096 B x 32 layers / 2.68 TB/s = 4.9 ms); with two tokens
    // it joins the prefill group, where compute counts and its traffic is hidden.
    RooflineTiming timing = roofline("llama-3.1-8b", "h100-sxm", 1, "bf16");
    Item prefill = new Item(8192, 0, true);

    double one = seconds(timing, List.of(prefill, new Item(1, 100_000, true)));
    double two = seconds(timing, List.of(prefill, new Item(2, 100_000, true)));

    assertThat(one - two).isBetween(0.0044, 0.0049);
  }

  @Test
  void incrementalSumsPriceLikeFreshOnesBitForBit() {
    RooflineTiming timing = roofline("gpt-oss-120b", "h100-sxm", 1, "mxfp4");
    BatchSums incremental = new BatchSums(128);
    List<Item> batch = new ArrayList<>();
    for (int round = 0; round < 500; round++) {
      if (batch.isEmpty() || random.nextInt(3) > 0) {
        Item item = randomItem();
        incremental.add(item.n(), item.c(), item.emits(), item.n() == 1);
        batch.add(item);
      } else {
        Item item = batch.remove(random.nextInt(batch.size()));
        incremental.remove(item.n(), item.c(), item.emits(), item.n() == 1);
      }
      if (!batch.isEmpty()) {
        assertThat(timing.stepSeconds(incremental))
            .as("seed %d, round %d", SEED, round)
            .isEqualTo(seconds(timing, batch));
      }
    }
  }

  private static double seconds(RooflineTiming timing, List<Item> items) {
    BatchSums sums = new BatchSums(timing.slidingWindowTokens());
    items.forEach(item -> sums.add(item.n(), item.c(), item.emits(), item.n() == 1));
    return timing.stepSeconds(sums);
  }

  private Deployment randomDeployment() {
    Model model = catalogue.models().get(random.nextInt(catalogue.models().size()));
    int tp = TENSOR_PARALLEL[random.nextInt(TENSOR_PARALLEL.length)];
    WeightDtype[] dtypes = WeightDtype.values();
    WeightDtype dtype = dtypes[random.nextInt(dtypes.length)];
    return new Deployment(
        model,
        catalogue.gpus().get(random.nextInt(catalogue.gpus().size())),
        tp,
        dtype == WeightDtype.MXFP4 && model.moe() == null ? model.nativeWeightDtype() : dtype,
        random.nextBoolean() ? KvDtype.BF16 : KvDtype.FP8);
  }

  private List<Item> randomItems() {
    List<Item> items = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      items.add(randomItem());
    }
    return items;
  }

  private Item randomItem() {
    long n = random.nextInt(3) > 0 ? 1 : 1 + random.nextLong(1L << random.nextInt(14));
    return new Item(n, random.nextLong(1L << random.nextInt(18)), random.nextBoolean());
  }
}
