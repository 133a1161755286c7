package dev.turnstile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script, in a working copy whose path has a space, with a Java and a Maven of ours
 * that only tell how they were called.
 */
final class LauncherTest {

  private static final String FAKE_JAVA = "printf '%s\\n' \"java $*\"\n";

  /** Takes long enough for a second launcher to come by; names each build on stdout. */
  private static final String FAKE_MVN =
      """
      echo "mvn $*"
      cat
      sleep 0.5
      mkdir -p "$ROOT/cli/target"
      echo jar > "$ROOT/cli/target/sim.jar"
      echo build >> "$ROOT/builds"
      """;

  @TempDir private Path folder;

  private Path root;
  private Path jdk;

  @BeforeEach
  void makeWorkingCopy() throws IOException {
    root = Files.createDirectories(folder.toRealPath().resolve("a copy"));
    jdk = root.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.copy(Path.of("../sim"), root.resolve("sim"));
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.writeString(root.resolve("pom.xml"), "");
    Files.writeString(root.resolve("cli/pom.xml"), "");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    script("sim", Files.readString(root.resolve("sim")));
    script("jdk/bin/java", FAKE_JAVA);
    script("bin/mvn", FAKE_MVN);
  }

  @Test
  void buildsOnFirstUseAndKeepsStandardOutputForTheCommand() throws Exception {
    Ended first = sim("policies", "a b");

    assertThat(first.exitCode).isZero();
    assertThat(first.out)
        .isEqualTo("java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar %s policies a b\n", jar());
    assertThat(first.err).contains("sim: building", "-DskipTests", "package");
    assertThat(sim("policies").err).isEmpty();
    assertThat(root.resolve("builds")).hasContent("build");
  }

  @Test
  void twoStartedAtOnceBuildOnce() throws Exception {
    Process first = start(Map.of(), "policies");
    Process second = start(Map.of(), "policies");

    assertThat(end(first).exitCode).isZero();
    assertThat(end(second).exitCode).isZero();
    assertThat(root.resolve("builds")).hasContent("build");
  }

  @Test
  void lockOfADeadBuilderIsTakenOver() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createDirectories(root.resolve("target"));
    Files.writeString(root.resolve("target/sim-build.lock"), dead.pid() + "\n");

    assertThat(sim("policies").exitCode).isZero();
    assertThat(root.resolve("target/sim-build.lock")).doesNotExist();
  }

  @Test
  void failedBuildEndsWithoutStartingAnything() throws Exception {
    script("bin/mvn", "echo '[ERROR] broken'\nexit 1\n");

    Ended ended = sim("policies");

    assertThat(ended.exitCode).isEqualTo(1);
    assertThat(ended.out).isEmpty();
    assertThat(ended.err).contains("[ERROR] broken", "sim: the build failed");
    assertThat(root.resolve("target/sim-build.lock")).doesNotExist();
  }

  @Test
  void worksThroughRelativeAndAbsoluteLinks() throws Exception {
    haveJar();
    Files.createDirectories(root.resolve("other"));
    Files.createSymbolicLink(root.resolve("other/first"), Path.of("../sim"));
    Files.createSymbolicLink(root.resolve("other/second"), root.resolve("other/first"));

    Ended ended = end(start(root.resolve("other/second"), Map.of(), "policies"));

    assertThat(ended.out).contains("-jar " + jar() + " policies");
  }

  @Test
  void longCommandsHaveTheOptimisingCompiler() throws Exception {
    haveJar();

    assertThat(sim("replay").out).isEqualTo("java -XX:+UseSerialGC -jar %s replay\n", jar());
    assertThat(sim("sweep").out).isEqualTo("java -XX:+UseParallelGC -jar %s sweep\n", jar());
  }

  @Test
  void passesOptionsForTheJavaVm() throws Exception {
    haveJar();

    Ended ended = end(start(Map.of("SIM_JAVA_OPTS", "-Xmx8g -Da=b"), "replay"));

    assertThat(ended.out).isEqualTo("java -XX:+UseSerialGC -Xmx8g -Da=b -jar %s replay\n", jar());
  }

  @Test
  void saysInOneLineThatTheSourcesAreNewer() throws Exception {
    haveJar();
    Files.writeString(root.resolve("cli/src/main/New.java"), "");
    FileTime later = FileTime.from(Instant.now().plusSeconds(5));
    Files.setLastModifiedTime(root.resolve("cli/src/main/New.java"), later);

    Ended ended = sim("policies");

    assertThat(ended.err).startsWith("sim: the sources are newer").hasLineCount(1);
    assertThat(root.resolve("builds")).doesNotExist();
  }

  @Test
  void rebuildsOnRequest() throws Exception {
    haveJar();

    assertThat(end(start(Map.of("SIM_REBUILD", "1"), "policies")).exitCode).isZero();
    assertThat(root.resolve("builds")).hasContent("build");
  }

  @Test
  void refusesAnOldJava() throws Exception {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");

    Ended ended = sim("policies");

    assertThat(ended.exitCode).isEqualTo(1);
    assertThat(ended.err).contains("is Java 1.8.0_402; 17 or newer is needed").hasLineCount(1);
  }

  @Test
  void namesAJavaHomeWithoutJava() throws Exception {
    Ended ended = end(start(Map.of("JAVA_HOME", "/nowhere"), "policies"));

    assertThat(ended.exitCode).isEqualTo(1);
    assertThat(ended.err).isEqualTo("sim: JAVA_HOME is /nowhere, which has no bin/java\n");
  }

  @Test
  void forwardsTheExitCode() throws Exception {
    haveJar();
    script("jdk/bin/java", "exit 5\n");

    assertThat(sim("policies").exitCode).isEqualTo(5);
  }

  private String jar() {
    return root.resolve("cli/target/sim.jar").toString();
  }

  private void haveJar() throws IOException {
    Files.createDirectories(root.resolve("cli/target"));
    Files.writeString(root.resolve("cli/target/sim.jar"), "jar");
  }

  private void script(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text.startsWith("#!") ? text : "#!/bin/sh\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Ended sim(String... args) throws Exception {
    return end(start(Map.of(), args));
  }

  private Process start(Map<String, String> environment, String... args) throws IOException {
    return start(root.resolve("sim"), environment, args);
  }

  private Process start(Path sim, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(sim.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("ROOT", root.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("SIM_"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Ended end(Process process) throws Exception {
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), out, err);
  }

  private record Ended(int exitCode, String out, String err) {}
}
