package dev.turnstile.cli;

import dev.turnstile.policies.PolicyLoader;
import dev.turnstile.policies.PolicyRegistry;
import dev.turnstile.policies.PolicySpec;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.replay.contract.Check;
import dev.turnstile.replay.contract.Finding;
import dev.turnstile.replay.contract.PolicyContract;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Runs the contract of policies on one of them. */
@Command(
    name = "check",
    customSynopsis = "sim policies check [OPTIONS] POLICY",
    description = {
      "Checks that a policy keeps the contract of policies.",
      "It is run on small workloads: the same ones each time, none of yours."
    })
final class PolicyCheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @ParentCommand private PoliciesCommand policies;

  @Parameters(
      paramLabel = "POLICY",
      description = "A policy as for --policy: a Java file, an id or gate+router.")
  private String policy;

  @Override
  public Integer call() {
    PolicyRegistry registry = policies.registry();
    List<PolicySpec.Part> parts = new ArrayList<>();
    for (PolicySpec.Part part : PolicySpec.parse(policy).parts()) {
      String id = part.name();
      if (part.isFile()) {
        Path file = Path.of(part.name());
        PolicyFactory factory = PolicyLoader.compile(file);
        registry = registry.with(file, factory);
        id = factory.id();
      }
      parts.add(new PolicySpec.Part(id, part.values()));
    }
    PolicySpec checked = new PolicySpec(parts);
    List<Finding> findings = new PolicyContract(registry, checked).check();
    print(findings);
    return verdict(checked, findings);
  }

  private void print(List<Finding> findings) {
    TextTable table = new TextTable().text("check").text("result").text("what must hold");
    for (Finding finding : findings) {
      Check check = finding.check();
      table.row(check.label(), finding.outcome().label(), check.sentence());
      if (finding.outcome() != Finding.Outcome.NOT_RUN) {
        table.row("", "", "-> " + finding.detail());
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    table.lines().forEach(out::println);
  }

  private int verdict(PolicySpec checked, List<Finding> findings) {
    String failed =
        findings.stream()
            .filter(finding -> finding.outcome() == Finding.Outcome.FAILED)
            .map(finding -> finding.check().label())
            .collect(Collectors.joining(", "));
    if (failed.isEmpty()) {
      return ExitCodes.DONE;
    }
    spec.commandLine()
        .getErr()
        .println("sim: policy " + checked.text() + " breaks its contract: " + failed);
    return ExitCodes.POLICY;
  }
}
