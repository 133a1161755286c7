package dev.turnstile.policies.spi;

/**
 * Holds requests back or lets them go to the router; may name a target.
 *
 * <p>A request that is held stays with the gate until it calls {@link PolicyContext#release} for
 * it.
 */
public interface AdmissionGate extends Policy {
  /** Decides on a request that has just arrived. */
  Admission admit(RequestView request);
}
