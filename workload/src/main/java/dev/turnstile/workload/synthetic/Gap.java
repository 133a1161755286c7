package dev.turnstile.workload.synthetic;

import java.util.ArrayList;
import java.util.List;

/**
 * What happens between a completion and the next turn.
 *
 * @param nanos how long the next turn waits at least
 * @param tools durations of the tool calls, all from the begin of the gap; empty if a person thinks
 * @param children how many children start
 * @param person whether a person thinks instead of tools running
 */
record Gap(long nanos, List<Long> tools, long children, boolean person) {
  /** A turn that starts children never waits for a person. */
  static Gap draw(Draws draws) {
    long children = draws.children();
    boolean person = draws.thinks() && children == 0;
    if (person) {
      return new Gap(draws.thinkNanos(), List.of(), 0, true);
    }
    List<Long> tools = new ArrayList<>();
    long longest = 0;
    for (long left = draws.parallelTools(); left > 0; left--) {
      long tool = draws.toolNanos();
      tools.add(tool);
      longest = Math.max(longest, tool);
    }
    return new Gap(longest, tools, children, false);
  }
}
