package dev.turnstile.reports.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFolderTest {

  @TempDir private Path folder;

  @Test
  void newFolderAppearsWithItsFilesAndTheManifestThatListsThem() throws IOException {
    Path target = folder.resolve("a/b c");

    try (ResultFolder results = ResultFolder.create(target, false)) {
      results.add("report.json", out -> out.append("{}\n"));
      results.add("kv/requests.csv", out -> out.append("request_id\n"));
      assertThat(target).doesNotExist();
      results.commit(facts());
    }

    assertThat(tree(folder))
        .containsExactly(
            "a",
            "a/b c",
            "a/b c/kv",
            "a/b c/kv/requests.csv",
            "a/b c/manifest.json",
            "a/b c/report.json");
    assertThat(target.resolve("manifest.json"))
        .content()
        .contains("\"seed\" : 7", "\"kv/requests.csv\"", "\"report.json\"");
  }

  @Test
  void nothingRemainsOfAFolderThatWasNotCommitted() throws IOException {
    try (ResultFolder results = ResultFolder.create(folder.resolve("out"), false)) {
      results.add("kv/report.json", out -> out.append("{}\n"));
    }

    assertThat(tree(folder)).isEmpty();
  }

  @Test
  void failureWhileWritingLeavesTheOldResultAsItWas() throws IOException {
    write("out", "report.json", "old");
    Path target = folder.resolve("out");

    assertThatThrownBy(
            () -> {
              try (ResultFolder results = ResultFolder.create(target, true)) {
                results.add("report.json", out -> out.append("new"));
                results.add(
                    "requests.csv",
                    out -> {
                      throw new IOException("disk full");
                    });
                results.commit(facts());
              }
            })
        .hasMessage("disk full");

    assertThat(tree(target)).containsExactly("manifest.json", "report.json");
    assertThat(target.resolve("report.json")).hasContent("old");
  }

  @Test
  void refusesAFolderThatHoldsSomething() throws IOException {
    write("out", "report.json", "old");

    assertThatThrownBy(() -> ResultFolder.create(folder.resolve("out"), false))
        .isInstanceOf(UnusableOutputException.class)
        .hasMessageEndingWith("out: is not empty; --overwrite replaces the results in it");
  }

  @Test
  void usesAnEmptyFolderThatIsThere() throws IOException {
    Files.createDirectory(folder.resolve("out"));

    write("out", "report.json", "new");

    assertThat(folder.resolve("out/report.json")).hasContent("new");
  }

  @Test
  void overwritingRemovesTheEarlierResultAndKeepsFilesOfOthers() throws IOException {
    write("out", "kv/report.json", "old");
    Files.writeString(folder.resolve("out/notes.txt"), "mine");

    try (ResultFolder results = ResultFolder.create(folder.resolve("out"), true)) {
      results.add("report.json", out -> out.append("new"));
      results.commit(facts());
    }

    assertThat(tree(folder.resolve("out")))
        .containsExactly("manifest.json", "notes.txt", "report.json");
  }

  @Test
  void overwritingTrustsNoManifestThatPointsOutside() throws IOException {
    write("out", "report.json", "old");
    Files.writeString(folder.resolve("precious"), "mine");
    Files.writeString(
        folder.resolve("out/manifest.json"), "{\"files\": [\"../precious\", \"report.json\"]}");

    try (ResultFolder results = ResultFolder.create(folder.resolve("out"), true)) {
      results.add("report.json", out -> out.append("new"));
      results.commit(facts());
    }

    assertThat(folder.resolve("precious")).exists();
  }

  @Test
  void refusesAFile() throws IOException {
    Files.writeString(folder.resolve("out"), "");

    assertThatThrownBy(() -> ResultFolder.check(folder.resolve("out"), true))
        .hasMessageEndingWith("out: is a file, a folder is needed");
    assertThatThrownBy(() -> ResultFolder.check(folder.resolve("out/deeper"), true))
        .isInstanceOf(UnusableOutputException.class)
        .hasMessageContaining("cannot be made in");
  }

  @Test
  void interruptionEndsTheWriting() throws IOException {
    ResultFolder results = ResultFolder.create(folder.resolve("out"), false);
    results.add("report.json", out -> out.append("{}"));

    results.close();

    assertThatThrownBy(() -> results.add("requests.csv", out -> out.append("")))
        .isInstanceOf(IOException.class);
    assertThat(tree(folder)).isEmpty();
  }

  @Test
  void policyTextBecomesAFolderName() {
    assertThat(RunFiles.folderName("thunderagent+kv")).isEqualTo("thunderagent+kv");
    assertThat(RunFiles.folderName("kv:temperature=0.5,tie_break=random"))
        .isEqualTo("kv_temperature=0.5,tie_break=random");
    assertThat(RunFiles.folderName("./my/Policy.java")).isEqualTo("my_Policy.java");
  }

  private void write(String name, String file, String text) throws IOException {
    try (ResultFolder results = ResultFolder.create(folder.resolve(name), false)) {
      results.add(file, out -> out.append(text));
      results.commit(facts());
    }
  }

  private static Map<String, @Nullable Object> facts() {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("seed", 7);
    return facts;
  }

  private static Stream<String> tree(Path root) throws IOException {
    try (Stream<Path> tree = Files.walk(root)) {
      return tree
          .filter(path -> !path.equals(root))
          .map(path -> root.relativize(path).toString())
          .sorted()
          .toList()
          .stream();
    }
  }
}
