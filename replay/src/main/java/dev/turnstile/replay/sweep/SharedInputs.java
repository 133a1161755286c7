package dev.turnstile.replay.sweep;

import dev.turnstile.replay.ReplayInput;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.WorkloadGroup;
import dev.turnstile.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The traces of a sweep: each is loaded once in each way that points ask for, made ready once for
 * each block size and number of copies, shared by all points that need it, and let go with the last
 * of them.
 *
 * <p>Safe for several threads; two that need the same one wait for one load.
 */
final class SharedInputs {
  /** What decides how a trace is read. */
  private record LoadKey(WorkloadGroup settings, boolean recordedStarts) {
    static LoadKey of(Scenario scenario) {
      return new LoadKey(scenario.workload(), scenario.load().recordedStarts());
    }
  }

  /** What decides how a loaded trace is made ready. */
  private record InputKey(LoadKey load, int copies, int blockTokens) {
    static InputKey of(Scenario scenario) {
      return new InputKey(
          LoadKey.of(scenario), scenario.load().repeatSessions(), scenario.kv().blockTokens());
    }
  }

  /** Something that is made at first use and dropped after the last one. */
  private static final class Shared<T> {
    private int uses;
    private @Nullable T made;

    synchronized T get(Supplier<T> maker) {
      T value = made;
      if (value == null) {
        value = maker.get();
        made = value;
      }
      return value;
    }

    synchronized void release() {
      if (--uses == 0) {
        made = null;
      }
    }
  }

  private final TraceSource source;
  private final Map<LoadKey, Shared<Workload>> loads = new HashMap<>();
  private final Map<InputKey, Shared<ReplayInput>> inputs = new HashMap<>();

  /**
   * Nothing is loaded yet.
   *
   * @param points the points that will be run
   */
  SharedInputs(List<SweepPoint> points, TraceSource source) {
    this.source = source;
    for (SweepPoint point : points) {
      loads.computeIfAbsent(LoadKey.of(point.scenario()), k -> new Shared<>()).uses++;
      inputs.computeIfAbsent(InputKey.of(point.scenario()), k -> new Shared<>()).uses++;
    }
  }

  /** The points in the order in which the fewest traces are held at once. */
  static List<SweepPoint> together(List<SweepPoint> points) {
    Map<LoadKey, Map<InputKey, List<SweepPoint>>> groups = new LinkedHashMap<>();
    for (SweepPoint point : points) {
      groups
          .computeIfAbsent(LoadKey.of(point.scenario()), k -> new LinkedHashMap<>())
          .computeIfAbsent(InputKey.of(point.scenario()), k -> new ArrayList<>())
          .add(point);
    }
    List<SweepPoint> ordered = new ArrayList<>();
    groups.values().forEach(group -> group.values().forEach(ordered::addAll));
    return ordered;
  }

  /** The trace as a point reads it, before it is made ready. */
  Workload loaded(SweepPoint point) {
    return shared(loads, LoadKey.of(point.scenario())).get(() -> source.load(point.scenario()));
  }

  /** What a point replays. */
  ReplayInput input(SweepPoint point) {
    return shared(inputs, InputKey.of(point.scenario()))
        .get(() -> ReplayInput.of(loaded(point), point.scenario()));
  }

  /** A point needs its input no longer. */
  void release(SweepPoint point) {
    shared(inputs, InputKey.of(point.scenario())).release();
    shared(loads, LoadKey.of(point.scenario())).release();
  }

  private static <K, T> Shared<T> shared(Map<K, Shared<T>> all, K key) {
    Shared<T> shared = all.get(key);
    if (shared == null) {
      throw new IllegalArgumentException("not planned: " + key);
    }
    return shared;
  }
}
