package dev.turnstile.reports.figure;

import dev.turnstile.reports.chart.Ink;

/** What a session tree does at a time; where several hold at once, the first one is shown. */
enum Phase {
  /** A request decodes. */
  DECODE("decode", Ink.DECODE),
  /** A request prefills. */
  PREFILL("prefill", Ink.PREFILL),
  /** A request waits in a worker's queue. */
  QUEUE("worker queue", Ink.QUEUE),
  /** A request is held before the workers. */
  PAUSED("held before workers", Ink.PAUSED),
  /** A recorded tool call. */
  TOOL("tool", Ink.TOOL),
  /** None of these. */
  IDLE("other idle", Ink.IDLE);

  private final String label;
  private final Ink ink;

  Phase(String label, Ink ink) {
    this.label = label;
    this.ink = ink;
  }

  /** Its name for people. */
  String label() {
    return label;
  }

  /** Its colour. */
  Ink ink() {
    return ink;
  }
}
