package dev.turnstile.replay;

import dev.turnstile.replay.scenario.Scenario;

/** Scenarios for tests. */
final class Scenarios {
  private Scenarios() {}

  /**
   * One worker, one running request, unlimited pool, round-robin, 0.1 ms per prompt token and 10 ms
   * per decode step.
   */
  static Scenario base() {
    return Scenario.defaults()
        .with("policy.spec", "round-robin")
        .with("engine.max_num_seqs", "1")
        .with("kv.num_gpu_blocks", "unlimited")
        .with("timing.provider", "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
  }
}
