package dev.turnstile.reports.perfetto;

/** Names of processes and threads; ids come from the trace and may be of any length. */
final class Names {
  private static final int LONGEST = 80;

  private Names() {}

  /** An id that fits a label: its begin, if it is long. Slices carry ids of requests in full. */
  static String shortened(String id) {
    if (id.length() <= LONGEST) {
      return id;
    }
    int cut = LONGEST - 1;
    return id.substring(0, Character.isHighSurrogate(id.charAt(cut - 1)) ? cut - 1 : cut) + "…";
  }

  /** The name of a lane: the first is called like what it shows, the others are numbered. */
  static String lane(String name, int lane) {
    return lane == 0 ? name : name + " (" + (lane + 1) + ")";
  }
}
