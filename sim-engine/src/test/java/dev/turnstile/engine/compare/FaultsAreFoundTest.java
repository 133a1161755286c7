package dev.turnstile.engine.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.fast.FastWorker;
import dev.turnstile.engine.literal.LiteralWorker;
import dev.turnstile.engine.timing.BatchSums;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepTiming;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerFactory;
import dev.turnstile.engine.worker.WorkerListener;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The comparison finds an engine that is wrong by one, in any place that can be reached from
 * outside.
 */
final class FaultsAreFoundTest {
  private static final long SEED = Long.getLong("sim.test.seed", 20260101L);
  private static final int CASES = 400;

  @Test
  void ofAnEngineThatIsOffByOne() {
    Map<String, WorkerFactory> faults = new TreeMap<>();
    for (String setting : List.of("watermarkBlocks", "maxNumBatchedTokens", "maxNumSeqs")) {
      faults.put(setting + " + 1", configured(setting, 1));
    }
    faults.put("longPrefillTokenThreshold - 1", configured("longPrefillTokenThreshold", -1));
    faults.put("maxModelLen - 1", configured("maxModelLen", -1));
    faults.put("one nanosecond more in one step of twenty", timed(20));
    faults.put("one token gap in thirty not told", deaf("onTokenGaps", 30));
    faults.put("one deferred step in five not told", deaf("onDeferred", 5));
    faults.put("one run of steps in twenty not told", deaf("onSteps", 20));
    faults.put("one stored range in twenty not told", deaf("onStored", 20));
    faults.put("one removed range in ten not told", deaf("onRemoved", 10));
    faults.put("the evictions of one request in ten not told", forgetful(10));

    faults.forEach((fault, engine) -> assertThat(firstFound(engine)).as(fault).isLessThan(CASES));
  }

  @Test
  void ofNoEngineThatIsRight() {
    assertThat(firstFound(configured("maxNumSeqs", 0))).isEqualTo(CASES);
    assertThat(firstFound(timed(Long.MAX_VALUE))).isEqualTo(CASES);
    assertThat(firstFound(deaf("onNothing", 1))).isEqualTo(CASES);
  }

  @Test
  void andShrunkToFewRequests() {
    WorkerFactory fault = configured("watermarkBlocks", 1);
    Comparison comparison = new Comparison(LiteralWorker::new, fault);
    Scenario whole = ScenarioGenerator.of(SEED + firstFound(fault));

    Scenario small = Shrinker.shrink(whole, s -> comparison.difference(s, false) != null);

    assertThat(comparison.difference(small, false)).contains("expected").contains("but was");
    assertThat(small.requests).hasSizeLessThan(whole.requests.size()).hasSizeLessThanOrEqualTo(6);
    assertThat(small.toString()).contains("request 0");
  }

  private static int firstFound(WorkerFactory engine) {
    Comparison comparison = new Comparison(LiteralWorker::new, engine);
    int found = 0;
    while (found < CASES
        && comparison.difference(ScenarioGenerator.of(SEED + found), false) == null) {
      found++;
    }
    return found;
  }

  /** A fast engine that takes a setting, if it is not off, for another number than it is. */
  private static WorkerFactory configured(String setting, long more) {
    return (id, config, simulation, requests, pricer, listener) ->
        new FastWorker(id, changed(config, setting, more), simulation, requests, pricer, listener);
  }

  private static WorkerConfig changed(WorkerConfig config, String setting, long more) {
    RecordComponent[] components = WorkerConfig.class.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] = components[i].getAccessor().invoke(config);
        if (components[i].getName().equals(setting)) {
          values[i] = moved((Number) values[i], more);
        }
      }
      return WorkerConfig.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the settings of a worker", e);
    }
  }

  private static Number moved(Number value, long more) {
    if (value instanceof Integer number) {
      return Math.toIntExact(number + more);
    }
    return more < 0 && value.longValue() <= 1 ? value : value.longValue() + more;
  }

  /** A fast engine whose every n-th price is too high by a nanosecond. */
  private static WorkerFactory timed(long n) {
    return (id, config, simulation, requests, pricer, listener) -> {
      StepTiming right = pricer.timing();
      long[] calls = {0};
      StepTiming wrong =
          new StepTiming() {
            @Override
            public double stepSeconds(BatchSums batch) {
              double seconds = right.stepSeconds(batch);
              return ++calls[0] % n == 0 ? seconds + 1e-9 : seconds;
            }

            @Override
            public int slidingWindowTokens() {
              return right.slidingWindowTokens();
            }

            @Override
            public String describe() {
              return "wrong";
            }
          };
      // The ratios of the scenario do not matter here: one scenario with ratio 1 finds it.
      StepPricer mistaken = n == Long.MAX_VALUE ? pricer : pricer(wrong, pricer);
      return new FastWorker(id, config, simulation, requests, mistaken, listener);
    };
  }

  private static StepPricer pricer(StepTiming timing, StepPricer like) {
    return new StepPricer(timing, like.composition(), 1, 1);
  }

  /** A fast engine whose listener misses every n-th call of a method. */
  private static WorkerFactory deaf(String missed, int n) {
    return (id, config, simulation, requests, pricer, listener) -> {
      int[] calls = {0};
      WorkerListener missing =
          (WorkerListener)
              Proxy.newProxyInstance(
                  WorkerListener.class.getClassLoader(),
                  new Class<?>[] {WorkerListener.class},
                  (self, method, arguments) ->
                      method.getName().equals(missed) && ++calls[0] % n == 0
                          ? null
                          : method.invoke(listener, arguments));
      return new FastWorker(id, config, simulation, requests, pricer, missing);
    };
  }

  /** A fast engine that does not know of every n-th request who evicted what it computes again. */
  private static WorkerFactory forgetful(int n) {
    return (id, config, simulation, requests, pricer, listener) -> {
      int[] calls = {0};
      WorkerListener forgetful =
          (WorkerListener)
              Proxy.newProxyInstance(
                  WorkerListener.class.getClassLoader(),
                  new Class<?>[] {WorkerListener.class},
                  (self, method, arguments) -> {
                    if (method.getName().equals("onFirstScheduled") && ++calls[0] % n == 0) {
                      ((AdmissionFacts) arguments[2]).evictions.clear();
                    }
                    return method.invoke(listener, arguments);
                  });
      return new FastWorker(id, config, simulation, requests, pricer, forgetful);
    };
  }
}
