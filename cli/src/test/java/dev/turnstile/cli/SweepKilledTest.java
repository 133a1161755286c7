package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps in a process of their own that is killed, and what a continued sweep leaves behind. */
final class SweepKilledTest {

  @TempDir private static Path shared;

  private static String trace;
  private static Map<String, String> undisturbed;

  @TempDir private Path folder;

  @BeforeAll
  static void runUndisturbed() {
    trace = ShortTrace.in(shared, 60, 5);
    Path out = shared.resolve("undisturbed");
    Sim.Ended ended = Sim.run(arguments("-o", out.toString()).toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    undisturbed = Folders.content(out);
  }

  /** Twelve points that take some tens of milliseconds each. */
  private static List<String> arguments(String... more) {
    List<String> all = new ArrayList<>(List.of("sweep", trace));
    all.addAll(List.of("--workers", "2", "--kv-blocks", "800", "--keep-runs", "--jobs", "2"));
    all.addAll(List.of("--policy", "kv", "--policy", "global-lb", "--policy", "thunderagent"));
    all.addAll(List.of("--concurrency", "4..32*2"));
    all.addAll(List.of(more));
    return all;
  }

  private Process start(List<String> wrapper, List<String> arguments) throws IOException {
    return SimProcess.start(wrapper, folder, arguments);
  }

  private static int lines(Path file) {
    try {
      return (int)
          Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1)
              .chars()
              .filter(c -> c == '\n')
              .count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Waits until the journal has so many lines; false if the process ends before. */
  private boolean awaitLines(Process process, Path out, int lines) throws InterruptedException {
    while (lines(out.resolve(".sweep/journal")) < lines) {
      if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aFolderThatAnotherProcessUsesIsLeftAlone() throws IOException {
    Path out = folder.resolve("used");
    Path journal = out.resolve(".sweep/journal");
    Path partial = out.resolve(".results.partial/sweep.csv");
    for (Path file : List.of(journal, partial)) {
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    try (FileChannel other =
        FileChannel.open(
            out.resolve(".sweep/lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();
      for (List<String> arguments :
          List.of(
              arguments("--resume", out.toString()),
              arguments("-o", out.toString(), "--overwrite"))) {
        Sim.Ended second = Sim.run(arguments.toArray(String[]::new));

        assertThat(second.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(second.err()).contains("another process runs the sweep in this folder");
        assertThat(List.of(journal, partial)).allMatch(Files::exists);
      }
    }
    Sim.Ended alone = Sim.run(arguments("--resume", out.toString()).toArray(String[]::new));

    assertThat(alone.exitCode()).as(alone.err()).isZero();
    assertThat(Folders.content(out)).isEqualTo(undisturbed);
  }

  @Test
  void killedAndContinuedItLeavesTheSameBytes() throws Exception {
    Path out = folder.resolve("out");
    String[] where = {"-o", "--resume", "--resume"};
    int[] killAfterLines = {2, 5, 9};
    for (int i = 0; i < where.length; i++) {
      Process process = start(List.of(), arguments(where[i], out.toString()));
      boolean alive = awaitLines(process, out, killAfterLines[i]);
      process.destroyForcibly().waitFor();
      assertThat(alive).as(Files.readString(folder.resolve("err.txt"))).isTrue();
    }

    Sim.Ended ended = Sim.run(arguments("--resume", out.toString()).toArray(String[]::new));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err()).containsPattern("\\d+ of 12 points were finished before");
    assertThat(Folders.content(out)).isEqualTo(undisturbed);
  }

  @Test
  void interruptedItKeepsAndShowsWhatIsFinished() throws Exception {
    Path out = folder.resolve("out");
    Process process = start(SimProcess.interruptible(), arguments("-o", out.toString()));
    assertThat(awaitLines(process, out, 4)).isTrue();

    SimProcess.interrupt(process);

    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(Files.readString(folder.resolve("err.txt")))
        .containsPattern("sim: interrupted; \\d+ of 12 points are finished and kept, --resume ");
    assertThat(Files.readString(folder.resolve("out.txt"))).containsPattern("Not run: \\d+ of 12");
    assertThat(Files.readAllLines(out.resolve("sweep.csv"))).hasSize(13);
    Sim.Ended ended = Sim.run(arguments("--resume", out.toString()).toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(Folders.content(out)).isEqualTo(undisturbed);
  }

  @Test
  void anUnfinishedSweepIsNotOverwrittenByMistake() throws Exception {
    Path out = folder.resolve("out");
    Process process = start(List.of(), arguments("-o", out.toString()));
    awaitLines(process, out, 2);
    process.destroyForcibly().waitFor();

    Sim.Ended refused = Sim.run(arguments("-o", out.toString()).toArray(String[]::new));
    Sim.Ended anew = Sim.run(arguments("-o", out.toString(), "--overwrite").toArray(String[]::new));

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("holds an unfinished sweep; --resume continues it");
    assertThat(anew.exitCode()).as(anew.err()).isZero();
    assertThat(Folders.content(out)).isEqualTo(undisturbed);
  }

  @Test
  @Tag("slow")
  void killedAtFiftyRandomMomentsItLeavesTheSameBytes() throws Exception {
    long seed = Long.getLong("sim.test.seed", 1);
    Random random = new Random(seed);
    int usualMillis = usualMillis();
    int kills = 0;
    for (int sweep = 0; kills < 50; sweep++) {
      Path out = folder.resolve("out-" + sweep);
      for (int i = 0; i < 3; i++) {
        boolean begun =
            Files.exists(out.resolve(".sweep")) || Files.exists(out.resolve("sweep.json"));
        Process process = start(List.of(), arguments(begun ? "--resume" : "-o", out.toString()));
        boolean ended = process.waitFor(random.nextInt(usualMillis), TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
        kills += ended ? 0 : 1;
      }
      boolean begun =
          Files.exists(out.resolve(".sweep")) || Files.exists(out.resolve("sweep.json"));
      Sim.Ended ended =
          Sim.run(arguments(begun ? "--resume" : "-o", out.toString()).toArray(String[]::new));
      assertThat(ended.exitCode()).as(ended.err()).isZero();
      assertThat(Folders.content(out)).as("seed %d, sweep %d", seed, sweep).isEqualTo(undisturbed);
    }
  }

  /** A run of this trace leaves about half a megabyte, a point some ten kilobytes. */
  @Test
  @Tag("slow")
  void aThousandPointsFitIntoFortyMegabytes() throws Exception {
    String small = ShortTrace.in(folder, 12, 5);
    Process process =
        start(
            List.of("env", "JDK_JAVA_OPTIONS=-Xmx40m"),
            List.of(
                "sweep",
                small,
                "--workers",
                "2",
                "--kv-blocks",
                "800",
                "--concurrency",
                "1..2",
                "--max-num-seqs",
                "1..500",
                "--format",
                "json"));

    assertThat(process.waitFor()).as(Files.readString(folder.resolve("err.txt"))).isZero();
    assertThat(Files.readString(folder.resolve("out.txt"))).contains("\"complete\" : true");
  }

  private int usualMillis() throws Exception {
    long begin = System.nanoTime();
    start(List.of(), arguments("-o", folder.resolve("usual").toString())).waitFor();
    return Math.toIntExact((System.nanoTime() - begin) / 1_000_000);
  }
}
