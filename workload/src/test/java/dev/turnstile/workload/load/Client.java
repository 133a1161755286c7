package dev.turnstile.workload.load;

import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.workload.graph.SessionGraph;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/** A system of unlimited room that serves each request for a given time, or refuses it. */
final class Client implements LoadDriver.Host {
  private final Simulation simulation = new Simulation();
  private final SessionGraph graph;
  private final IntToLongFunction serviceNanos;
  private final Predicate<String> refuses;
  private final LoadDriver driver;
  final List<String> log = new ArrayList<>();
  final List<String> skipped = new ArrayList<>();

  private Client(
      SessionGraph graph,
      LoadSettings settings,
      IntToLongFunction serviceNanos,
      Predicate<String> refuses) {
    this.graph = graph;
    this.serviceNanos = serviceNanos;
    this.refuses = refuses;
    driver = new LoadDriver(graph, settings, new SplittableRandom(1), this);
  }

  /** Runs everything with the same service time. */
  static Client run(SessionGraph graph, LoadSettings settings, double serviceMs) {
    return run(graph, settings, r -> Math.round(serviceMs * Graphs.MS), id -> false);
  }

  static Client run(
      SessionGraph graph,
      LoadSettings settings,
      IntToLongFunction serviceNanos,
      Predicate<String> refuses) {
    Client client = new Client(graph, settings, serviceNanos, refuses);
    client.driver.start();
    while (!client.driver.finished()) {
      if (!client.simulation.step()) {
        throw new IllegalStateException("nothing left to happen");
      }
    }
    return client;
  }

  LoadDriver driver() {
    return driver;
  }

  @Override
  public void wakeAt(long timeNanos) {
    simulation.schedule(timeNanos, Rank.ARRIVAL, 0, n -> driver.onWake(simulation.nowNanos()), 0);
  }

  @Override
  public void arrive(int request, long scheduledNanos) {
    long now = simulation.nowNanos();
    String held = scheduledNanos == now ? "" : " ready " + ms(scheduledNanos);
    log.add(graph.request(request).id() + "@" + ms(now) + held);
    if (refuses.test(graph.request(request).id())) {
      driver.onTerminal(request, now, false);
    } else {
      simulation.schedule(
          now + serviceNanos.applyAsLong(request),
          Rank.STEP_END,
          request,
          r -> driver.onTerminal(r, simulation.nowNanos(), true),
          request);
    }
  }

  @Override
  public void skip(int request) {
    skipped.add(graph.request(request).id());
  }

  private static String ms(long nanos) {
    return BigDecimal.valueOf(nanos, 6)
        .stripTrailingZeros()
        .toPlainString()
        .toLowerCase(Locale.ROOT);
  }
}
