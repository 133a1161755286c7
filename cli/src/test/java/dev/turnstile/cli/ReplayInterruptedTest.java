package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while runs follow each other. */
final class ReplayInterruptedTest {
  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();

  @TempDir private Path folder;

  /** A policy whose run takes minutes: it ticks a hundred million times in a simulated second. */
  private String endless() throws IOException {
    Path file = folder.resolve("Endless.java");
    String ticking =
        Files.readString(Docs.ROOT.resolve("docs/examples/FollowCache.java"))
            .replace("FollowCache", "Endless")
            .replace("follow-cache", "endless")
            .replaceFirst(
                "  @Override\n  public Placement route",
                "  @Override\n  public long tickPeriodNanos() {\n    return 10;\n  }\n\n$0");
    return Files.writeString(file, ticking).toString();
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  /** Interrupts a replay of these policies, the last of them endless, as soon as that one runs. */
  private int interrupted(List<String> policies, Path out) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("replay", TINY, "-v", "-o", out.toString()));
    policies.forEach(policy -> arguments.addAll(List.of("--policy", policy)));
    arguments.addAll(List.of("--policy", endless()));
    Process process = SimProcess.start(SimProcess.interruptible(), folder, arguments);
    String before = policies.isEmpty() ? "loaded " : policies.get(policies.size() - 1) + ": sim";
    while (!read("err.txt").contains(before)) {
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).as(read("err.txt")).isFalse();
    }
    SimProcess.interrupt(process);
    return process.exitValue();
  }

  private Map<String, String> undisturbed(String... policies) {
    Path out = folder.resolve("undisturbed");
    List<String> arguments = new ArrayList<>(List.of("replay", TINY, "-o", out.toString()));
    for (String policy : policies) {
      arguments.addAll(List.of("--policy", policy));
    }
    Sim.Ended ended = Sim.run(arguments.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return Folders.content(out);
  }

  @Test
  void keepsTheRunsThatAreFinishedAsIfOnlyTheyHadBeenNamed() throws Exception {
    Path out = folder.resolve("out");

    int exitCode = interrupted(List.of("kv", "random"), out);

    assertThat(exitCode).isEqualTo(130);
    assertThat(read("err.txt")).endsWith("sim: interrupted; 2 of 3 runs are finished and kept\n");
    assertThat(read("out.txt")).contains(" kv ", " random", "Written: " + out);
    assertThat(Folders.content(out)).isEqualTo(undisturbed("kv", "random"));
  }

  @Test
  void writesNothingBeforeTheFirstRunIsFinished() throws Exception {
    Path out = folder.resolve("out");

    int exitCode = interrupted(List.of(), out);

    assertThat(exitCode).isEqualTo(130);
    assertThat(read("err.txt")).endsWith("sim: interrupted; nothing is written\n");
    assertThat(read("out.txt")).isEmpty();
    assertThat(out).doesNotExist();
  }
}
