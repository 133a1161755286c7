package dev.turnstile.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the known policies, or shows one. */
@Command(
    name = "policies",
    customSynopsis = "sim policies [OPTIONS] [NAME]",
    description =
        "Lists the known policies, or shows one with every parameter, default, range and source.")
final class PoliciesCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      hideParamSyntax = true,
      description = {
        "A policy as for --policy: an id, gate+router or a Java file.",
        "With NAME:key=value the values are shown that follow from it."
      })
  private List<String> names = List.of();

  @Option(
      names = "--policy-path",
      paramLabel = "JAR",
      description = "Add the policies of a jar; repeatable.")
  private List<Path> jars = new ArrayList<>();

  @Override
  public void run() {
    if (names.contains("check")) {
      throw new ParameterException(
          spec.commandLine(), "'policies check' is planned, it is not built yet");
    }
    if (names.size() > 1) {
      throw new ParameterException(
          spec.commandLine(), "one policy can be shown, got " + String.join(" ", names));
    }
    PrintWriter out = spec.commandLine().getOut();
    PolicyText text = new PolicyText(jars);
    (names.isEmpty() ? text.all() : text.one(names.get(0))).forEach(out::println);
  }
}
