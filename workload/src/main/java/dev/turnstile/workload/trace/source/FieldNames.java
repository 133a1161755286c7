package dev.turnstile.workload.trace.source;

import java.util.Arrays;

/**
 * The field names seen so far in each of the nested objects that a cursor is in.
 *
 * <p>One bit for each name tells almost always that it is new; only then the names are compared.
 */
final class FieldNames {
  private String[] names = new String[64];
  private int count;
  private int[] first = new int[16];
  private long[] bits = new long[16];
  private int depth;

  void clear() {
    count = 0;
    depth = 0;
  }

  void enter() {
    depth++;
    if (depth == first.length) {
      first = Arrays.copyOf(first, 2 * depth);
      bits = Arrays.copyOf(bits, 2 * depth);
    }
    first[depth] = count;
    bits[depth] = 0;
  }

  void leave() {
    count = first[depth];
    depth--;
  }

  /** Adds a name of the innermost object; false if it had it already. */
  boolean add(String name) {
    long bit = 1L << (name.hashCode() & 63);
    if ((bits[depth] & bit) != 0) {
      for (int i = first[depth]; i < count; i++) {
        if (names[i].equals(name)) {
          return false;
        }
      }
    }
    bits[depth] |= bit;
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
    }
    names[count++] = name;
    return true;
  }
}
