package dev.turnstile.engine.kernel;

/**
 * The kinds of events, in the order in which events of one time are processed.
 *
 * <p>Work settles first (data arrives, steps end), then the router hears of it, then new requests
 * come and are placed, then steps start with everything that is known, and timers look at the
 * settled world last.
 */
public enum Rank {
  /** A store of KV blocks ends; before loads, so that a load can find what was just written. */
  STORE_END,
  /** A load of KV blocks ends: its request may join a step that starts now. */
  LOAD_END,
  /** A worker's step ends: tokens come out, requests complete, blocks are released. */
  STEP_END,
  /**
   * KV events and engine metrics reach the router with a delay; it must know them before it routes.
   */
  TELEMETRY,
  /** A request arrives; subject is its load order. Completions of this time have made it ready. */
  ARRIVAL,
  /** A worker's step starts; it sees everything that arrived until now. */
  STEP_START,
  /** Policy ticks and timeouts; they see the world after all work of this time. */
  TIMER
}
