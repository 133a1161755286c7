package dev.turnstile.replay.contract;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.replay.metrics.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The contract that a policy keeps, whoever wrote it, and the checks of it.
 *
 * <p>A gate is checked with the router that the spec names or else the default one. Requests of the
 * checks name no worker, so a router that only follows such names does not keep the contract. A
 * combination of parameter values that a policy refuses when it is made is no breach, nor is a
 * value at an end of its range that makes a run very slow, for instance a tick of a nanosecond. In
 * a run that is cut short a gate may wait for sessions that never go on; that is no breach either.
 *
 * <p>The checks take some hundred runs of a few hundred requests each and give the same findings
 * each time. They cannot interrupt a policy that does not return from a call.
 */
public final class PolicyContract {
  /** How much longer than all work and all gaps together a request may wait. */
  public static final long TIMER_ALLOWANCE_NANOS = 3_600_000_000_000L;

  private final PolicyRegistry registry;
  private final PolicySpec spec;
  private final List<PolicyFactory> factories = new ArrayList<>();

  /**
   * The contract of the policies of a spec.
   *
   * @param spec as for a run; ids only, see {@link PolicyRegistry#with}
   * @throws dev.turnstile.policies.PolicySpecException if an id is unknown
   */
  public PolicyContract(PolicyRegistry registry, PolicySpec spec) {
    this.registry = registry;
    this.spec = spec;
    for (PolicySpec.Part part : spec.parts()) {
      factories.add(registry.find(part.name()));
    }
  }

  /**
   * Runs all checks and tells how each ended, in the order of {@link Check}.
   *
   * @throws dev.turnstile.policies.spi.PolicyConfigException if the spec gives a wrong parameter
   * @throws dev.turnstile.policies.PolicySpecException if the policies cannot be combined
   */
  public List<Finding> check() {
    List<Finding> findings = new ArrayList<>(descriptions());
    if (findings.stream().anyMatch(finding -> finding.outcome() == Finding.Outcome.FAILED)) {
      for (Check check : Check.values()) {
        if (check.compareTo(Check.PARAMETERS) > 0) {
          findings.add(Finding.notRun(check, "needs a policy that describes itself"));
        }
      }
      return findings;
    }
    registry.select(spec);
    findings.add(emptyRun());
    findings.add(oneRequest());
    findings.addAll(workloads());
    findings.add(parameterRange());
    return findings;
  }

  private List<Finding> descriptions() {
    List<Finding> described = new ArrayList<>();
    List<Finding> parameters = new ArrayList<>();
    for (PolicyFactory factory : factories) {
      Description description = new Description(factory);
      described.add(description.described());
      parameters.add(description.parameters());
    }
    return List.of(worst(described), worst(parameters));
  }

  private static Finding worst(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.outcome() == Finding.Outcome.FAILED)
        .findFirst()
        .orElse(findings.get(0));
  }

  private Finding emptyRun() {
    Trial.Ended ended =
        Trial.of("no requests", ContractWorkloads.empty(), 2, "unlimited").run(registry, spec);
    return ended.failure().isEmpty()
        ? Finding.ok(Check.EMPTY_RUN, "2 workers")
        : Finding.failed(Check.EMPTY_RUN, ended.failure());
  }

  private Finding oneRequest() {
    Trial.Ended ended =
        Trial.of("one request", ContractWorkloads.one(), 2, "40").run(registry, spec);
    RunResult result = ended.result();
    if (result == null) {
      return Finding.failed(Check.ONE_REQUEST, ended.failure());
    } else if (!result.requests().status(0).served()) {
      return Finding.failed(
          Check.ONE_REQUEST,
          "it is " + result.requests().status(0).label() + ": " + result.requests().reason(0));
    }
    return Finding.ok(Check.ONE_REQUEST, "2 workers");
  }

  private List<Finding> workloads() {
    Failures finishes = new Failures(Check.FINISHES);
    Failures conserves = new Failures(Check.CONSERVES);
    Failures deterministic = new Failures(Check.DETERMINISTIC);
    Failures starves = new Failures(Check.NO_STARVATION);
    Failures books = new Failures(Check.BOOKS);
    long requests = 0;
    long served = 0;
    long longestNanos = 0;
    for (Trial trial : Trials.all()) {
      Trial.Ended ended = trial.run(registry, spec);
      finishes.add(trial.name(), ended.failure());
      RunResult result = ended.result();
      if (result == null) {
        continue;
      }
      RunFacts facts = new RunFacts(result);
      requests += facts.requests();
      served += facts.served();
      conserves.add(trial.name(), facts.lost());
      deterministic.add(
          trial.name(),
          RunComparison.difference(result, ended.decisions(), trial.run(registry, spec)));
      starves.add(trial.name(), starved(facts, trial.waitBoundNanos(TIMER_ALLOWANCE_NANOS)));
      int slowest = facts.longestWaiting();
      longestNanos = slowest < 0 ? longestNanos : Math.max(longestNanos, facts.waitNanos(slowest));
      Trial half = trial.with("load.max_sim_time", seconds(result.endNanos() / 2));
      Trial.Ended cut = half.run(registry, spec);
      books.add(trial.name() + ", cut short", cut.end() == Trial.End.STUCK ? "" : cut.failure());
    }
    String each = finishes.count() + " runs";
    return List.of(
        finishes.finding(each),
        conserves.finding(served + " of " + requests + " requests served"),
        deterministic.finding(each + ", twice"),
        starves.finding("longest wait " + seconds(longestNanos) + " s"),
        books.finding(each + " cut in half"));
  }

  private static String starved(RunFacts facts, long boundNanos) {
    int request = facts.longestWaiting();
    if (request < 0 || facts.waitNanos(request) <= boundNanos) {
      return "";
    }
    return facts.name(request)
        + " waits "
        + seconds(facts.waitNanos(request))
        + " s, more than "
        + seconds(boundNanos)
        + " s";
  }

  private Finding parameterRange() {
    Failures failures = new Failures(Check.PARAMETER_RANGE);
    int refused = 0;
    int givenUp = 0;
    for (PolicyFactory factory : factories) {
      for (PolicySpec changed : new ParameterRange(spec).of(factory)) {
        Trial.Ended ended = Trials.brief().run(registry, changed);
        refused += ended.end() == Trial.End.REFUSED ? 1 : 0;
        givenUp += ended.end() == Trial.End.GIVEN_UP ? 1 : 0;
        failures.add(changed.text(), broken(ended) ? ended.failure() : "");
      }
    }
    String detail = failures.count() == 0 ? "no parameters" : failures.count() + " runs";
    detail += refused == 0 ? "" : ", " + refused + " of them refused";
    return failures.finding(
        detail + (givenUp == 0 ? "" : ", " + givenUp + " given up after too many events"));
  }

  private static boolean broken(Trial.Ended ended) {
    return ended.end() == Trial.End.FAILED || ended.end() == Trial.End.STUCK;
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e9);
  }
}
