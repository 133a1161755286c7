package dev.turnstile.policies.spi;

/**
 * A gate's answer for one request.
 *
 * @param kind hold, release or reject
 * @param target advisory worker of a release, or {@link #NO_TARGET}
 * @param priorityJumpSeconds added to the request's priority in the router's queue
 * @param reason why it is rejected or held; empty otherwise
 */
public record Admission(Kind kind, int target, double priorityJumpSeconds, String reason) {
  /** No advisory worker. */
  public static final int NO_TARGET = -1;

  private static final Admission HOLD = new Admission(Kind.HOLD, NO_TARGET, 0, "");
  private static final Admission RELEASE = new Admission(Kind.RELEASE, NO_TARGET, 0, "");

  /** What happens to the request. */
  public enum Kind {
    /** It stays with the gate. */
    HOLD,
    /** It goes to the router. */
    RELEASE,
    /** It is refused for good. */
    REJECT
  }

  /** Keeps the request at the gate. */
  public static Admission hold() {
    return HOLD;
  }

  /** Lets the request go wherever the router likes. */
  public static Admission release() {
    return RELEASE;
  }

  /** Lets the request go and advises a worker. */
  public static Admission release(int target) {
    return new Admission(Kind.RELEASE, target, 0, "");
  }

  /** Refuses the request. */
  public static Admission reject(String reason) {
    return new Admission(Kind.REJECT, NO_TARGET, 0, reason);
  }

  /** The same answer with a jump in the router's queue. */
  public Admission withPriorityJump(double seconds) {
    return new Admission(kind, target, seconds, reason);
  }
}
