package dev.turnstile.replay.contract;

/** What one check found in several runs. */
final class Failures {
  private final Check check;
  private int count;
  private int failed;
  private String first = "";

  Failures(Check check) {
    this.check = check;
  }

  /**
   * Takes in one run.
   *
   * @param run what was run
   * @param problem what was wrong, or empty
   */
  void add(String run, String problem) {
    count++;
    if (!problem.isEmpty()) {
      failed++;
      first = first.isEmpty() ? run + ": " + problem : first;
    }
  }

  int count() {
    return count;
  }

  /**
   * The finding over all runs; the first problem stands for all.
   *
   * @param detail what to tell if there was none
   */
  Finding finding(String detail) {
    if (count == 0 && check != Check.PARAMETER_RANGE) {
      return Finding.notRun(check, "no run finished");
    } else if (failed == 0) {
      return Finding.ok(check, detail);
    }
    String more = failed == 1 ? "" : " (and in " + (failed - 1) + " more of " + count + " runs)";
    return Finding.failed(check, first + more);
  }
}
