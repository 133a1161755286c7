package dev.turnstile.policies.spi;

/**
 * A router's answer for one request.
 *
 * @param kind place, park or reject
 * @param worker the chosen worker, or -1
 * @param reason why it is rejected; empty otherwise
 */
public record Placement(Kind kind, int worker, String reason) {
  private static final int CACHED = 64;
  private static final Placement[] PLACED = new Placement[CACHED];
  private static final Placement PARK = new Placement(Kind.PARK, -1, "");

  static {
    for (int worker = 0; worker < CACHED; worker++) {
      PLACED[worker] = new Placement(Kind.PLACE, worker, "");
    }
  }

  /** What happens to the request. */
  public enum Kind {
    /** It goes to a worker's queue. */
    PLACE,
    /** It waits in the router's own queue. */
    PARK,
    /** It is refused for good. */
    REJECT
  }

  /** Sends the request to a worker. */
  public static Placement on(int worker) {
    return worker >= 0 && worker < CACHED ? PLACED[worker] : new Placement(Kind.PLACE, worker, "");
  }

  /** Keeps the request in the router's queue. */
  public static Placement park() {
    return PARK;
  }

  /** Refuses the request. */
  public static Placement reject(String reason) {
    return new Placement(Kind.REJECT, -1, reason);
  }
}
