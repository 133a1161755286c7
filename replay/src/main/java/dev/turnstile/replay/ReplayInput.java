package dev.turnstile.replay;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.load.SessionCopies;

/**
 * A workload made ready for runs: plays repeated, prompts cut into the engine's blocks.
 *
 * <p>It depends on {@code load.repeat_sessions} and {@code kv.block_size} alone, so runs that agree
 * in them may share one. Immutable; many runs may use it at once.
 *
 * @param workload what is replayed, copies of plays included
 * @param requests its requests in blocks of the engine
 */
public record ReplayInput(Workload workload, EngineView requests) {

  /** Makes a loaded workload ready for runs like this one. */
  public static ReplayInput of(Workload loaded, Scenario scenario) {
    Workload repeated = SessionCopies.repeat(loaded, scenario.load().repeatSessions());
    return new ReplayInput(repeated, EngineView.of(repeated, scenario.kv().blockTokens()));
  }
}
