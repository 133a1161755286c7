package dev.turnstile.replay.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.AdmissionGate;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyConfigException;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** One policy for each promise, which breaks that one and, where possible, no other. */
final class PolicyContractTest {
  private static final Check[] ALL = Check.values();

  private record Made(
      PolicyKind kind,
      String summary,
      List<PolicyParameter> parameters,
      BiFunction<PolicyParams, PolicyContext, Policy> maker)
      implements PolicyFactory {
    @Override
    public String id() {
      return "made-here";
    }

    @Override
    public String source() {
      return "a test";
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return maker.apply(params, context);
    }
  }

  private static List<Finding> check(PolicyFactory factory) {
    PolicyRegistry registry = PolicyRegistry.builtIn().with(Path.of("Made.java"), factory);
    return new PolicyContract(registry, PolicySpec.parse(factory.id())).check();
  }

  private static List<Finding> checkRouter(BiFunction<PolicyParams, PolicyContext, Policy> maker) {
    return check(new Made(PolicyKind.ROUTER, "Made here.", List.of(), maker));
  }

  private static List<Finding> checkGate(BiFunction<PolicyParams, PolicyContext, Policy> maker) {
    return check(new Made(PolicyKind.GATE, "Made here.", List.of(), maker));
  }

  private static Placement first() {
    return Placement.on(0);
  }

  /** The only finding that is not ok. */
  private static Finding only(List<Finding> findings) {
    assertThat(findings).extracting(Finding::check).containsExactly(ALL);
    List<Finding> others =
        findings.stream().filter(finding -> finding.outcome() != Finding.Outcome.OK).toList();
    assertThat(others).hasSize(1);
    assertThat(others.get(0).outcome()).isEqualTo(Finding.Outcome.FAILED);
    return others.get(0);
  }

  private static Finding of(List<Finding> findings, Check check) {
    return findings.get(check.ordinal());
  }

  @Test
  void aSimpleRouterKeepsTheContract() {
    List<Finding> findings =
        checkRouter((params, context) -> (Router) (request, target, priority) -> first());

    assertThat(findings).extracting(Finding::outcome).containsOnly(Finding.Outcome.OK);
    assertThat(of(findings, Check.FINISHES).detail()).isEqualTo("16 runs");
    assertThat(of(findings, Check.PARAMETER_RANGE).detail()).isEqualTo("no parameters");
  }

  @Test
  void findsAMissingSummaryAndRunsNothing() {
    List<Finding> findings = check(new Made(PolicyKind.ROUTER, " ", List.of(), (p, c) -> null));

    assertThat(of(findings, Check.DESCRIBED).detail()).contains("summary() must be one line");
    assertThat(findings.subList(2, ALL.length))
        .extracting(Finding::outcome)
        .containsOnly(Finding.Outcome.NOT_RUN);
  }

  @Test
  void findsADefaultOutsideItsRange() {
    List<PolicyParameter> parameters =
        List.of(PolicyParameter.integer("width", 9, 1, 8, "", "How wide."));

    List<Finding> findings =
        check(new Made(PolicyKind.ROUTER, "Made here.", parameters, (p, c) -> null));

    assertThat(of(findings, Check.PARAMETERS).detail())
        .contains("width=9", "must be a whole number from 1 to 8");
  }

  @Test
  void findsAParameterWithoutASentence() {
    List<PolicyParameter> parameters = List.of(PolicyParameter.bool("wide", true, ""));

    List<Finding> findings =
        check(new Made(PolicyKind.ROUTER, "Made here.", parameters, (p, c) -> null));

    assertThat(of(findings, Check.PARAMETERS).detail())
        .isEqualTo("made-here: parameter 'wide' has no sentence that says what it is");
  }

  @Test
  void namesRunPolicyTimeAndRuleOfABreach() {
    List<Finding> findings =
        checkRouter((params, context) -> (Router) (request, target, priority) -> Placement.on(1));

    // There is a second worker in all runs but those on one.
    assertThat(of(findings, Check.ONE_REQUEST).outcome()).isEqualTo(Finding.Outcome.OK);
    assertThat(of(findings, Check.FINISHES).detail())
        .isEqualTo(
            "chats on 1 worker, roomy pool, open loop: policy made-here at 0.000000 ms: places"
                + " s0-0 on unknown worker 1 (and in 7 more of 16 runs)");
  }

  @Test
  void findsAPolicyOfAnotherKindThanItSays() {
    List<Finding> findings =
        checkRouter((params, context) -> (AdmissionGate) request -> Admission.release());

    assertThat(of(findings, Check.EMPTY_RUN).detail())
        .contains("is of the kind ROUTER but makes no Router");
  }

  @Test
  void findsAPolicyThatCannotBeMade() {
    List<Finding> findings =
        checkRouter(
            (params, context) -> {
              throw new IllegalStateException("no luck");
            });

    assertThat(of(findings, Check.EMPTY_RUN).detail())
        .isEqualTo(
            "policy made-here at 0.000000 ms: throws java.lang.IllegalStateException: no luck");
  }

  @Test
  void findsAGateThatHoldsForEver() {
    List<Finding> findings =
        checkGate((params, context) -> (AdmissionGate) request -> Admission.hold());

    assertThat(of(findings, Check.ONE_REQUEST).detail())
        .contains("1 request cannot finish", "request only is held by the gate made-here");
    assertThat(of(findings, Check.CONSERVES).outcome()).isEqualTo(Finding.Outcome.NOT_RUN);
  }

  @Test
  void givesUpARunThatGoesOnForEver() {
    List<Finding> findings =
        checkRouter(
            (params, context) ->
                new Router() {
                  @Override
                  public Placement route(RequestView request, int target, double priority) {
                    context.wakeAt(context.nowNanos() + 1);
                    return Placement.park();
                  }

                  @Override
                  public void onWake() {
                    context.wakeAt(context.nowNanos() + 1);
                  }
                });

    assertThat(of(findings, Check.ONE_REQUEST).detail()).startsWith("given up after");
  }

  @Test
  void findsAGateThatServesNobody() {
    List<Finding> findings =
        checkGate((params, context) -> (AdmissionGate) request -> Admission.reject("closed"));

    assertThat(only(findings).check()).isEqualTo(Check.ONE_REQUEST);
    assertThat(only(findings).detail()).isEqualTo("it is rejected: closed");
    assertThat(of(findings, Check.CONSERVES).detail()).startsWith("0 of ");
  }

  @Test
  void requestsOfAWorkloadCannotBeDividedEvenlyAmongWorkers() {
    int chats = ContractWorkloads.chats().graph().requestCount();
    int agents = ContractWorkloads.agents().graph().requestCount();

    assertThat(List.of(chats % 2, chats % 3, agents % 2, agents % 3)).doesNotContain(0);
  }

  @Test
  void findsStateThatOutlivesARun() {
    AtomicInteger shared = new AtomicInteger();

    Finding finding =
        only(
            checkRouter(
                (params, context) ->
                    (Router)
                        (request, target, priority) ->
                            Placement.on(shared.getAndIncrement() % context.workerCount())));

    assertThat(finding.check()).isEqualTo(Check.DETERMINISTIC);
    assertThat(finding.detail()).contains("3 workers", "request s", ", then s");
  }

  /** Holds the first request for two hours, whatever else goes on. */
  private static final class Grudge implements AdmissionGate {
    private static final long TWO_HOURS = 7_200_000_000_000L;

    private final PolicyContext context;
    private final ArrayDeque<RequestView> held = new ArrayDeque<>();

    Grudge(PolicyContext context) {
      this.context = context;
    }

    @Override
    public Admission admit(RequestView request) {
      if (request.number() > 0) {
        return Admission.release();
      }
      held.add(request);
      context.wakeAt(context.nowNanos() + TWO_HOURS);
      return Admission.hold();
    }

    @Override
    public void onWake() {
      context.release(held.remove(), Admission.release());
    }
  }

  @Test
  void findsStarvation() {
    Finding finding = only(checkGate((params, context) -> new Grudge(context)));

    assertThat(finding.check()).isEqualTo(Check.NO_STARVATION);
    assertThat(finding.detail()).contains("request s0-0 waits 7200.000 s, more than ");
  }

  @Test
  void findsBooksThatAreOnlyRightAfterAWholeRun() {
    Finding finding =
        only(
            checkRouter(
                (params, context) ->
                    new Router() {
                      private final TreeSet<Integer> sessions = new TreeSet<>();

                      @Override
                      public Placement route(RequestView request, int target, double priority) {
                        sessions.add(request.sessionNumber());
                        return first();
                      }

                      @Override
                      public void onSessionEnd(RequestView last) {
                        sessions.remove(last.sessionNumber());
                      }

                      @Override
                      public void finished() {
                        if (!sessions.isEmpty()) {
                          throw new IllegalStateException(sessions.size() + " sessions are left");
                        }
                      }
                    }));

    assertThat(finding.check()).isEqualTo(Check.BOOKS);
    assertThat(finding.detail()).contains("cut short", "sessions are left");
  }

  @Test
  void findsAValueOfAParameterThatBreaksARule() {
    List<PolicyParameter> parameters =
        List.of(PolicyParameter.integer("width", 1, 1, 8, "", "How wide."));

    Finding finding =
        only(
            check(
                new Made(
                    PolicyKind.ROUTER,
                    "Made here.",
                    parameters,
                    (params, context) ->
                        (Router)
                            (request, target, priority) ->
                                Placement.on((int) params.integer("width") - 1))));

    assertThat(finding.check()).isEqualTo(Check.PARAMETER_RANGE);
    assertThat(finding.detail()).startsWith("made-here:width=8: ").contains("unknown worker 7");
  }

  @Test
  void aGivenParameterThatIsNotAllowedIsNoFinding() {
    assertThatThrownBy(
            () ->
                new PolicyContract(
                        PolicyRegistry.builtIn(), PolicySpec.parse("kv:router_temperature=-1"))
                    .check())
        .isInstanceOf(PolicyConfigException.class);
  }
}
