package dev.turnstile.policies.admission;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.WorkerView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A gate with a hand-driven run around it: what it releases is dispatched at once, to its target or
 * where it routes, and stays in flight until the test completes it.
 */
final class GateRun {
  /** Where a request is that the gate holds. */
  static final int HELD = -1;

  /** Where a request is that has ended. */
  static final int ENDED = -2;

  private static final long SECOND = 1_000_000_000L;

  final TestContext context;
  final ThunderAgent gate;
  private final Map<RequestView, Integer> places = new LinkedHashMap<>();
  private final Map<RequestView, Admission> answers = new LinkedHashMap<>();
  private final List<RequestView> dispatched = new ArrayList<>();
  private int seenReleases;
  private int requests;
  private int sessions;

  GateRun(TestContext context, String... settings) {
    this.context = context;
    Map<String, String> given = new LinkedHashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      given.put(parts[0], parts[1]);
    }
    ThunderAgent.Factory factory = new ThunderAgent.Factory();
    gate = factory.create(PolicyParams.of(factory, given), context);
  }

  /** Equal workers of a capacity in tokens. */
  static GateRun of(long capacityTokens, int workers, String... settings) {
    return new GateRun(tokens(capacityTokens, workers), settings);
  }

  /** Equal workers with blocks of one token. */
  static TestContext tokens(long capacityTokens, int workers) {
    return TestContext.capacity(capacityTokens, workers, TestPrompts.of(1, new long[] {}).tree());
  }

  /** One worker with a host tier. */
  static TestContext hostTier(long gpuTokens, long hostTokens) {
    return TestContext.of(
        TestPrompts.of(1, new long[] {}).tree(),
        new WorkerView(0, gpuTokens, 1, hostTokens, 8192, 256));
  }

  /** A new session. */
  Session session(String id) {
    return new Session(sessions++, id);
  }

  /** Moves time. */
  GateRun at(double seconds) {
    context.at(Math.round(seconds * SECOND));
    return this;
  }

  /** Moves time and ticks. */
  void tick(double seconds) {
    at(seconds);
    gate.onTick();
    settle();
  }

  /** Moves time and wakes the gate. */
  void wake(double seconds) {
    at(seconds);
    gate.onWake();
    settle();
  }

  /** Lets a request arrive. */
  void arrive(TestRequest request) {
    gate.onArrival(request);
    Admission admission = gate.admit(request);
    switch (admission.kind()) {
      case HOLD -> places.put(request, HELD);
      case RELEASE -> dispatch(request, admission);
      case REJECT -> {
        answers.put(request, admission);
        places.put(request, ENDED);
        gate.onAbort(request);
      }
    }
    settle();
  }

  /** Completes a request in flight. */
  void complete(RequestView request, long contextTokens) {
    int worker = place(request);
    places.put(request, ENDED);
    gate.onComplete(request, worker, contextTokens);
    settle();
  }

  /** Cancels a request. */
  void abort(RequestView request) {
    places.put(request, ENDED);
    gate.onAbort(request);
    settle();
  }

  /** The worker of a request in flight, or {@link #HELD} or {@link #ENDED}. */
  int place(RequestView request) {
    return Objects.requireNonNull(places.get(request), "never arrived");
  }

  /** The record of a request's session, which there must be. */
  Program program(RequestView request) {
    Program program = gate.program(request);
    if (program == null) {
      throw new IllegalStateException("session " + request.sessionId() + " has no record");
    }
    return program;
  }

  /** What the gate said when it let a request go or refused it. */
  Admission answer(RequestView request) {
    return Objects.requireNonNull(answers.get(request), "never answered");
  }

  /** Requests that arrived and have not ended, in order of arrival. */
  List<RequestView> open() {
    List<RequestView> open = new ArrayList<>();
    places.forEach(
        (request, place) -> {
          if (place != ENDED) {
            open.add(request);
          }
        });
    return open;
  }

  /** What was dispatched, in order. */
  List<RequestView> dispatched() {
    return dispatched;
  }

  /** The gate's counter of a name. */
  long counter(String name) {
    return gate.counter(gate.counterNames().indexOf(name));
  }

  /** The gate's gauge of a name. */
  long gauge(String name) {
    return gate.gauge(gate.gaugeNames().indexOf(name));
  }

  /** The gate's charge on a worker. */
  long used(int worker) {
    return gate.ledger().used(worker);
  }

  /**
   * Makes paused programs: overloads all workers for one tick, so that every turn in flight is
   * marked, and completes the given ones, each with its session's present context.
   */
  void pauseAfterTurn(double tickSeconds, Session... whose) {
    for (Session session : whose) {
      context.generated(session.turn, 1_000_000_000L);
    }
    tick(tickSeconds);
    for (Session session : whose) {
      context.generated(session.turn, 0);
      session.complete(session.turn.inputTokens());
    }
  }

  private void settle() {
    while (seenReleases < context.releases().size()) {
      TestContext.Release release = context.releases().get(seenReleases++);
      if (place(release.request()) != HELD) {
        throw new IllegalStateException(release.request().requestId() + " was not held");
      }
      dispatch(release.request(), release.how());
    }
    gate.ledger().verify();
  }

  private void dispatch(RequestView request, Admission admission) {
    answers.put(request, admission);
    int worker = request.pinnedWorker();
    if (worker < 0) {
      worker = gate.route(request, admission.target(), 0).worker();
    }
    places.put(request, worker);
    dispatched.add(request);
    gate.onDispatch(request, worker);
  }

  /** A session whose turns the test sends one by one. */
  final class Session {
    final int number;
    final String id;

    /** The latest request. */
    TestRequest turn = TestRequest.number(-1);

    private int turns;

    private Session(int number, String id) {
      this.number = number;
      this.id = id;
    }

    /** A turn that has not arrived yet. */
    TestRequest next(long inputTokens) {
      return TestRequest.number(requests++)
          .session(number, id)
          .turn(turns++, false)
          .arrival(context.nowNanos())
          .tokens(inputTokens);
    }

    /** Sends a turn; returns its place. */
    int send(long inputTokens) {
      return send(next(inputTokens));
    }

    /** Sends a prepared turn; returns its place. */
    int send(TestRequest request) {
      turn = request;
      arrive(request);
      return place();
    }

    /** The place of the latest turn. */
    int place() {
      return GateRun.this.place(turn);
    }

    /** Completes the latest turn. */
    void complete(long contextTokens) {
      GateRun.this.complete(turn, contextTokens);
    }

    /** Sends a turn and completes it; returns where it ran. */
    int run(long inputTokens, long contextTokens) {
      int worker = send(inputTokens);
      complete(contextTokens);
      return worker;
    }

    /** The record. */
    Program program() {
      return GateRun.this.program(turn);
    }

    /** Whether the gate has a record for it. */
    boolean known() {
      return gate.program(turn) != null;
    }

    /** Whether the session is paused. */
    boolean paused() {
      return program().paused;
    }
  }
}
