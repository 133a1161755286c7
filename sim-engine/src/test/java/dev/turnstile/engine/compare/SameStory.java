package dev.turnstile.engine.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.worker.EngineRequests;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerFactory;

/** Lets tests of one engine vouch for the other as well: both must tell the same. */
public final class SameStory {
  private SameStory() {}

  /**
   * Runs requests on one worker of each engine and compares what they tell.
   *
   * @param arrivalNanos arrival of each request
   */
  public static void check(
      WorkerConfig config, EngineRequests requests, StepPricer pricer, long[] arrivalNanos) {
    Story literal = story(LiteralWorker::new, config, requests, pricer, arrivalNanos);
    Story fast = story(FastWorker::new, config, requests, pricer, arrivalNanos);

    assertThat(literal.difference(fast)).isNull();
  }

  private static Story story(
      WorkerFactory engine,
      WorkerConfig config,
      EngineRequests requests,
      StepPricer pricer,
      long[] arrivalNanos) {
    Simulation simulation = new Simulation();
    Story story = new Story(simulation, 1);
    Worker worker = engine.create(0, config, simulation, requests, pricer, story);
    story.workers = new Worker[] {worker};
    for (int request = 0; request < arrivalNanos.length; request++) {
      simulation.schedule(arrivalNanos[request], Rank.ARRIVAL, request, worker::submit, request);
    }
    while (simulation.step()) {
      worker.checkInvariants(false);
    }
    worker.checkInvariants(true);
    story.end("ended");
    return story;
  }
}
