package dev.turnstile.engine.literal;

import dev.turnstile.engine.compare.SameStory;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepPricer.Composition;
import dev.turnstile.engine.timing.StepTiming;
import dev.turnstile.engine.worker.Worker;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One worker and its requests R1, R2, ... A step takes 5 ms plus 1 ms per new token, fused, unless
 * another pricer is given.
 */
final class Bench {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final WorkerFactory ENGINE = LiteralWorker::new;

  private final ConfigBuilder config;
  private final List<LetterRequests.Text> texts = new ArrayList<>();
  private final List<Long> arrivalsMillis = new ArrayList<>();
  private StepPricer pricer = pricer(Composition.FUSED);
  private Supplier<WorkerListener> listener = () -> this.recorder();
  private @Nullable LetterRequests requests;

  final Simulation simulation = new Simulation();

  /** Made by {@link #start}. */
  @SuppressWarnings("NullAway.Init")
  Worker worker;

  /** Made by {@link #start}, unless another listener was given. */
  @SuppressWarnings("NullAway.Init")
  Recorder recorder;

  private Bench(ConfigBuilder config) {
    this.config = config;
  }

  static Bench of(ConfigBuilder config) {
    return new Bench(config);
  }

  static StepPricer pricer(Composition composition) {
    return new StepPricer(new FivePlusTokens(), composition, 1, 1);
  }

  /** Steps that take no time. */
  static StepPricer instant() {
    return new StepPricer(new FivePlusTokens(), Composition.FUSED, 0, 1);
  }

  Bench request(long atMillis, String prompt, long output) {
    return request(atMillis, new LetterRequests.Text(prompt, output, "", 0));
  }

  Bench request(long atMillis, LetterRequests.Text text) {
    texts.add(text);
    arrivalsMillis.add(atMillis);
    return this;
  }

  Bench pricer(StepPricer value) {
    pricer = value;
    return this;
  }

  Bench listener(WorkerListener value) {
    listener = () -> value;
    return this;
  }

  Bench requests(LetterRequests value) {
    requests = value;
    return this;
  }

  private WorkerListener recorder() {
    recorder = new Recorder(simulation, requests());
    return recorder;
  }

  LetterRequests requests() {
    LetterRequests made = requests;
    if (made == null) {
      made = new LetterRequests(texts, config.blockTokens);
      requests = made;
    }
    return made;
  }

  /** Creates the worker and puts the arrivals into the event queue. */
  Bench start() {
    worker = ENGINE.create(0, config.build(), simulation, requests(), pricer, listener.get());
    for (int request = 0; request < texts.size(); request++) {
      simulation.schedule(
          arrivalsMillis.get(request) * NANOS_PER_MILLI,
          Rank.ARRIVAL,
          request,
          worker::submit,
          request);
    }
    return this;
  }

  /**
   * Runs to the end, checks the worker after every event, and returns what the worker told. The
   * fast engine must tell the same.
   */
  List<String> run() {
    start();
    while (simulation.step()) {
      worker.checkInvariants(false);
    }
    worker.checkInvariants(true);
    long[] arrivalNanos =
        arrivalsMillis.stream().mapToLong(millis -> millis * NANOS_PER_MILLI).toArray();
    SameStory.check(config.build(), requests(), pricer, arrivalNanos);
    return recorder == null ? List.of() : recorder.lines();
  }

  private static final class FivePlusTokens implements StepTiming {
    @Override
    public double stepSeconds(BatchSums batch) {
      return (5 + batch.newTokens()) / 1000.0;
    }

    @Override
    public String describe() {
      return "5 ms + 1 ms per new token";
    }
  }
}
