package dev.turnstile.engine.compare;

import dev.turnstile.engine.compare.Scenario.Request;
import dev.turnstile.engine.compare.Scenario.Trigger;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random scenarios, small enough that everything happens in a few requests. */
final class ScenarioGenerator {
  private static final long MILLI = 1_000_000;

  private final SplittableRandom random;
  private final Scenario scenario = new Scenario();
  private int outputScale;
  private boolean alike;

  private ScenarioGenerator(long seed) {
    random = new SplittableRandom(seed);
  }

  static Scenario of(long seed) {
    ScenarioGenerator generator = new ScenarioGenerator(seed);
    generator.settings();
    generator.requests();
    generator.looks();
    return generator.scenario;
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private void settings() {
    Scenario s = scenario;
    s.workers = chance(3) ? 2 + random.nextInt(2) : 1;
    s.blockTokens = chance(4) ? 1 : 1 + random.nextInt(chance(4) ? 32 : 6);
    s.traceBlockTokens = chance(2) ? s.blockTokens : 1 + random.nextInt(9);
    s.kvBlocks = 3L + random.nextInt(chance(2) ? 20 : 80);
    s.kvBlocks = chance(10) ? WorkerConfig.UNLIMITED : s.kvBlocks;
    s.budget = chance(3) ? 1L + random.nextInt(8) : 8L + random.nextInt(chance(3) ? 600 : 40);
    s.maxNumSeqs = chance(3) ? 1 + random.nextInt(4) : 32;
    s.threshold = chance(4) ? 1 + random.nextInt(8) : 0;
    s.chunked = !chance(4);
    s.caching = !chance(9);
    s.watermarkBlocks = chance(3) ? random.nextInt(5) : 0;
    s.fullSequenceMustFit = !chance(3);
    s.queueOrder = chance(3) ? QueueOrder.PRIORITY : QueueOrder.FCFS;
    s.preemptionMode = pick(PreemptionMode.values());
    s.freeOrder = pick(FreeOrder.values());
    s.maxModelLen = chance(6) ? 20 + random.nextInt(60) : 0;
    s.eventsAtPassEnd = chance(4);
    s.timing = pick(TestTimings.values());
    s.split = chance(3);
    s.speedup = chance(12) ? 0 : chance(5) ? 3.7 : 1;
    s.decodeSpeedup = chance(8) ? 0 : chance(5) ? 1.3 : 1;
    alike = chance(3);
    outputScale = chance(4) ? 300 : chance(2) ? 40 : 8;
  }

  private void requests() {
    int count = 1 + random.nextInt(chance(4) ? 60 : 14);
    long now = 0;
    boolean rush = chance(3);
    for (int i = 0; i < count; i++) {
      Request request = new Request();
      request.worker = random.nextInt(scenario.workers);
      now += rush || chance(2) ? 0 : random.nextInt(chance(5) ? 900 : 60) * gapUnit();
      trigger(request, now);
      prompt(request);
      request.output = chance(10) ? 0 : 1 + random.nextInt(chance(3) ? outputScale : 6);
      request.priority = random.nextInt(3);
      if (chance(3)) {
        request.outputIds = ids(random.nextInt(8));
      }
      scenario.requests.add(request);
    }
  }

  /** Mostly whole milliseconds, at which steps of the simple timings end. */
  private long gapUnit() {
    return chance(5) ? 777_777 : MILLI;
  }

  private void trigger(Request request, long now) {
    int earlier = scenario.requests.size();
    request.nanos = now;
    if (earlier > 0 && chance(2)) {
      request.after = random.nextInt(earlier);
      request.trigger = pick(Trigger.values());
      if (request.trigger == Trigger.COMPLETION) {
        request.nanos = chance(2) ? 0 : random.nextInt(50) * gapUnit();
      }
    }
  }

  private void prompt(Request request) {
    long[] ids = {};
    if (!scenario.requests.isEmpty() && !chance(4)) {
      Request like = scenario.requests.get(random.nextInt(scenario.requests.size()));
      long[] whole = Arrays.copyOf(like.prompt, like.prompt.length + like.outputIds.length);
      System.arraycopy(like.outputIds, 0, whole, like.prompt.length, like.outputIds.length);
      ids = chance(3) ? whole : Arrays.copyOf(whole, random.nextInt(whole.length + 1));
    }
    long[] more = ids(random.nextInt(chance(3) ? 14 : 4));
    request.prompt = Arrays.copyOf(ids, ids.length + more.length);
    System.arraycopy(more, 0, request.prompt, ids.length, more.length);
    long named = (long) request.prompt.length * scenario.traceBlockTokens;
    int whole = chance(2) ? 0 : random.nextInt(scenario.traceBlockTokens);
    request.input = Math.max(1, named + whole);
    if (chance(5) && named > 1 && scenario.traceBlockTokens > 1) {
      request.tail = true;
      request.input = named - 1 - random.nextInt(scenario.traceBlockTokens - 1);
    } else if (chance(6)) {
      request.input += random.nextInt(20);
    }
  }

  private long[] ids(int count) {
    long[] ids = new long[count];
    // With one letter every prompt is the beginning of every longer one.
    int letters = chance(3) ? 40 : alike ? 1 : 2;
    for (int i = 0; i < count; i++) {
      ids[i] = 1L + random.nextInt(letters);
    }
    return ids;
  }

  private void looks() {
    int count = chance(2) ? 0 : random.nextInt(12);
    long nanos = 0;
    for (int i = 0; i < count; i++) {
      // Several looks at one time see the moments between step ends and step starts.
      nanos = chance(2) ? nanos : random.nextInt(600) * gapUnit();
      Rank rank = pick(Rank.values());
      // Step starts and ends of a worker's number are its own.
      int subject = random.nextInt(4) + scenario.workers;
      scenario.looks.add(new Scenario.Look(nanos, rank, subject, !chance(3)));
    }
  }
}
