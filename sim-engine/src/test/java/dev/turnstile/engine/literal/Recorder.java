package dev.turnstile.engine.literal;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.engine.worker.AdmissionFacts;
import dev.turnstile.engine.worker.Evictions;
import dev.turnstile.engine.worker.WorkerListener;
import java.util.ArrayList;
import java.util.List;

/** Writes what a worker tells as lines, each with the time in milliseconds. */
final class Recorder implements WorkerListener {
  private final Simulation simulation;
  private final LetterRequests requests;
  private final List<String> lines = new ArrayList<>();

  Recorder(Simulation simulation, LetterRequests requests) {
    this.simulation = simulation;
    this.requests = requests;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** The lines that contain one of the words. */
  List<String> lines(String... words) {
    return lines.stream().filter(line -> List.of(words).stream().anyMatch(line::contains)).toList();
  }

  private void line(String what) {
    lines.add(millis(simulation.nowNanos()) + " " + what);
  }

  private static String millis(long nanos) {
    long micros = nanos / 1000;
    return micros % 1000 == 0 ? Long.toString(micros / 1000) : Double.toString(micros / 1000.0);
  }

  private static String evictions(Evictions evictions) {
    StringBuilder text = new StringBuilder();
    for (int run = 0; run < evictions.size(); run++) {
      String by = name(evictions.request(run));
      text.append(run == 0 ? ": " : ", ")
          .append(evictions.blocks(run) + " by " + by + " at " + millis(evictions.timeNanos(run)));
    }
    return text.toString();
  }

  private static String name(int request) {
    return "R" + (request + 1);
  }

  @Override
  public void onFirstScheduled(int worker, int request, AdmissionFacts facts) {
    String line = "schedule " + name(request) + " hit " + facts.hitTokensHbm;
    if (facts.fullHitRecomputeTokens > 0) {
      line += " full-hit recompute " + facts.fullHitRecomputeTokens;
    }
    if (facts.reprefilledTokens > 0) {
      line += " reprefilled " + facts.reprefilledTokens + evictions(facts.evictions);
    }
    line(line);
  }

  @Override
  public void onFirstToken(int worker, int request) {
    line("first token " + name(request));
  }

  @Override
  public void onSecondToken(int worker, int request) {
    line("second token " + name(request));
  }

  @Override
  public void onCompleted(
      int worker,
      int request,
      long outputTokens,
      boolean lengthCapped,
      int preemptions,
      long recomputedTokens,
      long maxTokenGapNanos) {
    String line = "finish " + name(request) + " output " + outputTokens;
    line += lengthCapped ? " capped" : "";
    if (preemptions > 0) {
      line += " preemptions " + preemptions + " recomputed " + recomputedTokens;
    }
    line += maxTokenGapNanos > 0 ? " max gap " + maxTokenGapNanos / 1_000_000 : "";
    line(line);
  }

  @Override
  public void onPreempted(int worker, int request) {
    line("preempt " + name(request));
  }

  @Override
  public void onTokenGaps(int worker, long gapNanos, long count) {
    line("gaps " + count + " x " + gapNanos / 1_000_000);
  }

  @Override
  public void onStored(int worker, int owner, int fromBlock, int toBlock) {
    for (int block = fromBlock; block < toBlock; block++) {
      line("stored " + requests.text(owner, block));
    }
  }

  @Override
  public void onRemoved(int worker, int owner, int fromBlock, int toBlock) {
    for (int block = toBlock - 1; block >= fromBlock; block--) {
      line("removed " + requests.text(owner, block));
    }
  }

  @Override
  public void onEvicted(int worker, long count) {
    line("evicted " + count);
  }

  @Override
  public void onSteps(
      int worker, long fromNanos, long durationNanos, long steps, int sequences, long newTokens) {
    line("step of " + durationNanos / 1_000_000 + ": " + sequences + " x " + newTokens);
  }

  @Override
  public void onStepEnd(int worker) {
    line("step end");
  }

  @Override
  public void onDeferred(int worker, long steps) {
    line("deferred");
  }
}
