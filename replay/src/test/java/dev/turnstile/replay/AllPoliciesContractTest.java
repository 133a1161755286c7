package dev.turnstile.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.replay.contract.Check;
import dev.turnstile.replay.contract.Finding;
import dev.turnstile.replay.contract.PolicyContract;
import dev.turnstile.replay.metrics.RequestLog;
import dev.turnstile.replay.metrics.RequestStatus;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every registered policy promises, with its defaults and with its options turned on. */
final class AllPoliciesContractTest {
  /** Needs requests that name their worker. */
  private static final String NEEDS_PINS = "direct";

  static Stream<String> policies() {
    Stream<String> ids =
        PolicyRegistry.builtIn().all().stream()
            .map(PolicyFactory::id)
            .filter(id -> !id.equals(NEEDS_PINS));
    return Stream.concat(ids, variants());
  }

  static Stream<String> variants() {
    return Stream.of(
        "global-lb:hash=true",
        "two-tier:variant=exact",
        "two-tier:preset=gateway,max_tree_size=1024,eviction_interval=0.5",
        "kv:use_kv_events=false,approx_ttl_seconds=1",
        "kv:router_temperature=0.5",
        "kv:tie_break=random",
        "kv:track_output_blocks=true",
        "kv:router_queue_threshold=0.5,router_queue_policy=fcfs",
        "kv:router_queue_threshold=0,router_queue_policy=wspt",
        "load-aware:router_queue_threshold=0,router_queue_policy=lcfs",
        "kv:session_affinity_ttl_seconds=1,session_affinity_mode=hard",
        "thunderagent+kv",
        "thunderagent+round-robin");
  }

  /** A router queue holds requests back even where there is nothing to choose. */
  static Stream<String> policiesWithoutQueue() {
    return policies().filter(policy -> !policy.contains("router_queue_threshold"));
  }

  private static Scenario scenario(String policy, int workers, String kvBlocks) {
    return Scenarios.base()
        .with("policy.spec", policy)
        .with("cluster.workers", Integer.toString(workers))
        .with("engine.max_num_seqs", "8")
        .with("engine.max_num_batched_tokens", "512")
        .with("kv.num_gpu_blocks", kvBlocks);
  }

  private static RequestLog run(Scenario scenario, Workload workload) {
    return new Replayer().run(scenario, workload, RunOptions.SILENT).requests();
  }

  private static List<String> times(RequestLog log) {
    List<String> times = new ArrayList<>();
    for (int r = 0; r < log.count(); r++) {
      long[] facts = {
        log.arrivalNanos(r),
        log.firstTokenNanos(r),
        log.endNanos(r),
        log.hitTokens(r),
        log.worker(r)
      };
      times.add(r + " " + log.status(r) + " " + Arrays.toString(facts));
    }
    return times;
  }

  @ParameterizedTest
  @MethodSource("policies")
  void keepsTheContract(String policy) {
    List<Finding> findings =
        new PolicyContract(PolicyRegistry.builtIn(), PolicySpec.parse(policy)).check();

    assertThat(findings).extracting(Finding::check).containsExactly(Check.values());
    assertThat(findings).allMatch(finding -> finding.outcome() == Finding.Outcome.OK);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everyRequestCompletes(String policy) {
    RequestLog log = run(scenario(policy, 3, "40"), RandomWorkloads.sessions(7));

    for (int r = 0; r < log.count(); r++) {
      assertThat(log.status(r)).isEqualTo(RequestStatus.COMPLETED);
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void noEvictionBeatsTheOracle(String policy) {
    Scenario scenario = scenario(policy, 3, "40").with("measure.oracle", "true");

    RunResult result = new Replayer().run(scenario, RandomWorkloads.sessions(7), RunOptions.SILENT);

    assertThat(result.checks()).contains("oracle_bounds_hold");
    assertThat(ratio(result, "oracle_hit_ratio"))
        .isGreaterThanOrEqualTo(ratio(result, "prefix_cache_hit_ratio"))
        .isLessThanOrEqualTo(ratio(result, "oracle_unlimited_hit_ratio"));
    assertThat(ratio(result, "oracle_unlimited_hit_ratio"))
        .isLessThanOrEqualTo(ratio(result, "ideal_hit_ratio"));
  }

  @Test
  void noEvictionFindsAnythingInACacheThatIsOff() {
    Scenario scenario =
        scenario("kv", 3, "40")
            .with("measure.oracle", "true")
            .with("engine.enable_prefix_caching", "false");

    RunResult result = new Replayer().run(scenario, RandomWorkloads.sessions(7), RunOptions.SILENT);

    assertThat(result.checks()).contains("oracle_bounds_hold");
    assertThat(List.of("prefix_cache_hit_ratio", "oracle_hit_ratio", "oracle_unlimited_hit_ratio"))
        .allMatch(name -> ratio(result, name) == 0);
    assertThat(Objects.requireNonNull(result.summary().get("oracle_hit_tokens"))).isEqualTo(0L);
    // the ceiling of the workload, whatever the workers do
    assertThat(ratio(result, "ideal_hit_ratio")).isPositive();
  }

  private static double ratio(RunResult result, String name) {
    return Objects.requireNonNull(result.summary().get(name), name).doubleValue();
  }

  @ParameterizedTest
  @MethodSource("policiesWithoutQueue")
  void onOneRoomyWorkerThePolicyMakesNoDifference(String policy) {
    Workload workload = RandomWorkloads.sessions(8);

    List<String> times = times(run(scenario(policy, 1, "unlimited"), workload));

    assertThat(times).isEqualTo(times(run(scenario("round-robin", 1, "unlimited"), workload)));
  }

  @Test
  void theRouterQueueParksRequestsAndPlacesThemInOrder() {
    Workload workload = RandomWorkloads.sessions(7);
    List<String> decisions = new ArrayList<>();

    new Replayer()
        .run(
            scenario("kv:router_queue_threshold=0", 2, "40"),
            workload,
            RunOptions.logging(decisions::add));

    List<String> parked = requests(decisions, "park");
    List<String> routed = requests(decisions, "route");
    assertThat(parked).hasSizeGreaterThan(20);
    assertThat(routed).hasSize(workload.graph().requestCount()).containsSubsequence(parked);
  }

  /** The requests of the decisions of one kind, in order. */
  private static List<String> requests(List<String> decisions, String event) {
    return decisions.stream()
        .filter(line -> line.contains("\"event\":\"" + event + "\""))
        .map(line -> line.replaceAll(".*\"request_id\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  @Test
  void directSendsRequestsWhereTheySay() {
    Workload workload =
        new Workloads(64).extras(pinnedTo(1)).root("a", 0, 64, 1, 1).root("b", 1, 64, 1, 2).build();

    RequestLog log = run(scenario(NEEDS_PINS, 2, "40"), workload);

    assertThat(log.worker(0)).isEqualTo(1);
    assertThat(log.worker(1)).isEqualTo(1);
  }

  private static RequestNode.Extras pinnedTo(int worker) {
    return new RequestNode.Extras(false, false, -1, RequestNode.NO_TIME, 0, 0, null, worker);
  }
}
