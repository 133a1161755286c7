package dev.turnstile.cli;

import dev.turnstile.policies.PolicyRegistry;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Lists the known policies, or shows one. */
@Command(
    name = "policies",
    customSynopsis = {"sim policies [OPTIONS] [NAME]", "sim policies check [OPTIONS] POLICY"},
    subcommands = PolicyCheckCommand.class,
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
      scope = ScopeType.INHERIT,
      description = "Add the policies of a jar; repeatable.")
  private List<Path> jars = new ArrayList<>();

  @Override
  public void run() {
    if (names.size() > 1) {
      throw new ParameterException(
          spec.commandLine(), "one policy can be shown, got " + String.join(" ", names));
    }
    PrintWriter out = spec.commandLine().getOut();
    PolicyText text = new PolicyText(registry());
    (names.isEmpty() ? text.all() : text.one(names.get(0))).forEach(out::println);
  }

  /** The built-in policies and those of the jars. */
  PolicyRegistry registry() {
    PolicyRegistry known = PolicyRegistry.builtIn();
    for (Path jar : jars) {
      known = known.withJar(jar);
    }
    return known;
  }
}
