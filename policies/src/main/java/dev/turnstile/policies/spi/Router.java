package dev.turnstile.policies.spi;

/**
 * Picks the worker of a request.
 *
 * <p>A router with a queue of its own may park a request and place it later with {@link
 * PolicyContext#place}. Hard pins never reach it.
 */
public interface Router extends Policy {
  /**
   * Decides where a request goes, now.
   *
   * @param advisoryTarget worker the gate advises, or {@link Admission#NO_TARGET}
   * @param prioritySeconds the request's priority with the gate's jump
   */
  Placement route(RequestView request, int advisoryTarget, double prioritySeconds);
}
