package dev.turnstile.policies.spi;

/**
 * The record of decisions with the numbers behind them ({@code events.jsonl}).
 *
 * <p>Building an entry costs time: ask {@link #enabled} first.
 */
public interface DecisionLog {
  /** Whether anybody reads the log. */
  boolean enabled();

  /**
   * Begins an entry at the current simulated time; it is written by {@link Entry#write}.
   *
   * @param event what was decided, lower-case, for instance {@code pause}
   */
  Entry entry(String event);

  /** One entry; fields appear in the order in which they are put. */
  interface Entry {
    /** Adds a text. */
    Entry put(String name, String value);

    /** Adds a whole number. */
    Entry put(String name, long value);

    /** Adds a number; must be finite. */
    Entry put(String name, double value);

    /** Ends the entry. */
    void write();
  }
}
