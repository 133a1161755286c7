package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pool against a linear search, on random requests that come, grow, and go. */
final class LiteralPoolTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int BLOCK_TOKENS = 2;
  private static final LiteralPool.Eviction NOBODY = new LiteralPool.Eviction(-1, 0);

  /** A request in both pools. */
  private static final class Holder {
    final String text;
    final BlockPath path;
    final IntArrayList blocks = new IntArrayList();
    final List<NaivePool.Block> naiveBlocks = new ArrayList<>();
    int cached;

    Holder(String text, BlockPath path) {
      this.text = text;
      this.path = path;
    }

    String hash(int block) {
      return text.substring(0, (block + 1) * BLOCK_TOKENS);
    }

    int fullBlocks() {
      return text.length() / BLOCK_TOKENS;
    }
  }

  @ParameterizedTest
  @EnumSource(FreeOrder.class)
  void equalsALinearSearch(FreeOrder order) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 60; round++) {
      new Round(order, random, "seed " + SEED + " round " + round).run();
    }
  }

  /** Both pools of one size and what is in them. */
  private static final class Round {
    private final SplittableRandom random;
    private final String where;
    private final List<LetterRequests.Text> texts = new ArrayList<>();
    private final LetterRequests requests;
    private final LiteralPool pool;
    private final NaivePool naive;

    Round(FreeOrder order, SplittableRandom random, String where) {
      this.random = random;
      this.where = where;
      int capacity = 1 + random.nextInt(25);
      for (int i = 0; i < 20; i++) {
        texts.add(new LetterRequests.Text(RandomScenario.prompt(random, texts), 1, "", 0));
      }
      requests = new LetterRequests(texts, BLOCK_TOKENS);
      ConfigBuilder config = ConfigBuilder.pool(capacity).blockTokens(BLOCK_TOKENS);
      pool = new LiteralPool(config.freeOrder(order).build(), requests.blocks(), new KvEvents());
      naive = new NaivePool(capacity, order);
    }

    void run() {
      List<Holder> holders = new ArrayList<>();
      int evicted = 0;
      for (int action = 0; action < 300; action++) {
        int kind = random.nextInt(10);
        if (kind < 4) {
          int request = random.nextInt(texts.size());
          BlockPath path = new BlockPath(requests, new BlockIdentity(requests), request);
          admit(new Holder(texts.get(request).prompt(), path), holders);
        } else if (!holders.isEmpty() && kind < 8) {
          grow(holders.get(random.nextInt(holders.size())));
        } else if (!holders.isEmpty()) {
          Holder leaving = holders.remove(random.nextInt(holders.size()));
          pool.release(leaving.blocks);
          naive.release(leaving.naiveBlocks);
        }

        evicted += (int) pool.takeEvictedCount();
        assertThat(pool.free()).as(where).isEqualTo(naive.free());
        assertThat(pool.inactive()).as(where).isEqualTo(naive.inactive());
        assertThat(evicted).as(where).isEqualTo(naive.evicted());
        assertSameBlocksResident();
        pool.check(holders.stream().map(holder -> holder.blocks).toList());
      }
    }

    private void assertSameBlocksResident() {
      for (int request = 0; request < texts.size(); request++) {
        Holder any =
            new Holder(
                texts.get(request).prompt(),
                new BlockPath(requests, new BlockIdentity(requests), request));
        assertThat(pool.residentBlocks(any.path, any.fullBlocks()))
            .as("%s request %d", where, request)
            .isEqualTo(naiveHit(any, any.fullBlocks()));
      }
    }

    private int naiveHit(Holder holder, int limit) {
      int hit = 0;
      while (hit < limit && naive.lookup(holder.hash(hit)).isPresent()) {
        hit++;
      }
      return hit;
    }

    /** Takes the cached prefix and the first blocks beyond it, if they fit. */
    private void admit(Holder holder, List<Holder> holders) {
      int hits = pool.residentBlocks(holder.path, random.nextInt(holder.fullBlocks() + 1));
      int need = random.nextInt(4);
      int revived = 0;
      for (int block = 0; block < hits; block++) {
        revived += naive.lookup(holder.hash(block)).orElseThrow().references == 0 ? 1 : 0;
      }
      assertThat(pool.inactiveBlocks(holder.path, hits)).isEqualTo(revived);
      boolean fits = need + revived <= naive.free() + naive.inactive();
      assertThat(pool.canTake(need, revived)).isEqualTo(fits);
      if (!fits) {
        return;
      }
      pool.touch(holder.path, hits, holder.blocks);
      for (int block = 0; block < hits; block++) {
        holder.naiveBlocks.add(naive.touch(holder.hash(block)));
      }
      holder.cached = hits;
      take(holder, need);
      holders.add(holder);
    }

    private void take(Holder holder, int need) {
      pool.take(need, holder.blocks, NOBODY);
      for (int i = 0; i < need; i++) {
        holder.naiveBlocks.add(naive.take());
      }
    }

    /** Caches the next private block, takes the last cached back, or takes one more. */
    private void grow(Holder holder) {
      int next = holder.cached;
      if (next < holder.blocks.size() && next < holder.fullBlocks()) {
        int owner = holder.path.owner(holder.path.runOf(next));
        pool.cache(holder.blocks.getInt(next), owner, next);
        naive.cache(holder.naiveBlocks.get(next), holder.hash(next));
        holder.cached++;
        if (holder.naiveBlocks.get(next).references == 1 && random.nextInt(8) == 0) {
          holder.cached--;
          pool.uncache(holder.blocks.getInt(next), NOBODY);
          naive.uncache(holder.naiveBlocks.get(next));
        }
      } else if (pool.canTake(1, 0)) {
        take(holder, 1);
      }
    }
  }
}
