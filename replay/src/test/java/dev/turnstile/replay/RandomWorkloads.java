package dev.turnstile.replay;

import dev.turnstile.workload.Workload;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Seeded workloads for properties that must hold whatever is replayed. */
final class RandomWorkloads {
  private RandomWorkloads() {}

  /** Sessions that grow from a few shared beginnings, with outputs long enough for preemption. */
  static Workload sessions(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Workloads workloads = new Workloads(64);
    int fresh = 1000;
    for (int session = 0; session < 60; session++) {
      int shared = random.nextInt(5);
      long[] hashes = Workloads.hashes(100 * random.nextInt(3), shared + 1);
      hashes[shared] = fresh++;
      String name = "s" + session;
      for (int turn = 0; turn < 4 && hashes.length <= 10; turn++) {
        long input = 64L * hashes.length - random.nextInt(64);
        int output = 1 + random.nextInt(100);
        String id = name + "-" + turn;
        if (turn == 0) {
          workloads.first(name, id, random.nextInt(2000), input, output, hashes);
        } else {
          workloads.next(name, id, random.nextInt(50), input, output, hashes);
        }
        long[] longer = Arrays.copyOf(hashes, hashes.length + 1 + random.nextInt(2));
        for (int block = hashes.length; block < longer.length; block++) {
          longer[block] = fresh++;
        }
        hashes = longer;
      }
    }
    return workloads.build();
  }
}
