package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that is resumed after its end. */
final class SweepFinishedTest {
  @TempDir private static Path traces;

  private static String trace;

  @TempDir private Path folder;

  @BeforeAll
  static void makeTrace() {
    trace = ShortTrace.in(traces, 12, 5);
  }

  private static Sim.Ended sweep(String... options) {
    List<String> arguments = new ArrayList<>(List.of("sweep", trace));
    arguments.addAll(List.of("--workers", "2", "--kv-blocks", "400"));
    arguments.addAll(List.of(options));
    return Sim.run(arguments.toArray(String[]::new));
  }

  private String in(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void aFinishedSweepCanBeResumedAndShownAgain() {
    Sim.Ended first = sweep("--concurrency", "2,4", "-o", in("out"));
    var content = Folders.content(folder.resolve("out"));

    Sim.Ended again = sweep("--concurrency", "2,4", "--resume", in("out"));
    Sim.Ended other = sweep("--concurrency", "2,8", "--resume", in("out"));

    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo(first.out());
    assertThat(again.err()).contains("is finished");
    assertThat(Folders.content(folder.resolve("out"))).isEqualTo(content);
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("the finished sweep in this folder has other points");
  }

  @Test
  void aFinishedSweepIsNotShownForAPolicyThatWasEdited() throws IOException {
    String source = Files.readString(Docs.ROOT.resolve("docs/examples/FollowCache.java"));
    Path policy = Files.writeString(folder.resolve("FollowCache.java"), source);
    sweep("--policy", policy.toString(), "--concurrency", "2", "-o", in("out"));

    Sim.Ended same =
        sweep("--policy", policy.toString(), "--concurrency", "2", "--resume", in("out"));
    Files.writeString(policy, source + "// edited\n");
    Sim.Ended edited =
        sweep("--policy", policy.toString(), "--concurrency", "2", "--resume", in("out"));

    assertThat(same.exitCode()).as(same.err()).isZero();
    assertThat(same.err()).contains("is finished");
    assertThat(edited.exitCode()).isEqualTo(2);
    assertThat(edited.out()).isEmpty();
    assertThat(edited.err())
        .contains("--resume: the finished sweep in this folder has another content of " + policy);
  }

  @Test
  void aFinishedSweepOfAnotherTraceIsNotShown() {
    sweep("--concurrency", "2,4", "-o", in("out"));
    String other = ShortTrace.in(folder, 12, 6);

    Sim.Ended ended =
        Sim.run(
            "sweep",
            other,
            "--workers",
            "2",
            "--kv-blocks",
            "400",
            "--concurrency",
            "2,4",
            "--resume",
            in("out"));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("has another trace");
  }
}
