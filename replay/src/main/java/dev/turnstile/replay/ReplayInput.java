package dev.turnstile.replay;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.load.FinalRequests;
import dev.turnstile.workload.load.SessionCopies;

/**
 * A workload made ready for runs: plays repeated, prompts cut into the engine's blocks.
 *
 * <p>It depends on the settings of its {@link Key} alone, so runs that agree in them may share one.
 * Immutable; many runs may use it at once.
 *
 * @param workload what is replayed, copies of plays included
 * @param requests its requests in blocks of the engine
 */
public record ReplayInput(Workload workload, EngineView requests) {

  /** Makes a loaded workload ready for runs like this one. */
  public static ReplayInput of(Workload loaded, Scenario scenario) {
    return of(loaded, Key.of(scenario));
  }

  static ReplayInput of(Workload loaded, Key key) {
    Workload repeated = SessionCopies.repeat(loaded, key.repeatSessions());
    Workload ended = key.finalRequests() ? FinalRequests.append(repeated) : repeated;
    return new ReplayInput(ended, EngineView.of(ended, key.blockTokens()));
  }

  /**
   * The settings that a run's input depends on.
   *
   * @param repeatSessions plays there are of each
   * @param blockTokens tokens per engine block
   * @param finalRequests whether sessions are ended by an extra request
   */
  public record Key(int repeatSessions, int blockTokens, boolean finalRequests) {
    /** The key of a run. */
    public static Key of(Scenario scenario) {
      return new Key(
          scenario.load().repeatSessions(),
          scenario.kv().blockTokens(),
          scenario.policy().parts().stream()
              .anyMatch(part -> part.factory().wantsFinalRequests(part.params())));
    }
  }
}
