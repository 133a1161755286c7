package dev.turnstile.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the known policies, or shows one. */
@Command(
    name = "policies",
    description =
        "Lists the known policies, or shows one with every parameter, default, range and source.")
final class PoliciesCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = {
        "A policy as for --policy: an id, gate+router, or a .java file.",
        "With NAME:key=value the values are shown that follow from it."
      })
  private @Nullable String name;

  @Option(
      names = "--policy-path",
      paramLabel = "JAR",
      description = "Add the policies of a jar; repeatable.")
  private List<Path> jars = new ArrayList<>();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    PolicyText text = new PolicyText(jars);
    (name == null ? text.all() : text.one(name)).forEach(out::println);
  }
}
