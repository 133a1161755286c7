package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyParameter;
import java.util.List;

/** The parameters of the KV router, under the names that Dynamo gives them. */
final class KvParameters {
  /** Parameters of the load terms, the choice, the queue and the affinity. */
  static final List<PolicyParameter> LOAD =
      List.of(
          PolicyParameter.decimal(
              "prefill_load_scale", "1.0", "0", "", "", "Weight of the prefill term."),
          PolicyParameter.decimal(
              "decode_active_request_weight", "0", "0", "", "blocks", "Cost per active request."),
          PolicyParameter.decimal(
              "router_temperature",
              "0",
              "0",
              "",
              "",
              "0 takes the least cost; above, chance decides by cost."),
          PolicyParameter.bool(
              "track_prefill_tokens", true, "Count prompt tokens that wait for their prefill."),
          PolicyParameter.choice(
              "prefill_load_model",
              List.of("none", "rate"),
              "Whether prefill waits in full until its first token, or melts at a rate."),
          PolicyParameter.decimal(
              "prefill_load_tokens_per_second",
              "15928",
              "0",
              "",
              "tokens/s",
              "Rate at which the backlog of a worker melts; one model's constant, calibrate it."),
          PolicyParameter.bool("track_active_blocks", true, "Count blocks of requests in flight."),
          PolicyParameter.bool(
              "track_output_blocks", false, "Count also the blocks begun by output tokens."),
          PolicyParameter.optionalDecimal(
              "router_queue_threshold",
              "0",
              "",
              "step budgets",
              "Requests are parked while every worker has more prefill tokens waiting; none = never."),
          KvQueue.POLICY,
          PolicyParameter.optionalDecimal(
              "session_affinity_ttl_seconds",
              "1",
              "31536000",
              "s",
              "Idle time after which a session's binding ends; none = no bindings."),
          PolicyParameter.choice(
              "session_affinity_mode",
              List.of("soft", "hard"),
              "Whether the bound worker is an advice or the only one allowed."),
          PolicyParameter.choice(
              "session_affinity_key",
              List.of("session", "parent-group"),
              "Whether sub-agents have bindings of their own or share their parent's."),
          Choice.TIE_BREAK);

  /** Parameters of the credit for cached blocks. */
  static final List<PolicyParameter> OVERLAP =
      List.of(
          PolicyParameter.decimal(
              "overlap_score_credit",
              "1.0",
              "0",
              "",
              "blocks",
              "Credit per leading block in GPU memory; 0 ignores them."),
          PolicyParameter.decimal(
              "overlap_score_credit_decay",
              "0",
              "0",
              "",
              "",
              "How fast the credit falls with prefill above the least loaded worker's."),
          PolicyParameter.decimal(
              "host_cache_hit_weight",
              "0.75",
              "0",
              "1",
              "blocks",
              "Credit per block in host memory."),
          PolicyParameter.decimal(
              "disk_cache_hit_weight", "0.25", "0", "1", "blocks", "Credit per block on disk."),
          PolicyParameter.decimal(
              "shared_cache_multiplier",
              "0.5",
              "0",
              "",
              "blocks",
              "Credit per block that the shared store holds beyond GPU memory; no effect without one."),
          PolicyParameter.bool(
              "use_kv_events",
              true,
              "Learn from KV events what workers hold; else guess from dispatches."),
          PolicyParameter.decimal(
              "approx_ttl_seconds",
              "120",
              "0",
              "",
              "s",
              "How long a guess lasts after the prefix was last sent to the worker."));

  private KvParameters() {}
}
