package dev.turnstile.cli;

import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.replay.scenario.ScenarioYaml;
import dev.turnstile.replay.sweep.JsonField;
import dev.turnstile.replay.sweep.SweepPoint;
import dev.turnstile.replay.sweep.SweepResult;
import dev.turnstile.reports.data.ResultFolder;
import dev.turnstile.reports.data.RunFiles;
import dev.turnstile.reports.data.SweepCsv;
import dev.turnstile.reports.data.SweepJson;
import dev.turnstile.reports.data.UnusableOutputException;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a sweep keeps its state and writes its results.
 *
 * <p>While it runs, the folder holds {@code .sweep/journal} and, if wanted, {@code runs/} with one
 * folder per finished point. At the end {@code sweep.json}, {@code sweep.csv}, the page and the
 * manifest appear, and then {@code .sweep} goes. Killed at any moment, it can be continued. One
 * process at a time may use a folder: {@code .sweep/lock} is held until it is closed. Without a
 * folder the state is in a temporary one.
 */
final class SweepFolder implements AutoCloseable {

  private static final String STATE = ".sweep";
  private static final String JOURNAL = "journal";
  private static final String LOCK = "lock";
  private static final String RUNS = "runs";
  private static final String RESULT = "sweep.json";
  private static final int MAX_NAME = 60;

  private final @Nullable Path target;
  private final Path state;
  private final boolean ended;
  private final HtmlOutput html;
  private final @Nullable FileChannel lock;

  private SweepFolder(
      @Nullable Path target,
      Path state,
      boolean ended,
      HtmlOutput html,
      @Nullable FileChannel lock) {
    this.html = html;
    this.lock = lock;
    this.target = target;
    this.state = state;
    this.ended = ended;
  }

  /**
   * Makes or finds the folder that a command names.
   *
   * @throws UnusableOutputException if it cannot be used
   */
  static SweepFolder open(SweepCommand command, HtmlOutput html) throws IOException {
    Path begun = command.output.folder;
    Path resumed = command.sweep.resume;
    if (resumed != null) {
      return resume(resumed, html);
    } else if (begun != null) {
      return begin(begun, command.output.overwrite, html);
    }
    return new SweepFolder(null, Files.createTempDirectory("sim-sweep"), false, html, null);
  }

  /** Checks a new folder before anything is loaded. */
  static void check(Path target, boolean overwrite) {
    if (!overwrite && Files.exists(target.resolve(STATE))) {
      throw new UnusableOutputException(
          target, "holds an unfinished sweep; --resume continues it, --overwrite drops it");
    }
    ResultFolder.check(target, overwrite);
  }

  private static SweepFolder begin(Path target, boolean overwrite, HtmlOutput html)
      throws IOException {
    check(target, overwrite);
    Path state = target.resolve(STATE);
    boolean unfinished = Files.exists(state);
    Files.createDirectories(state);
    FileChannel lock = lock(target);
    try {
      ResultFolder.clear(target);
      if (unfinished) {
        Files.deleteIfExists(state.resolve(JOURNAL));
        deleteTree(target.resolve(RUNS));
      }
      return new SweepFolder(target, state, false, html, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static SweepFolder resume(Path target, HtmlOutput html) throws IOException {
    Path state = target.resolve(STATE);
    if (!Files.exists(state)) {
      if (!Files.exists(target.resolve(RESULT))) {
        throw new UnusableOutputException(target, "holds no sweep that could be resumed");
      }
      return new SweepFolder(target, state, true, html, null);
    }
    FileChannel lock = lock(target);
    try {
      // What is looked at and cleared away may belong to another process until the lock is held.
      boolean ended = Files.exists(target.resolve(RESULT));
      boolean begun = Files.exists(state.resolve(JOURNAL)) || !ended;
      deleteHidden(target, ".results.partial");
      deleteHidden(target.resolve(RUNS), ".");
      if (!begun) {
        deleteTree(state);
      }
      return new SweepFolder(target, state, !begun, html, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path target) throws IOException {
    FileChannel channel =
        FileChannel.open(
            target.resolve(STATE).resolve(LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by this process: as good as by another one.
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    if (!locked) {
      throw new UnusableOutputException(target, "another process runs the sweep in this folder");
    }
    return channel;
  }

  /** The journal of the sweep. */
  Path journal() {
    return state.resolve(JOURNAL);
  }

  /** The result of a sweep that had ended before it was resumed. */
  Optional<SweepResult> finishedBefore() throws IOException {
    if (target == null || !ended) {
      return Optional.empty();
    }
    Path file = target.resolve(RESULT);
    try {
      return Optional.of(SweepJson.read(JsonMapper.shared().readTree(Files.readString(file))));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new InvalidInputException(file.toString(), 0, "", "is no sweep.json of ours", "", e);
    }
  }

  /** The hashes of the files beside the trace that the finished sweep was made with, by path. */
  SortedMap<String, String> filesBefore() throws IOException {
    Path file = state.resolveSibling(ResultFolder.MANIFEST);
    SortedMap<String, String> files = new TreeMap<>();
    try {
      JsonField.root(JsonMapper.shared().readTree(Files.readString(file)))
          .field(Manifest.OTHER_INPUTS)
          .fields()
          .forEach((path, hash) -> files.put(path, hash.text()));
    } catch (JacksonException | IllegalArgumentException e) {
      throw new InvalidInputException(file.toString(), 0, "", "is no manifest.json of ours", "", e);
    }
    return files;
  }

  /** Keeps a run in a folder of its own, as {@code sim replay} writes it. */
  void keep(SweepPoint point, RunResult result, long wallNanos, List<String> arguments) {
    if (target == null) {
      return;
    }
    try {
      Path place = target.resolve(RUNS).resolve(name(point.label(), point.id()));
      deleteTree(place);
      Files.createDirectories(place.getParent());
      FinishedRun run = new FinishedRun(point.scenario(), result, wallNanos);
      try (ResultFolder folder = ResultFolder.create(place, false)) {
        RunFiles.add(
            folder, "", result, new Version().number(), ScenarioYaml.write(point.scenario()));
        html.addTo(folder, "", List.of(run));
        folder.commit(Manifest.of(List.of(run), arguments));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page of a run that is kept, as seen from the folder. */
  private String page(SweepResult.Point point) {
    String page = RUNS + "/" + name(point.label(), point.id()) + "/report.html";
    return target != null && Files.exists(target.resolve(page)) ? page : "";
  }

  private static String name(String label, String id) {
    String name = RunFiles.folderName(label);
    return (name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME)) + "-" + id;
  }

  /** Writes the results; a complete sweep needs its state no longer. */
  void write(
      SweepResult sweep,
      Scenario first,
      long wallNanos,
      List<String> arguments,
      SortedMap<String, String> files)
      throws IOException {
    if (target == null) {
      return;
    }
    try (ResultFolder folder = ResultFolder.create(target, true)) {
      folder.add(RESULT, out -> SweepJson.write(sweep, new Version().number(), out));
      folder.add("sweep.csv", out -> SweepCsv.write(sweep, out));
      html.addTo(folder, sweep, first, this::page);
      for (Path file : keptFiles()) {
        folder.list(target.relativize(file).toString().replace('\\', '/'));
      }
      folder.commit(Manifest.ofSweep(sweep, wallNanos, arguments, files));
    }
    if (sweep.missing() == 0) {
      Files.deleteIfExists(journal());
      deleteTree(state);
    }
  }

  private List<Path> keptFiles() throws IOException {
    Path runs = state.resolveSibling(RUNS);
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(runs)) {
      return tree.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void deleteHidden(Path folder, String prefix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> hidden = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, p -> p.getFileName().toString().startsWith(prefix))) {
      entries.forEach(hidden::add);
    }
    for (Path path : hidden) {
      deleteTree(path);
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

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
    if (target == null) {
      deleteTree(state);
    }
  }
}
