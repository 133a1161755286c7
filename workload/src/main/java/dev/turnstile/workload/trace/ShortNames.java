package dev.turnstile.workload.trace;

import java.util.Comparator;
import java.util.List;

/** Names of files without the folders that all of them share. */
final class ShortNames {
  private final List<String> longestFirst;
  private final int shared;

  ShortNames(List<String> names) {
    longestFirst =
        names.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    shared = sharedFolders(names);
  }

  private static int sharedFolders(List<String> names) {
    if (names.isEmpty()) {
      return 0;
    }
    String first = names.get(0);
    int length = first.lastIndexOf('/') + 1;
    for (String name : names) {
      while (!name.startsWith(first.substring(0, length))) {
        length = first.lastIndexOf('/', length - 2) + 1;
      }
    }
    return length;
  }

  /** The short name of one of the files. */
  String of(String name) {
    return name.substring(shared);
  }

  /** A text that names a file, with the short name in its place. */
  String in(String text) {
    if (shared == 0) {
      return text;
    }
    for (String name : longestFirst) {
      if (text.contains(name)) {
        return text.replace(name, of(name));
      }
    }
    return text;
  }
}
