package dev.turnstile.reports.data;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder of results that appears whole or not at all.
 *
 * <p>Files are written into a hidden folder beside their place; {@link #commit} moves them there. A
 * new folder appears by one renaming. In a folder that is there already, each file does, and the
 * files that an earlier result left there and this one has not are removed: they are known by the
 * manifest. Files of others stay. Closed without a commit, nothing of it remains.
 *
 * <p>Safe for use by several threads: an interruption may close what another thread writes.
 */
public final class ResultFolder implements Closeable {
  /** The file that says how the others came about; it lists them. */
  public static final String MANIFEST = "manifest.json";

  private static final int MAX_PARTIAL = 1000;
  private static final String FILES = "files";

  private final Path target;
  private final Path partial;
  private final TreeSet<String> files = new TreeSet<>();
  private final TreeSet<String> inPlace = new TreeSet<>();
  private boolean open = true;

  private ResultFolder(Path target, Path partial) {
    this.target = target;
    this.partial = partial;
  }

  /** Writes the text of one file. */
  @FunctionalInterface
  public interface Body {
    /** Writes everything. */
    void write(Appendable out) throws IOException;
  }

  /**
   * Checks that a folder may be written, before the work that fills it.
   *
   * @param overwrite whether it may hold something
   * @throws UnusableOutputException if it may not
   */
  public static void check(Path target, boolean overwrite) {
    if (target.toString().isEmpty()) {
      throw new UnusableOutputException(Path.of("''"), "names no folder");
    } else if (Files.isSymbolicLink(target) && !Files.exists(target)) {
      throw new UnusableOutputException(target, "is a symbolic link to nothing");
    } else if (!Files.exists(target)) {
      Path ancestor = existingAncestor(target);
      if (!Files.isDirectory(ancestor) || !Files.isWritable(ancestor)) {
        throw new UnusableOutputException(target, "cannot be made in " + ancestor);
      }
    } else if (!Files.isDirectory(target)) {
      throw new UnusableOutputException(target, "is a file, a folder is needed");
    } else if (!Files.isWritable(target)) {
      throw new UnusableOutputException(target, "is not writable");
    } else if (!overwrite && !isEmpty(target)) {
      throw new UnusableOutputException(
          target, "is not empty; --overwrite replaces the results in it");
    }
  }

  /**
   * Begins to write a folder; missing ones above it are made with it.
   *
   * @throws UnusableOutputException as {@link #check}
   */
  public static ResultFolder create(Path target, boolean overwrite) throws IOException {
    check(target, overwrite);
    if (Files.exists(target)) {
      Path real = target.toRealPath();
      return new ResultFolder(real, hidden(real, "results"));
    }
    Path absolute = target.toAbsolutePath().normalize();
    String name = String.valueOf(absolute.getFileName());
    return new ResultFolder(absolute, hidden(existingAncestor(absolute), name));
  }

  /**
   * Adds a file.
   *
   * @param name relative to the folder, with {@code /} between folders
   */
  public synchronized void add(String name, Body body) throws IOException {
    if (!open) {
      throw new IOException("the folder is closed");
    }
    Path file = partial.resolve(name);
    Files.createDirectories(file.getParent());
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      body.write(out);
    }
    files.add(name);
  }

  /**
   * Lists a file that is in its place already and belongs to the result.
   *
   * @param name relative to the folder, with {@code /} between folders
   */
  public synchronized void list(String name) {
    inPlace.add(name);
  }

  /**
   * Removes an earlier result from a folder: its manifest and the files that it lists.
   *
   * @param target a folder that exists
   */
  public static void clear(Path target) throws IOException {
    ResultFolder folder = new ResultFolder(target.toRealPath(), target);
    folder.open = false;
    folder.removeEarlierResults();
    Files.deleteIfExists(target.resolve(MANIFEST));
  }

  /**
   * Adds the manifest and gives all files their place.
   *
   * @param facts how the results came about; the list of files is added
   */
  public synchronized void commit(Map<String, @Nullable Object> facts) throws IOException {
    Map<String, @Nullable Object> manifest = new LinkedHashMap<>(facts);
    TreeSet<String> all = new TreeSet<>(files);
    all.addAll(inPlace);
    manifest.put(FILES, List.copyOf(all));
    add(MANIFEST, out -> out.append(ReportJson.text(manifest)));
    if (Files.exists(target)) {
      removeEarlierResults();
      for (String name : files) {
        Path place = target.resolve(name);
        Files.createDirectories(place.getParent());
        move(partial.resolve(name), place);
      }
    } else {
      Files.createDirectories(target.getParent());
      move(partial, target);
    }
    close();
  }

  /** Removes what was written, unless it was committed. */
  @Override
  public synchronized void close() throws IOException {
    if (open) {
      open = false;
      deleteTree(partial);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private void removeEarlierResults() throws IOException {
    TreeSet<Path> folders = new TreeSet<>(Comparator.reverseOrder());
    for (String name : earlierFiles()) {
      Path old = target.resolve(name).normalize();
      if (old.startsWith(target) && !files.contains(name) && !inPlace.contains(name)) {
        Files.deleteIfExists(old);
        Path up = old.getParent();
        while (up != null && !up.equals(target)) {
          folders.add(up);
          up = up.getParent();
        }
      }
    }
    for (Path folder : folders) {
      if (Files.isDirectory(folder) && isEmpty(folder)) {
        Files.delete(folder);
      }
    }
  }

  /** The files that the manifest of an earlier result lists; none without a readable one. */
  private List<String> earlierFiles() throws IOException {
    Path manifest = target.resolve(MANIFEST);
    List<String> names = new ArrayList<>();
    if (Files.isRegularFile(manifest)) {
      try {
        for (JsonNode name :
            JsonMapper.shared().readTree(Files.readString(manifest)).path(FILES).values()) {
          names.add(name.asString());
        }
      } catch (JacksonException e) {
        return List.of();
      }
    }
    return names;
  }

  private static Path hidden(Path folder, String name) throws IOException {
    for (int i = 0; ; i++) {
      try {
        String number = i == 0 ? "" : "-" + i;
        return Files.createDirectory(folder.resolve("." + name + ".partial" + number));
      } catch (FileAlreadyExistsException e) {
        if (i == MAX_PARTIAL) {
          throw e;
        }
      }
    }
  }

  private static Path existingAncestor(Path path) {
    Path at = path.toAbsolutePath().normalize();
    while (!Files.exists(at)) {
      at = Objects.requireNonNull(at.getParent(), "the root exists");
    }
    return at;
  }

  private static boolean isEmpty(Path folder) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw new UnusableOutputException(folder, "cannot be read: " + e.getMessage());
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : (Iterable<Path>) tree.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }
}
