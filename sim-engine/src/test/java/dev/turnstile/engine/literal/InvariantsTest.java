package dev.turnstile.engine.literal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerListener;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The invariants of the worker model, section 12, after every event of random scenarios. */
final class InvariantsTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int SCENARIOS = 600;

  @Test
  void holdAfterEveryEventOfRandomScenarios() {
    long preemptions = 0;
    long evictions = 0;
    long evictionRuns = 0;
    for (int i = 0; i < SCENARIOS; i++) {
      RandomScenario scenario = new RandomScenario(SEED + i);
      Auditor auditor = new Auditor(scenario, "sim.test.seed=" + (SEED + i));
      Bench bench = scenario.bench().listener(auditor).start();
      auditor.bench = bench;
      while (bench.simulation.step()) {
        bench.worker.checkInvariants(false);
        auditor.checkAfterEvent();
      }
      bench.worker.checkInvariants(true);
      auditor.checkAtEnd();
      preemptions += auditor.preemptions;
      evictions += auditor.evictions;
      evictionRuns += auditor.evictionRuns;
    }
    // The scenarios are worth their name.
    assertThat(preemptions).isGreaterThan(SCENARIOS / 4);
    assertThat(evictions).isGreaterThan(10L * SCENARIOS);
    assertThat(evictionRuns).isGreaterThan(SCENARIOS);
  }

  @Test
  void sameScenarioTellsTheSameStory() {
    for (int i = 0; i < 50; i++) {
      List<String> first = new RandomScenario(SEED + i).bench().run();

      assertThat(new RandomScenario(SEED + i).bench().run()).isEqualTo(first);
    }
  }

  @Test
  void moreKvNeverLowersTheHitsOfRequestsThatRunOneByOne() {
    // LRU over prefixes is a stack algorithm as long as the order of requests stays the same.
    for (int i = 0; i < 150; i++) {
      long hits = -1;
      for (int more = 0; more <= 60; more += 5) {
        RandomScenario scenario = new RandomScenario(SEED + i);
        scenario.config.maxNumSeqs(1).queueOrder(WorkerConfig.QueueOrder.FCFS);
        scenario.config.kvBlocks = scenario.largestRequestBlocks() + more;
        Auditor auditor = new Auditor(scenario, "seed " + (SEED + i));
        Bench bench = scenario.bench().listener(auditor).start();
        while (bench.simulation.step()) {}
        long hitsNow = Arrays.stream(auditor.hitTokens).sum();
        assertThat(hitsNow).as("seed %d, %d more", SEED + i, more).isGreaterThanOrEqualTo(hits);
        hits = hitsNow;
      }
    }
  }

  /** A block by its identity. */
  private record Name(int owner, int block) {}

  /** Keeps its own books from what the worker tells. */
  private static final class Auditor implements WorkerListener {
    private final RandomScenario scenario;
    private final String where;
    private final LetterRequests requests;
    private final BlockIdentity identity;
    private final Set<Name> cached = new HashSet<>();
    private final Map<Name, Long> removedNanos = new HashMap<>();
    private final long[] hitTokens;
    private final long[] firstNanos;
    private final long[] endNanos;
    private final long[] outputs;
    private long recomputedTokens;
    private long computedTokens;
    private long gaps;
    private long gapNanos;
    private long stepEndNanos = -1;
    private @Nullable Bench bench;
    private long preemptions;
    private long evictions;
    private long evictionRuns;

    Auditor(RandomScenario scenario, String where) {
      this.scenario = scenario;
      this.where = where;
      requests = new LetterRequests(scenario.texts, scenario.config.blockTokens);
      identity = new BlockIdentity(requests);
      hitTokens = filled();
      firstNanos = filled();
      endNanos = filled();
      outputs = filled();
    }

    private long[] filled() {
      long[] values = new long[scenario.texts.size()];
      Arrays.fill(values, -1);
      return values;
    }

    /** Settled state: the events tell the cached hashes, and every path is resident as a prefix. */
    void checkAfterEvent() {
      if (scenario.config.eventsAtPassEnd) {
        return;
      }
      Worker worker = Objects.requireNonNull(bench).worker;
      for (int request = 0; request < requests.count(); request++) {
        int resident = 0;
        int full = (int) requests.inputTokens(request) / scenario.config.blockTokens;
        while (resident < full
            && cached.contains(new Name(identity.owner(request, resident), resident))) {
          resident++;
        }
        assertThat(worker.residentPromptBlocks(request)).as(where).isEqualTo(resident);
      }
      for (Name name : cached) {
        assertThat(name.block() == 0 || cached.contains(parentOf(name)))
            .as("%s parent of %s", where, name)
            .isTrue();
      }
    }

    private Name parentOf(Name name) {
      int block = name.block() - 1;
      BlockTree blocks = requests.blocks();
      int owner =
          BlockIdentity.isPrivate(name.owner())
              ? identity.owner(~name.owner(), block)
              : blocks.nodeAt(name.owner(), block);
      return new Name(owner, block);
    }

    void checkAtEnd() {
      WorkerConfig config = scenario.config.build();
      long expectedComputed = recomputedTokens;
      long expectedGaps = 0;
      long expectedGapNanos = 0;
      for (int request = 0; request < requests.count(); request++) {
        long input = requests.inputTokens(request);
        long output = config.cappedOutput(input, requests.outputTokens(request));
        assertThat(outputs[request]).as(where).isEqualTo(output);
        assertThat(hitTokens[request]).as(where).isBetween(0L, input - 1);
        assertThat(firstNanos[request] >= 0).as(where).isEqualTo(output > 0);
        expectedComputed += input + Math.max(output, 1) - 1 - hitTokens[request];
        expectedGaps += Math.max(output - 1, 0);
        expectedGapNanos += output > 0 ? endNanos[request] - firstNanos[request] : 0;
      }
      assertThat(gaps).as(where).isEqualTo(expectedGaps);
      assertThat(gapNanos).as(where).isEqualTo(expectedGapNanos);
      if (preemptions == 0) {
        assertThat(recomputedTokens).as(where).isZero();
        assertThat(computedTokens).as(where).isEqualTo(expectedComputed);
      } else {
        // A preempted request may come back to more than it had, computed by others.
        assertThat(computedTokens).as(where).isLessThanOrEqualTo(expectedComputed);
      }
    }

    @Override
    public void onFirstScheduled(int worker, int request, AdmissionFacts facts) {
      assertThat(hitTokens[request]).as(where).isEqualTo(-1);
      hitTokens[request] = facts.hitTokensHbm;
      long full = requests.inputTokens(request) / scenario.config.blockTokens;
      assertThat(facts.hitTokensHbm + facts.reprefilledTokens + facts.fullHitRecomputeTokens)
          .as(where)
          .isLessThanOrEqualTo(full * scenario.config.blockTokens);
      checkEvictions(request, facts);
    }

    /** Blocks that are computed again were taken by an earlier request, when they were removed. */
    private void checkEvictions(int request, AdmissionFacts facts) {
      int block = (int) facts.hitTokensHbm / scenario.config.blockTokens;
      int start = block;
      for (int run = 0; run < facts.evictions.size(); run++) {
        int by = facts.evictions.request(run);
        assertThat(by).as(where).isNotEqualTo(request);
        assertThat(hitTokens[by]).as(where).isNotEqualTo(-1);
        for (int end = block + facts.evictions.blocks(run); block < end; block++) {
          Name name = new Name(identity.owner(request, block), block);
          if (bench != null && !scenario.config.eventsAtPassEnd) {
            // What this pass has removed is told after its requests.
            boolean now = facts.evictions.timeNanos(run) == bench.simulation.nowNanos();
            if (!now) {
              assertThat(cached).as(where).doesNotContain(name);
              assertThat(removedNanos)
                  .as(where)
                  .containsEntry(name, facts.evictions.timeNanos(run));
            }
          }
        }
        evictionRuns++;
      }
      assertThat((long) (block - start) * scenario.config.blockTokens)
          .as(where)
          .isEqualTo(facts.reprefilledTokens);
    }

    @Override
    public void onFirstToken(int worker, int request) {
      assertThat(firstNanos[request]).as(where).isEqualTo(-1);
      firstNanos[request] = bench == null ? 0 : bench.simulation.nowNanos();
    }

    @Override
    public void onSecondToken(int worker, int request) {
      assertThat(firstNanos[request]).as(where).isGreaterThanOrEqualTo(0);
    }

    @Override
    public void onCompleted(
        int worker,
        int request,
        long outputTokens,
        boolean lengthCapped,
        int preempted,
        long recomputed,
        long maxTokenGapNanos) {
      assertThat(outputs[request]).as(where).isEqualTo(-1);
      outputs[request] = outputTokens;
      endNanos[request] = bench == null ? 0 : bench.simulation.nowNanos();
      recomputedTokens += recomputed;
      assertThat(lengthCapped).as(where).isEqualTo(outputTokens < requests.outputTokens(request));
    }

    @Override
    public void onPreempted(int worker, int request) {
      preemptions++;
    }

    @Override
    public void onTokenGaps(int worker, long length, long count) {
      gaps += count;
      gapNanos += length * count;
    }

    @Override
    public void onStored(int worker, int owner, int fromBlock, int toBlock) {
      for (int block = fromBlock; block < toBlock; block++) {
        assertThat(cached.add(new Name(owner, block))).as("%s stored twice", where).isTrue();
      }
    }

    @Override
    public void onRemoved(int worker, int owner, int fromBlock, int toBlock) {
      for (int block = fromBlock; block < toBlock; block++) {
        Name name = new Name(owner, block);
        assertThat(cached.remove(name)).as("%s not stored", where).isTrue();
        removedNanos.put(name, bench == null ? 0 : bench.simulation.nowNanos());
      }
    }

    @Override
    public void onEvicted(int worker, long count) {
      evictions += count;
    }

    @Override
    public void onSteps(
        int worker, long fromNanos, long durationNanos, long steps, int sequences, long newTokens) {
      assertThat(stepEndNanos).as("%s one step at a time", where).isEqualTo(-1);
      assertThat(newTokens).as(where).isBetween((long) sequences, scenario.config.budget);
      assertThat(sequences).as(where).isBetween(1, scenario.config.maxNumSeqs);
      computedTokens += newTokens;
      stepEndNanos = bench == null ? 0 : bench.simulation.nowNanos() + durationNanos;
    }

    @Override
    public void onStepEnd(int worker) {
      if (bench != null) {
        assertThat(bench.simulation.nowNanos()).as(where).isEqualTo(stepEndNanos);
      }
      stepEndNanos = -1;
    }

    @Override
    public void onDeferred(int worker, long steps) {
      assertThat(stepEndNanos).as(where).isEqualTo(-1);
    }
  }
}
