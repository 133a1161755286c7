package dev.turnstile.workload.trace;

import dev.turnstile.workload.TraceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts named warnings and keeps the first three examples of each. */
public final class Warnings {
  private static final int EXAMPLES = 3;

  private static final class Entry {
    private final String effect;
    private final List<String> examples = new ArrayList<>();
    private long count;

    Entry(String effect) {
      this.effect = effect;
    }
  }

  private final Map<String, Entry> entries = new TreeMap<>();

  /** Starts without warnings. */
  public Warnings() {}

  /**
   * Counts one warning.
   *
   * @param effect one sentence on the effect on results; the first one given for a name is kept
   * @param example where it was seen
   */
  public void add(String name, String effect, String example) {
    Entry entry = entries.computeIfAbsent(name, n -> new Entry(effect));
    entry.count++;
    if (entry.examples.size() < EXAMPLES) {
      entry.examples.add(example);
    }
  }

  /** The warnings so far, sorted by name. */
  public List<TraceInfo.Warning> list() {
    List<TraceInfo.Warning> list = new ArrayList<>();
    entries.forEach(
        (name, entry) ->
            list.add(
                new TraceInfo.Warning(
                    name, entry.count, List.copyOf(entry.examples), entry.effect)));
    return list;
  }
}
