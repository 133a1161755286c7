package dev.turnstile.engine.compare;

import dev.turnstile.engine.compare.Scenario.Request;
import dev.turnstile.engine.compare.Scenario.Trigger;
import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Makes a scenario smaller while a fault stays. */
final class Shrinker {
  private static final List<Consumer<Scenario>> SIMPLER_SETTINGS =
      List.of(
          s -> s.looks.clear(),
          s -> s.eventsAtPassEnd = false,
          s -> s.split = false,
          s -> s.speedup = 1,
          s -> s.decodeSpeedup = 1,
          s -> s.timing = TestTimings.TOKENS,
          s -> s.queueOrder = QueueOrder.FCFS,
          s -> s.preemptionMode = PreemptionMode.LIFO,
          s -> s.freeOrder = FreeOrder.FREE_FIRST,
          s -> s.maxModelLen = 0,
          s -> s.watermarkBlocks = 0,
          s -> s.fullSequenceMustFit = true,
          s -> s.threshold = 0,
          s -> s.chunked = true,
          s -> s.caching = true,
          s -> s.maxNumSeqs = 256,
          s -> s.budget = 8192,
          s -> s.kvBlocks = WorkerConfig.UNLIMITED,
          s -> s.traceBlockTokens = s.blockTokens,
          s -> s.workers = 1 + s.requests.stream().mapToInt(r -> r.worker).max().orElse(0));

  private final Predicate<Scenario> fails;
  private Scenario smallest;

  private Shrinker(Scenario scenario, Predicate<Scenario> fails) {
    smallest = scenario;
    this.fails = fails;
  }

  /** The smallest scenario found that still fails. */
  static Scenario shrink(Scenario scenario, Predicate<Scenario> fails) {
    Shrinker shrinker = new Shrinker(scenario, fails);
    for (int round = 0; round < 4; round++) {
      shrinker.removeRequests();
      SIMPLER_SETTINGS.forEach(shrinker::tryChange);
      for (int i = 0; i < shrinker.smallest.looks.size(); i++) {
        int look = i;
        i -= shrinker.tryChange(s -> s.looks.remove(look)) ? 1 : 0;
      }
      shrinker.simplifyRequests();
    }
    return shrinker.smallest;
  }

  private boolean tryChange(Consumer<Scenario> change) {
    Scenario candidate = smallest.copy();
    try {
      change.accept(candidate);
      if (candidate.requests.stream().allMatch(r -> isRequest(r, candidate))
          && fails.test(candidate)) {
        smallest = candidate;
        return true;
      }
    } catch (RuntimeException e) {
      // Not a scenario any more.
      return false;
    }
    return false;
  }

  private static boolean isRequest(Request request, Scenario scenario) {
    long blocks = (request.input + scenario.traceBlockTokens - 1) / scenario.traceBlockTokens;
    return request.input >= 1
        && request.output >= 0
        && (!request.tail || request.prompt.length == blocks);
  }

  private void removeRequests() {
    for (int length = smallest.requests.size(); length >= 1; length /= 2) {
      for (int from = smallest.requests.size() - length; from >= 0; from -= length) {
        int first = from;
        int count = length;
        tryChange(s -> remove(s, first, count));
        from = Math.min(from, smallest.requests.size());
      }
    }
  }

  private static void remove(Scenario scenario, int from, int count) {
    scenario.requests.subList(from, from + count).clear();
    for (Request request : scenario.requests) {
      if (request.trigger != Trigger.TIME && request.after >= from) {
        if (request.after < from + count) {
          request.trigger = Trigger.TIME;
        } else {
          request.after -= count;
        }
      }
    }
  }

  private void simplifyRequests() {
    for (int i = 0; i < smallest.requests.size(); i++) {
      int r = i;
      tryChange(s -> s.requests.get(r).trigger = Trigger.TIME);
      tryChange(s -> s.requests.get(r).nanos = 0);
      tryChange(s -> s.requests.get(r).outputIds = new long[0]);
      tryChange(s -> s.requests.get(r).tail = false);
      tryChange(s -> s.requests.get(r).priority = 0);
      tryChange(s -> s.requests.get(r).worker = 0);
      for (int times = 0; times < 12; times++) {
        boolean changed = tryChange(s -> s.requests.get(r).output /= 2);
        changed |= tryChange(s -> s.requests.get(r).output--);
        changed |= tryChange(s -> s.requests.get(r).input /= 2);
        changed |= tryChange(s -> s.requests.get(r).input--);
        changed |= tryChange(s -> shorten(s.requests.get(r)));
        if (!changed) {
          break;
        }
      }
    }
  }

  private static void shorten(Request request) {
    request.prompt = Arrays.copyOf(request.prompt, request.prompt.length - 1);
  }
}
