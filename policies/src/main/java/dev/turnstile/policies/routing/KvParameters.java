package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.PolicyParameter;
import java.util.List;

/** The parameters of the KV router, under the names that Dynamo gives them. */
final class KvParameters {
  /** Parameters of the load terms, the choice, the queue and the affinity. */
  static final List<PolicyParameter> LOAD =
      List.of(
          PolicyParameter.decimal("prefill_load_scale", "1.0", "0", "", "", "weight of prefill"),
          PolicyParameter.decimal(
              "decode_active_request_weight", "0", "0", "", "blocks", "cost per active request"),
          PolicyParameter.decimal(
              "router_temperature", "0", "0", "", "", "0 takes the least cost, more draws by cost"),
          PolicyParameter.bool(
              "track_prefill_tokens", true, "count prompt tokens that wait for their prefill"),
          PolicyParameter.bool("track_active_blocks", true, "count blocks of requests in flight"),
          PolicyParameter.bool(
              "track_output_blocks", false, "count also the blocks begun by output tokens"),
          PolicyParameter.optionalDecimal(
              "router_queue_threshold",
              "0",
              "",
              "step budgets",
              "park requests while every worker has more prefill tokens waiting; none = no queue"),
          KvQueue.POLICY,
          PolicyParameter.optionalDecimal(
              "session_affinity_ttl_seconds",
              "1",
              "31536000",
              "s",
              "idle time after which a session's binding ends; none = no affinity"),
          PolicyParameter.choice(
              "session_affinity_mode",
              List.of("soft", "hard"),
              "whether the bound worker is an advice or the only one allowed"),
          PolicyParameter.choice(
              "session_affinity_key",
              List.of("session", "parent-group"),
              "whether sub-agents have bindings of their own or share their parent's"),
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
              "credit per leading block in GPU memory; 0 ignores them"),
          PolicyParameter.decimal(
              "overlap_score_credit_decay",
              "0",
              "0",
              "",
              "",
              "how fast the credit falls with prefill in excess of the least loaded worker's"),
          PolicyParameter.decimal(
              "host_cache_hit_weight",
              "0.75",
              "0",
              "1",
              "blocks",
              "credit per block in host memory"),
          PolicyParameter.decimal(
              "disk_cache_hit_weight", "0.25", "0", "1", "blocks", "credit per block on disk"),
          PolicyParameter.decimal(
              "shared_cache_multiplier",
              "0.5",
              "0",
              "",
              "blocks",
              "credit per block that only the shared store holds; without effect if there is none"),
          PolicyParameter.bool(
              "use_kv_events", true, "learn from KV events what workers hold; else guess"),
          PolicyParameter.decimal(
              "approx_ttl_seconds",
              "120",
              "0",
              "",
              "s",
              "how long a guess lasts after the prefix was last sent to the worker"));

  private KvParameters() {}
}
