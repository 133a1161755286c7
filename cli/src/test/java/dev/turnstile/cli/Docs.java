package dev.turnstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The documents of the project, as far as tests read them. */
final class Docs {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern FENCE = Pattern.compile("^```(\\w*)$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /**
   * A fenced block.
   *
   * @param language what stands behind the fence, or empty
   * @param firstLine index of its first line in the file
   * @param lines what is inside
   */
  record Block(String language, int firstLine, List<String> lines) {

    boolean isOutput() {
      return language.equals("text");
    }

    /** The commands for a shell that call {@code sim}. */
    List<String> commands() {
      return language.equals("sh")
          ? lines.stream().filter(line -> line.matches("(\\./)?sim .*")).toList()
          : List.of();
    }
  }

  private Docs() {}

  static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  static List<Block> blocks(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    @Nullable Block open = null;
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        if (open == null) {
          open = new Block(fence.group(1), i + 1, new ArrayList<>());
        } else {
          blocks.add(open);
          open = null;
        }
      } else if (open != null) {
        open.lines().add(lines.get(i));
      }
    }
    if (open != null) {
      throw new IllegalArgumentException("a fence is not closed");
    }
    return blocks;
  }

  /** The arguments of a command, without the program; as a shell takes it apart. */
  static List<String> arguments(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      for (int group = 1; group <= 3; group++) {
        if (word.group(group) != null) {
          words.add(word.group(group));
        }
      }
    }
    return words.subList(1, words.size());
  }
}
