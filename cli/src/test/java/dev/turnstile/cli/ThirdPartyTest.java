package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** THIRD_PARTY.md against the class path of this module, which has all that the jar contains. */
final class ThirdPartyTest {

  private static final Pattern ROW = Pattern.compile("\\| `[\\w.-]+:([\\w.-]+)` \\| (\\S+) \\|");

  @Test
  void everyLibraryIsListedWithItsVersion() throws IOException {
    TreeSet<String> listed =
        ROW.matcher(Files.readString(Path.of("../THIRD_PARTY.md")))
            .results()
            .map(row -> row.group(1) + "-" + row.group(2) + ".jar")
            .collect(Collectors.toCollection(TreeSet::new));

    TreeSet<String> used = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (entry.endsWith(".jar") && !jar.startsWith(Path.of("..").toRealPath())) {
        used.add(jar.getFileName().toString());
      }
    }

    assertThat(used).hasSizeGreaterThan(10);
    assertThat(listed).containsAll(used);
  }
}
