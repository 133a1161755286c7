package dev.turnstile.engine.compare;

import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.worker.PreemptionLimitException;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerFactory;
import java.util.ArrayList;
import java.util.List;

/** One run of a scenario on an engine. */
final class EngineRun implements Story.Reaction {
  /** Events after which a run is given up, the same for both engines. */
  private static final long MAX_NANOS = 4_000_000_000_000L;

  private final Scenario scenario;
  private final Simulation simulation = new Simulation();
  private final WorkerConfig config;
  private final ChainRequests requests;
  private final List<List<Integer>> followers = new ArrayList<>();
  private final List<Integer> atKvEvent = new ArrayList<>();
  private final boolean[] here;
  private final Worker[] workers;
  private final Story story;
  private final boolean checks;

  private EngineRun(Scenario scenario, WorkerFactory engine, boolean checks) {
    this.scenario = scenario;
    this.checks = checks;
    config = scenario.config();
    requests = new ChainRequests(scenario);
    story = new Story(simulation, scenario.workers);
    here = new boolean[requests.count()];
    workers = new Worker[scenario.workers];
    for (int id = 0; id < workers.length; id++) {
      workers[id] = engine.create(id, config, simulation, requests, pricer(), story);
    }
    story.workers = workers;
    story.reaction = this;
  }

  private StepPricer pricer() {
    return new StepPricer(
        scenario.timing.timing(),
        scenario.split ? Composition.SPLIT : Composition.FUSED,
        scenario.speedup,
        scenario.decodeSpeedup);
  }

  /**
   * Runs a scenario to its end.
   *
   * @param checks whether the workers check themselves after every event
   */
  static Story of(Scenario scenario, WorkerFactory engine, boolean checks) {
    return new EngineRun(scenario, engine, checks).run();
  }

  private Story run() {
    for (int r = 0; r < requests.count(); r++) {
      followers.add(new ArrayList<>());
    }
    for (int r = 0; r < requests.count(); r++) {
      Scenario.Request request = scenario.requests.get(r);
      switch (request.trigger) {
        case TIME -> arriveAt(request.nanos, r);
        case AT_KV_EVENT -> atKvEvent.add(r);
        case COMPLETION, AT_COMPLETION, AT_FIRST_TOKEN -> followers.get(request.after).add(r);
      }
    }
    for (Scenario.Look look : scenario.looks) {
      simulation.schedule(look.nanos(), look.rank(), look.subject(), a -> look(look.advances()), 0);
    }
    String how = "ended";
    try {
      loop();
    } catch (PreemptionLimitException e) {
      how = e.getMessage();
    }
    for (Worker worker : workers) {
      worker.advance();
    }
    if (how.equals("ended")) {
      look(true);
    }
    story.end(how);
    return story;
  }

  private void loop() {
    while (simulation.nowNanos() < MAX_NANOS && simulation.step()) {
      if (checks) {
        for (Worker worker : workers) {
          worker.checkInvariants(false);
        }
      }
    }
    for (Worker worker : workers) {
      worker.advance();
      worker.checkInvariants(worker.runningRequests() + worker.waitingRequests() == 0);
    }
  }

  private void arriveAt(long nanos, int request) {
    simulation.schedule(nanos, Rank.ARRIVAL, request, this::submit, request);
  }

  private void submit(int request) {
    if (!config.canEverServe(requests.inputTokens(request), requests.outputTokens(request))) {
      return;
    }
    here[request] = true;
    workers[scenario.requests.get(request).worker].submit(request);
  }

  private void look(boolean advances) {
    for (Worker worker : workers) {
      if (advances) {
        worker.advance();
        long[] counters = {
          worker.runningRequests(),
          worker.waitingRequests(),
          worker.activeBlocks(),
          worker.cachedIdleBlocks(),
          worker.freeBlocks()
        };
        story.look(worker.id(), counters);
        for (int r = 0; r < requests.count(); r++) {
          story.look(worker.id(), r, worker.generatedTokens(r));
        }
      }
      for (int r = 0; r < requests.count(); r++) {
        story.look(worker.id(), r, worker.residentPromptBlocks(r));
      }
    }
  }

  @Override
  public void onFirstToken(int request) {
    for (int follower : followers.get(request)) {
      if (scenario.requests.get(follower).trigger == Scenario.Trigger.AT_FIRST_TOKEN) {
        submit(follower);
      }
    }
  }

  @Override
  public void onCompleted(int request) {
    for (int follower : followers.get(request)) {
      Scenario.Request next = scenario.requests.get(follower);
      if (next.trigger == Scenario.Trigger.AT_COMPLETION) {
        submit(follower);
      } else if (next.trigger == Scenario.Trigger.COMPLETION) {
        arriveAt(simulation.nowNanos() + next.nanos, follower);
      }
    }
  }

  @Override
  public void onKvEvent(int worker) {
    for (int i = 0; i < atKvEvent.size(); i++) {
      int request = atKvEvent.get(i);
      int after = scenario.requests.get(request).after;
      if (here[after] && scenario.requests.get(after).worker == worker) {
        atKvEvent.remove(i);
        submit(request);
        return;
      }
    }
  }
}
