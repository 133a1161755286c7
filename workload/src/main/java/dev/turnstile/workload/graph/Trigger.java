package dev.turnstile.workload.graph;

/** The moment of the source request from which an edge's delay counts. */
public enum Trigger {
  /** The source is sent to the cluster, even if a gate then holds it. */
  DISPATCH,
  /** The last token of the source is out. */
  COMPLETION
}
