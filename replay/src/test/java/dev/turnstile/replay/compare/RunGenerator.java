package dev.turnstile.replay.compare;

import dev.turnstile.replay.compare.RunCase.Turn;
import dev.turnstile.replay.compare.RunCase.Wait;
import dev.turnstile.workload.graph.Relation;
import dev.turnstile.workload.graph.Trigger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Random runs: plays with sub-agents and joins under random settings, policies and load. */
final class RunGenerator {
  private static final long MILLI = 1_000_000;

  private static final String[] POLICIES = {
    "round-robin",
    "random",
    "least-loaded",
    "power-of-two",
    "direct",
    "global-lb",
    "session-hash",
    "session-hrw",
    "two-tier",
    "two-tier:variant=exact",
    "load-aware",
    "load-aware:router_queue_threshold=0,router_queue_policy=lcfs",
    "kv",
    "kv:use_kv_events=false,approx_ttl_seconds=1",
    "kv:router_temperature=0.5",
    "kv:router_queue_threshold=0.5,router_queue_policy=fcfs",
    "kv:track_output_blocks=true",
    "thunderagent",
    "thunderagent+kv",
    "thunderagent+global-lb"
  };

  private static final String[] TIMINGS = {
    "roofline",
    "polynomial",
    "linear:prefill_ms_per_token=0.5,decode_ms_per_step=4",
    "fixed:prefill_ms=3,decode_ms=2"
  };

  private static final String[] MODELS = {
    "qwen3-coder-30b-a3b", "llama-3.1-8b", "gpt-oss-20b", "deepseek-v3"
  };

  private final SplittableRandom random;
  private final RunCase made = new RunCase();
  private int sessions;
  private int workers;
  private boolean direct;

  private RunGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  static RunCase of(long seed) {
    RunGenerator generator = new RunGenerator(seed);
    generator.cluster();
    generator.engine();
    generator.load();
    generator.plays();
    return generator.made;
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private void set(String path, Object value) {
    made.settings.put(path, value.toString());
  }

  private void maybe(int oneIn, String path, Object value) {
    if (chance(oneIn)) {
      set(path, value);
    }
  }

  private void cluster() {
    workers = chance(3) ? 1 : 1 + random.nextInt(4);
    String policy = pick(POLICIES);
    direct = policy.equals("direct");
    set("policy.spec", policy);
    set("cluster.workers", workers);
    set("seed", random.nextInt(1000));
    String model = pick(MODELS);
    set("cluster.model", model);
    maybe(model.equals("deepseek-v3") ? 1 : 2, "cluster.tp", 8);
    set("timing.provider", pick(TIMINGS));
    maybe(3, "timing.step_composition", "split");
    maybe(12, "timing.speedup_ratio", 0);
    maybe(8, "timing.decode_speedup_ratio", chance(2) ? 0 : 1.3);
  }

  private void engine() {
    int block = new int[] {4, 16, 16, 24, 32}[random.nextInt(5)];
    set("kv.block_size", block);
    int spare = chance(2) ? 2000 : 200;
    set("kv.num_gpu_blocks", chance(5) ? "unlimited" : 320 / block + random.nextInt(spare / block));
    maybe(2, "engine.max_num_seqs", 1 + random.nextInt(8));
    maybe(2, "engine.max_num_batched_tokens", 16 + random.nextInt(200));
    maybe(5, "engine.long_prefill_token_threshold", 8 + random.nextInt(60));
    maybe(5, "engine.enable_chunked_prefill", false);
    maybe(9, "engine.enable_prefix_caching", false);
    maybe(4, "engine.watermark", 0.05);
    maybe(4, "engine.full_sequence_must_fit", false);
    maybe(4, "engine.policy", "priority");
    maybe(3, "engine.preemption_mode", "fifo");
    maybe(2, "engine.free_order", "strict_queue");
    maybe(4, "engine.event_visibility", "pass_end");
    maybe(6, "engine.max_model_len", 150 + random.nextInt(200));
    set("engine.max_preemptions", 40);
  }

  private void load() {
    if (chance(2)) {
      set("load.arrival", "closed");
      set("load.concurrency", 1 + random.nextInt(6));
      maybe(4, "load.lane_assignment", "static");
    } else {
      maybe(4, "load.arrival_speedup", 2.5);
      maybe(6, "load.request_rate", 20);
    }
    maybe(4, "load.request_concurrency", 1 + random.nextInt(6));
    maybe(5, "load.max_gap", 0.02);
    maybe(6, "load.idle_cap", 0.05);
    maybe(6, "load.repeat_sessions", 2);
    maybe(6, "load.delay_policy", "residual");
    maybe(8, "load.max_sim_time", 0.4);
    maybe(6, "measure.warmup_requests", 3);
    set("measure.oracle", true);
  }

  private void plays() {
    int plays = 1 + random.nextInt(chance(4) ? 25 : 7);
    long now = 0;
    for (int play = 0; play < plays; play++) {
      now += chance(2) ? 0 : random.nextInt(120) * MILLI;
      stream(new ArrayList<>(), now, 0);
    }
  }

  /** Adds the turns of a session, some of which spawn further ones; returns the last turn. */
  private int stream(List<Wait> first, long offset, int depth) {
    int session = sessions++;
    int turns = 1 + random.nextInt(4);
    List<Wait> waits = first;
    int last = -1;
    long[] ids = begin();
    for (int turn = 0; turn < turns; turn++) {
      long[] outputIds = chance(3) ? fresh(random.nextInt(3)) : new long[0];
      last = add(session, offset, ids, outputIds, waits);
      waits = new ArrayList<>();
      if (depth < 2 && chance(4)) {
        Trigger trigger = chance(3) ? Trigger.DISPATCH : Trigger.COMPLETION;
        List<Wait> spawn = new ArrayList<>();
        spawn.add(new Wait(last, trigger, Relation.SPAWN, delay()));
        int child = stream(spawn, offset, depth + 1);
        if (chance(2)) {
          waits.add(new Wait(child, Trigger.COMPLETION, Relation.JOIN, delay()));
        }
      }
      waits.add(new Wait(last, Trigger.COMPLETION, Relation.SEQUENCE, delay()));
      ids = chance(6) ? begin() : joined(ids, outputIds, fresh(random.nextInt(3)));
    }
    return last;
  }

  private long delay() {
    return chance(3) ? 0 : random.nextInt(60) * (chance(4) ? 777_777 : MILLI);
  }

  private long[] begin() {
    long[] shared = new long[random.nextInt(5)];
    long group = 100L * (1 + random.nextInt(2));
    Arrays.setAll(shared, i -> group + i);
    return joined(shared, fresh(random.nextInt(4)));
  }

  private long[] fresh(int count) {
    return random.longs(count, 1000, 1_000_000).toArray();
  }

  private static long[] joined(long[]... parts) {
    return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
  }

  private int add(int session, long offset, long[] ids, long[] outputIds, List<Wait> waits) {
    long named = (long) ids.length * RunCase.TRACE_BLOCK_TOKENS;
    long input = named - (named > 0 && chance(2) ? random.nextInt(16) : 0);
    long output = chance(12) ? 0 : 1 + random.nextInt(chance(4) ? 200 : 20);
    // The router direct ends a run at the first request that names no worker.
    boolean pinned = direct ? !chance(60) : chance(2);
    made.turns.add(
        new Turn(
            session,
            offset,
            Math.max(1, input),
            output,
            named == 0 ? new long[0] : ids,
            outputIds,
            random.nextInt(3),
            pinned ? random.nextInt(workers) : -1,
            waits));
    return made.turns.size() - 1;
  }
}
