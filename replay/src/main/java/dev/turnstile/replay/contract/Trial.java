package dev.turnstile.replay.contract;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyException;
import dev.turnstile.replay.DeadlockException;
import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of the policies under contract.
 *
 * @param name what it is run on, for messages
 * @param scenario the settings without the policies
 * @param workload what is replayed
 */
record Trial(String name, Scenario scenario, Workload workload) {
  private static final long PROMPT_TOKEN_NANOS = 100_000;
  private static final long DECODE_STEP_NANOS = 10_000_000;

  /** A run asks every 16,384 events whether to stop; small workloads need a few times as many. */
  private static final int MOST_LOOKS = 100;

  private static final int EVENTS_PER_LOOK = 16_384;

  /** How a run came to its end. */
  enum End {
    FINISHED,
    /** A rule was broken. */
    FAILED,
    /** Nothing happens any more. */
    STUCK,
    /** The policy refused its parameters. */
    REFUSED,
    /** Much too many events happened. */
    GIVEN_UP
  }

  /**
   * What is left of a run.
   *
   * @param result the result, or null if the run did not finish
   * @param decisions the log of decisions up to the end
   * @param failure why it did not finish, or empty
   */
  record Ended(End end, @Nullable RunResult result, List<String> decisions, String failure) {}

  /** Makes a trial on equal workers of 0.1 ms per prompt token and 10 ms per decode step. */
  static Trial of(String name, Workload workload, int workers, String kvBlocks) {
    return new Trial(
        name,
        Scenario.defaults()
            .with("cluster.workers", Integer.toString(workers))
            .with("engine.max_num_seqs", "8")
            .with("engine.max_num_batched_tokens", "512")
            .with("kv.block_size", Integer.toString(ContractWorkloads.BLOCK_TOKENS))
            .with("kv.num_gpu_blocks", kvBlocks)
            .with("timing.provider", "linear:prefill_ms_per_token=0.1,decode_ms_per_step=10"),
        workload);
  }

  /** The same trial with a setting changed. */
  Trial with(String path, String value) {
    return new Trial(name, scenario.with(path, value), workload);
  }

  /** The longest wait that is not starvation. */
  long waitBoundNanos(long timerNanos) {
    SessionGraph graph = workload.graph();
    return timerNanos + ContractWorkloads.serialNanos(graph, PROMPT_TOKEN_NANOS, DECODE_STEP_NANOS);
  }

  /** Runs it; whatever a policy throws is a failure of that policy. */
  Ended run(PolicyRegistry registry, PolicySpec policies) {
    List<String> decisions = new ArrayList<>();
    try {
      Scenario complete = scenario.withPolicies(registry, policies);
      RunOptions options = new RunOptions(decisions::add, RunOptions.SILENT.progress(), patience());
      RunResult result = new Replayer().run(complete, workload, options);
      return new Ended(End.FINISHED, result, decisions, "");
    } catch (PolicyConfigException e) {
      return new Ended(End.REFUSED, null, decisions, String.valueOf(e.getMessage()));
    } catch (DeadlockException e) {
      String first = e.waiting().isEmpty() ? "" : ": " + e.waiting().get(0);
      return new Ended(End.STUCK, null, decisions, e.summary() + first);
    } catch (PolicyException e) {
      return new Ended(End.FAILED, null, decisions, String.valueOf(e.getMessage()));
    } catch (CancellationException e) {
      String events = "given up after " + MOST_LOOKS * EVENTS_PER_LOOK + " events, ";
      return new Ended(End.GIVEN_UP, null, decisions, events + e.getMessage());
    } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
      return new Ended(End.FAILED, null, decisions, "throws " + e);
    }
  }

  private static BooleanSupplier patience() {
    int[] looks = new int[1];
    return () -> ++looks[0] >= MOST_LOOKS;
  }
}
