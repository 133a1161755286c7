package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.contract.Check;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The tables of docs/reference/cli.md are the options of the commands; {@code -Dgolden.update=true}
 * writes them again.
 */
final class CliReferenceTest {

  private static final Path PAGE = Docs.ROOT.resolve("docs/reference/cli.md");
  private static final Pattern TABLE =
      Pattern.compile("<!-- options: (\\w+) -->\n(.*?)<!-- end -->", Pattern.DOTALL);

  /** Of every command; described once above the tables. */
  private static final Set<String> COMMON = Set.of("--help", "--version", "--stacktrace");

  @Test
  void tablesAreTheOptionsOfTheCommands() throws IOException {
    String page = Files.readString(PAGE);

    String current =
        TABLE
            .matcher(page)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        "<!-- options: "
                            + found.group(1)
                            + " -->\n"
                            + table(command(found.group(1)))
                            + "<!-- end -->"));

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, current);
    } else {
      assertThat(page).as("-Dgolden.update=true writes it again").isEqualTo(current);
    }
  }

  @Test
  void everyCommandIsDescribed() throws IOException {
    String page = Files.readString(PAGE);

    for (Commands command : Commands.values()) {
      assertThat(page).contains("sim " + command.label());
      boolean options =
          command(command.label()).getCommandSpec().options().stream()
              .anyMatch(option -> !COMMON.contains(option.longestName()));
      if (options) {
        assertThat(page).contains("<!-- options: " + command.label() + " -->");
      }
    }
  }

  @Test
  void everyCheckOfAPolicyIsDescribed() throws IOException {
    String page = Files.readString(PAGE);

    for (Check check : Check.values()) {
      assertThat(page).contains("| `" + check.label() + "` | " + check.sentence() + " |\n");
    }
  }

  @Test
  void everyExitCodeIsDescribed() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(Sim.run("--help").out()).contains("Exit codes:");
    for (int code : new int[] {0, 1, 2, 3, 4, 5, 130}) {
      assertThat(page).contains("| " + code + " | ");
    }
  }

  private static CommandLine command(String name) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Objects.requireNonNull(
        Main.commandLine(new SimCommand(InputStream.nullInputStream()), nowhere, nowhere, name)
            .getSubcommands()
            .get(name));
  }

  private static String table(CommandLine command) {
    StringBuilder table = new StringBuilder("| option | meaning |\n|---|---|\n");
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden() && !COMMON.contains(option.longestName())) {
        List<String> names = new ArrayList<>();
        for (String name : option.names()) {
          names.add("`" + name + "`");
        }
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        table
            .append("| ")
            .append(String.join(", ", names))
            .append(value)
            .append(" | ")
            .append(String.join(" ", option.description()).replace("%%", "%").replace("|", "\\|"))
            .append(" |\n");
      }
    }
    return table.toString();
  }
}
