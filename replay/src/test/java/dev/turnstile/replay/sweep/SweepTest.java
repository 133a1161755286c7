package dev.turnstile.replay.sweep;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnstile.replay.Replayer;
import dev.turnstile.replay.RunOptions;
import dev.turnstile.replay.metrics.RunResult;
import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SweepTest {
  private static final SweepPlan PLAN =
      Sweeps.plan(List.of("kv", "thunderagent"), 1, "load.concurrency=2,4,8");

  @TempDir Path folder;

  private Path journal() {
    return folder.resolve("journal");
  }

  @Test
  void aPointIsTheRunThatTheScenarioGivesAlone() {
    SweepResult result = Sweeps.run(PLAN, Sweeps.options(journal(), 1));

    RunResult alone =
        new Replayer().run(PLAN.points().get(4).scenario(), Sweeps.AGENTS, RunOptions.SILENT);
    SweepResult.Point point = result.points().get(4);
    assertThat(point.label()).isEqualTo("thunderagent concurrency=4");
    alone
        .summary()
        .forEach(
            (metric, value) ->
                assertThat(finished(point).metric(metric))
                    .as(metric)
                    .satisfies(
                        kept -> {
                          if (value == null) {
                            assertThat(kept).isNull();
                          } else {
                            assertThat(kept.doubleValue()).isEqualTo(value.doubleValue());
                            assertThat(kept instanceof Double).isEqualTo(value instanceof Double);
                          }
                        }));
    assertThat(finished(point).metric("p90_prefill_ms"))
        .isEqualTo(requireNonNull(alone.distributions().get("prefill_ms")).percentile(90));
  }

  @Test
  void threadsDoNotChangeTheResult() {
    String one = Sweeps.text(Sweeps.run(PLAN, Sweeps.options(journal(), 1)));
    for (int jobs : new int[] {2, 5}) {
      Path other = folder.resolve("journal-" + jobs);

      assertThat(Sweeps.text(Sweeps.run(PLAN, Sweeps.options(other, jobs)))).isEqualTo(one);
    }
  }

  @Test
  void aJournalCutAnywhereContinuesToTheSameResult() throws IOException {
    String undisturbed = Sweeps.text(Sweeps.run(PLAN, Sweeps.options(journal(), 2)));
    byte[] whole = Files.readAllBytes(journal());
    int firstLine = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf('\n');
    int[] cuts = {
      0,
      1,
      firstLine,
      firstLine + 1,
      firstLine + 20,
      whole.length / 3,
      whole.length / 2,
      whole.length - 1,
      whole.length
    };
    for (int cut : cuts) {
      Path torn = folder.resolve("torn-" + cut);
      Files.write(torn, Arrays.copyOf(whole, cut));

      assertThat(Sweeps.text(Sweeps.run(PLAN, Sweeps.options(torn, 2))))
          .as("cut at " + cut)
          .isEqualTo(undisturbed);
    }
  }

  @Test
  void whatIsRecordedIsNotRunAgain() {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    AtomicInteger runs = new AtomicInteger();
    SweepObserver counting =
        new SweepObserver() {
          @Override
          public void finished(SweepPoint point, RunResult result) {
            runs.incrementAndGet();
          }
        };

    SweepResult again = Sweeps.run(PLAN, Sweeps.options(journal(), 1, () -> false, counting));

    assertThat(runs).hasValue(0);
    assertThat(again.missing()).isZero();
  }

  @Test
  void aDamagedEndIsDropped() throws IOException {
    String undisturbed = Sweeps.text(Sweeps.run(PLAN, Sweeps.options(journal(), 1)));
    byte[] bytes = Files.readAllBytes(journal());
    // what a lost page leaves: nothing, from the middle on
    Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
    Files.write(journal(), bytes);

    assertThat(Sweeps.text(Sweeps.run(PLAN, Sweeps.options(journal(), 1)))).isEqualTo(undisturbed);
  }

  @Test
  void damageBeforeTheLastLineIsAnError() throws IOException {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    byte[] bytes = Files.readAllBytes(journal());
    bytes[bytes.length / 2] ^= 1;
    Files.write(journal(), bytes);

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> Sweeps.run(PLAN, Sweeps.options(journal(), 1)))
        .withMessageMatching(".*journal:[2-6]: the line is damaged.*");
  }

  @Test
  void anotherTraceIsRefused() {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    Sweep other = new Sweep(PLAN, scenario -> Sweeps.named(Sweeps.AGENTS, "bb"), new Replayer());

    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> other.run(null, Sweeps.options(journal(), 1)))
        .withMessageContaining("--resume: the sweep in this folder is another one")
        .withMessageContaining("its trace has SHA-256 aa…, this one bb…");
  }

  @Test
  void otherSettingsAreRefused() {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    SweepPlan other = Sweeps.plan(List.of("kv"), 1, "load.concurrency=2,4,16");

    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> Sweeps.run(other, Sweeps.options(journal(), 1)))
        .withMessageContaining("it has 6 points, this one 3, and they agree in 2");
  }

  @Test
  void anotherVersionOfTheProgramIsRefused() {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    SweepOptions newer =
        new SweepOptions(
            journal(), "newer", 1, false, List.of(), () -> false, SweepObserver.SILENT);

    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> Sweeps.run(PLAN, newer))
        .withMessageContaining("it was begun by version test, this is newer");
  }

  @Test
  void aChangedFileIsRefused() throws IOException {
    Path jar = Files.writeString(folder.resolve("policies.jar"), "before");
    SweepOptions options =
        new SweepOptions(
            journal(), "test", 1, false, List.of(jar), () -> false, SweepObserver.SILENT);
    Sweeps.run(PLAN, options);
    Sweeps.run(PLAN, options);
    Files.writeString(jar, "after");

    assertThatExceptionOfType(ScenarioException.class)
        .isThrownBy(() -> Sweeps.run(PLAN, options))
        .withMessageContaining("since it began, " + jar + " was changed");
  }

  @Test
  void twoSweepsCannotWriteOneJournal() {
    SweepObserver second =
        new SweepObserver() {
          @Override
          public void begins(int points, int recorded) {
            assertThatExceptionOfType(ScenarioException.class)
                .isThrownBy(() -> Sweeps.run(PLAN, Sweeps.options(journal(), 1)))
                .withMessageContaining("another process runs the sweep");
          }
        };

    SweepResult first = Sweeps.run(PLAN, Sweeps.options(journal(), 1, () -> false, second));

    assertThat(first.missing()).isZero();
  }

  @Test
  void aFailedPointIsRecordedAndTheOthersGoOn() {
    SweepPlan plan =
        Sweeps.plan(
            List.of("kv"),
            1,
            "kv.num_gpu_blocks=auto",
            "cluster.model=kimi-k2,qwen3-coder-30b-a3b");
    List<String> failures = new ArrayList<>();
    SweepObserver observer =
        new SweepObserver() {
          @Override
          public void failed(SweepPoint point, RuntimeException error) {
            failures.add(point.label());
          }
        };

    SweepResult result = Sweeps.run(plan, Sweeps.options(journal(), 1, () -> false, observer));

    assertThat(failures).containsExactly("kv model=kimi-k2");
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.points().get(0).outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(Outcome.Reason.SCENARIO);
              assertThat(failed.message()).contains("kimi-k2");
            });
    assertThat(result.points().get(1).finished()).isNotNull();
    assertThat(Sweeps.text(Sweeps.run(plan, Sweeps.options(journal(), 1))))
        .isEqualTo(Sweeps.text(result));
  }

  @Test
  void stoppingKeepsWhatIsFinished() {
    AtomicInteger recorded = new AtomicInteger();
    SweepObserver counting =
        new SweepObserver() {
          @Override
          public void recorded(SweepPoint point, Outcome outcome) {
            recorded.incrementAndGet();
          }
        };

    SweepResult part =
        Sweeps.run(PLAN, Sweeps.options(journal(), 1, () -> recorded.get() >= 2, counting));

    assertThat(part.missing()).isEqualTo(4);
    String rest = Sweeps.text(Sweeps.run(PLAN, Sweeps.options(journal(), 2)));
    assertThat(rest)
        .isEqualTo(Sweeps.text(Sweeps.run(PLAN, Sweeps.options(folder.resolve("new"), 1))));
  }

  @Test
  void whatTheObserverThrowsEndsTheSweepAndKeepsWhatWasRecorded() throws IOException {
    SweepObserver full =
        new SweepObserver() {
          @Override
          public void finished(SweepPoint point, RunResult result) {
            if (point.index() == 1) {
              throw new IllegalStateException("disk full");
            }
          }
        };

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> Sweeps.run(PLAN, Sweeps.options(journal(), 1, () -> false, full)))
        .withMessage("disk full");
    assertThat(Files.readAllLines(journal())).hasSize(2);
  }

  @Test
  void theTraceIsLoadedOncePerWayOfReadingIt() {
    SweepPlan plan =
        Sweeps.plan(
            List.of("kv", "global-lb"),
            1,
            "workload.overlap=parallel,serial",
            "load.concurrency=4,8",
            "kv.block_size=32,64",
            "load.repeat_sessions=1,2");
    Map<String, AtomicInteger> loads = new java.util.concurrent.ConcurrentHashMap<>();
    Sweep sweep =
        new Sweep(
            plan,
            scenario -> {
              loads
                  .computeIfAbsent(
                      scenario.workload().overlap().toString(), k -> new AtomicInteger())
                  .incrementAndGet();
              return Sweeps.AGENTS;
            },
            new Replayer());

    SweepResult result = sweep.run("kv", Sweeps.options(journal(), 2));

    assertThat(result.points()).hasSize(32).allMatch(point -> point.finished() != null);
    assertThat(loads).hasSize(2);
    assertThat(loads.get("PARALLEL")).hasValue(1);
    assertThat(loads.get("SERIAL")).hasValue(1);
    // twice the sessions are twice the requests
    assertThat(requests(result.points().get(1))).isEqualTo(2 * requests(result.points().get(0)));
  }

  private static Outcome.Finished finished(SweepResult.Point point) {
    return requireNonNull(point.finished());
  }

  private static long requests(SweepResult.Point point) {
    return requireNonNull(finished(point).metric("num_requests")).longValue();
  }

  @Test
  void ofARunNothingIsKeptButItsOutcome() {
    List<WeakReference<RunResult>> runs = new ArrayList<>();
    SweepObserver observer =
        new SweepObserver() {
          @Override
          public void finished(SweepPoint point, RunResult result) {
            runs.add(new WeakReference<>(result));
          }
        };

    SweepResult result = Sweeps.run(PLAN, Sweeps.options(journal(), 1, () -> false, observer));

    System.gc();
    assertThat(runs).hasSize(6).allMatch(run -> run.get() == null);
    assertThat(result.points()).allMatch(point -> point.finished() != null);
  }

  @Test
  void outcomesComeBackFromJsonToTheLastBit() throws IOException {
    Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    SweepResult read = Sweeps.run(PLAN, Sweeps.options(journal(), 1));
    RunResult run =
        new Replayer().run(PLAN.points().get(0).scenario(), Sweeps.AGENTS, RunOptions.SILENT);
    Outcome.Finished again = finished(read.points().get(0));

    assertThat(again.summary()).hasToString(run.summary().toString());
    run.distributions()
        .forEach(
            (name, d) ->
                assertThat(requireNonNull(again.distributions().get(name)).statistics())
                    .as(name)
                    .isEqualTo(d.statistics()));
  }

  @Test
  void aLongJournalOfForeignBytesIsNotTakenForOne() throws IOException {
    Files.writeString(journal(), "notes\nabout\nsomething\n", StandardOpenOption.CREATE_NEW);

    assertThatExceptionOfType(InvalidInputException.class)
        .isThrownBy(() -> Sweeps.run(PLAN, Sweeps.options(journal(), 1)))
        .withMessageContaining("is no journal of a sweep");
    assertThat(Files.readString(journal())).startsWith("notes");
  }
}
