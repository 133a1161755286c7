package dev.turnstile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTML page of commands, with fonts and without. */
final class HtmlOutputTest {

  private static final String TINY = Docs.ROOT.resolve("traces/tiny.jsonl").toString();

  @TempDir private Path folder;

  @Test
  void pageOfAReplayIsWrittenWhereItIsAskedForAndIsThatOfTheFolder() throws IOException {
    assumePages();
    Path page = folder.resolve("a page.html");

    Sim.Ended ended = Sim.run("replay", TINY, "--html=" + page, "-o" + folder.resolve("out"));

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).endsWith("Written: " + page + ", " + folder.resolve("out") + "\n");
    assertThat(page).content().startsWith("<!doctype html>").endsWith("</html>\n");
    assertThat(folder.resolve("out/report.html")).hasSameTextualContentAs(page);
  }

  @Test
  void pageOfSeveralPoliciesComparesThem() throws IOException {
    assumePages();
    Path page = folder.resolve("page.html");

    Sim.Ended ended =
        Sim.run("replay", TINY, "--policy=kv", "--policy=round-robin", "--html=" + page);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(page).content().contains("<title>2 policies on tiny.jsonl · Turnstile</title>");
  }

  @Test
  void pageOfASweepLinksTheRunsThatAreKept() throws IOException {
    assumePages();
    Path out = folder.resolve("out");

    Sim.Ended ended =
        Sim.run("sweep", TINY, "--concurrency=1,2", "--keep-runs", "--quiet", "-o" + out);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    String page = Files.readString(out.resolve("report.html"));
    List<String> links = new ArrayList<>();
    java.util.regex.Pattern.compile("href=\"(runs/[^\"]+)\"")
        .matcher(page)
        .results()
        .forEach(link -> links.add(link.group(1)));
    assertThat(links).hasSize(2);
    assertThat(links).allSatisfy(link -> assertThat(out.resolve(link)).exists());
  }

  @Test
  void pageOfASweepIsTheSameAloneAndInAFolderWithoutRuns() throws IOException {
    assumePages();
    Path page = folder.resolve("page.html");
    Path out = folder.resolve("out");

    Sim.Ended ended =
        Sim.run("sweep", TINY, "--concurrency=1,2", "--quiet", "-o" + out, "--html=" + page);

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(out.resolve("report.html")).hasSameTextualContentAs(page);
  }

  @Test
  void pageInAFolderThatDoesNotExistIsRefusedBeforeTheRun() {
    Sim.Ended ended = Sim.run("replay", "no such trace", "--html=" + folder.resolve("no/p.html"));

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("its folder does not exist").hasLineCount(1);
  }

  @Test
  void withoutFontsThePageIsRefusedInOneLineThatNamesThePackages() throws Exception {
    Path page = folder.resolve("page.html");

    Ended ended = withoutFonts("replay", TINY, "--html", page.toString());

    assertThat(ended.exitCode).as(ended.err).isEqualTo(2);
    assertThat(ended.err)
        .isEqualTo(
            "sim: the HTML report needs fontconfig and a font to draw its charts; install the"
                + " packages fontconfig and fonts-dejavu-core\n");
    assertThat(ended.out).isEmpty();
    assertThat(page).doesNotExist();
  }

  @Test
  void withoutFontsAFolderGoesWithoutItsPageAndTheCommandSaysSo() throws Exception {
    Path out = folder.resolve("out");

    Ended ended = withoutFonts("replay", TINY, "--quiet", "-o", out.toString());

    assertThat(ended.exitCode).as(ended.err).isZero();
    assertThat(ended.err)
        .startsWith("sim: " + out + " will have no report.html: ")
        .contains("fonts-dejavu-core")
        .hasLineCount(1);
    assertThat(out.resolve("report.json")).exists();
    assertThat(out.resolve("report.html")).doesNotExist();
  }

  @Test
  void commandsWithoutAPageLoadNothingOfChartsAndTemplates() throws Exception {
    for (List<String> command :
        List.of(List.of("--help"), List.of("policies"), List.of("replay", TINY))) {
      Ended ended = java(List.of("-Xlog:class+load:stderr"), List.of(), command);

      assertThat(ended.exitCode).isZero();
      assertThat(ended.err)
          .contains("dev.turnstile.cli.Main ")
          .doesNotContain(" java.awt.", " org.jfree.", " org.apache.batik.", " gg.jte.");
    }
  }

  private static void assumePages() {
    assumeThat(HtmlPages.arePossible()).as("charts need fontconfig and a font").isTrue();
  }

  /** A process of its own, for which the machine has no font. */
  private Ended withoutFonts(String... arguments) throws Exception {
    Path none = folder.resolve("fonts.conf");
    Files.writeString(none, "<?xml version=\"1.0\"?><fontconfig></fontconfig>");
    return java(
        List.of("-Duser.home=" + folder),
        List.of("FONTCONFIG_FILE", none.toString()),
        List.of(arguments));
  }

  private Ended java(List<String> options, List<String> variable, List<String> arguments)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.turnstile.cli.Main");
    command.addAll(arguments);
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    if (!variable.isEmpty()) {
      builder.environment().put(variable.get(0), variable.get(1));
    }
    int exitCode = builder.start().waitFor();
    return new Ended(exitCode, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  private record Ended(int exitCode, String out, String err) {}
}
