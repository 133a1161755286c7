package dev.turnstile.replay;

import dev.turnstile.engine.kernel.EventTarget;
import dev.turnstile.engine.kernel.Rank;
import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.spi.Admission;
import dev.turnstile.policies.spi.DecisionLog;
import dev.turnstile.policies.spi.LoadView;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PrefixView;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.WorkerView;
import java.util.SplittableRandom;

/** One policy of a run and what it may know and do. */
final class HostedPolicy implements PolicyContext {
  /** Wake-ups of one policy at one time after which the run is given up. */
  private static final int MAX_WAKES_AT_ONE_TIME = 100_000;

  private final String id;
  private final int order;
  private final PolicyDriver driver;
  private final SplittableRandom random;
  private final EventTarget wake = argument -> wake();
  private Policy policy = new Policy() {};
  private long lastWakeNanos = -1;
  private int wakesAtOneTime;

  /**
   * Creates the context in which a policy is made.
   *
   * @param id id of the policy
   * @param order place among the policies of the run: gate, router
   */
  HostedPolicy(String id, int order, PolicyDriver driver) {
    this.id = id;
    this.order = order;
    this.driver = driver;
    random = driver.streams().stream("policy." + id);
  }

  /** Takes in the policy that was made in this context. */
  void host(Policy made) {
    policy = made;
  }

  String id() {
    return id;
  }

  Policy policy() {
    return policy;
  }

  /** Starts the periodic tick, if the policy wants one. */
  void startTicks() {
    long period = policy.tickPeriodNanos();
    if (period < 0) {
      throw driver.broken(this, "tick period must be >= 0, got " + period + " ns");
    }
    if (period > 0) {
      scheduleTick(period);
    }
  }

  private void scheduleTick(long period) {
    long next = Math.addExact(nowNanos(), period);
    driver.simulation().schedule(next, Rank.TIMER, order, argument -> tick(period), 0);
  }

  private void tick(long period) {
    driver.tick(this);
    scheduleTick(period);
  }

  private void wake() {
    wakesAtOneTime = nowNanos() == lastWakeNanos ? wakesAtOneTime + 1 : 1;
    lastWakeNanos = nowNanos();
    if (wakesAtOneTime > MAX_WAKES_AT_ONE_TIME) {
      throw driver.broken(this, "asks to be woken at the present time again and again");
    }
    driver.woken(this);
  }

  @Override
  public long nowNanos() {
    return driver.simulation().nowNanos();
  }

  @Override
  public int workerCount() {
    return driver.cluster().size();
  }

  @Override
  public WorkerView worker(int worker) {
    return driver.cluster().view(worker);
  }

  @Override
  public boolean live(int worker) {
    return driver.cluster().contains(worker);
  }

  @Override
  public boolean eligible(RequestView request, int worker) {
    return driver.cluster().eligible(request.number(), worker);
  }

  @Override
  public BlockTree blocks() {
    return driver.requests().blocks();
  }

  @Override
  public SplittableRandom random() {
    return random;
  }

  @Override
  public LoadView loads() {
    return driver.books().loads();
  }

  @Override
  public PrefixView prefixes() {
    return driver.books().prefixes();
  }

  @Override
  public long generatedTokens(RequestView request) {
    return driver.generatedTokens(request.number());
  }

  @Override
  public void release(RequestView request, Admission how) {
    driver.requestRelease(this, request, how);
  }

  @Override
  public void place(RequestView request, Placement where) {
    driver.requestPlacement(this, request, where);
  }

  @Override
  public void wakeAt(long timeNanos) {
    if (timeNanos < nowNanos()) {
      throw driver.broken(
          this, "asks to be woken in the past, at " + timeNanos + " ns, now " + nowNanos() + " ns");
    }
    driver.wakeAsked(timeNanos);
    driver.simulation().schedule(timeNanos, Rank.TIMER, order, wake, 0);
  }

  @Override
  public DecisionLog log() {
    return driver.log();
  }
}
