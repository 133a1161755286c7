package dev.turnstile.policies.spi;

/** The role in which a policy takes part in a run. */
public enum PolicyKind {
  /** An {@link AdmissionGate}; needs a router behind it. */
  GATE,
  /** An {@link AdmissionGate} that is also a {@link Router}, used as such when none is named. */
  PLACING_GATE,
  /** A {@link Router}. */
  ROUTER;

  /** Whether a policy of this kind decides on admission. */
  public boolean isGate() {
    return this != ROUTER;
  }
}
