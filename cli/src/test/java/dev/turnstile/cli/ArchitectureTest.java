package dev.turnstile.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The rules of docs/architecture.md that can be read from compiled classes. */
@AnalyzeClasses(packages = "dev.turnstile", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  /** The modules whose outcome must be the same on every machine, in every run. */
  private static final String[] DETERMINISTIC = {
    "dev.turnstile.engine..",
    "dev.turnstile.workload..",
    "dev.turnstile.policies..",
    "dev.turnstile.replay.."
  };

  @ArchTest
  static final ArchRule engineUsesNothingOfOurs =
      usesOfOursOnly("dev.turnstile.engine..", "dev.turnstile.engine..");

  @ArchTest
  static final ArchRule workloadUsesOnlyThePromptTree =
      usesOfOursOnly(
          "dev.turnstile.workload..", "dev.turnstile.workload..", "dev.turnstile.engine.prompt..");

  @ArchTest
  static final ArchRule policiesUseOnlyThePromptTreeAndKvEvents =
      usesOfOursOnly(
          "dev.turnstile.policies..",
          "dev.turnstile.policies..",
          "dev.turnstile.engine.prompt..",
          "dev.turnstile.engine.kv..");

  @ArchTest
  static final ArchRule replayKnowsNoReport =
      usesOfOursOnly("dev.turnstile.replay..", DETERMINISTIC);

  @ArchTest
  static final ArchRule reportsUseResultsAndTheWorkloadInsideThem =
      usesOfOursOnly(
          "dev.turnstile.reports..",
          "dev.turnstile.reports..",
          "dev.turnstile.replay..",
          "dev.turnstile.workload",
          "dev.turnstile.workload.graph..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.turnstile.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule engineLoadsNoCommandLineChartOrLogging =
      noClasses()
          .that()
          .resideInAPackage("dev.turnstile.engine..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "picocli..", "org.jfree..", "java.awt..", "java.util.logging..", "org.slf4j..");

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.turnstile.cli..")
          .should(ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule onlyTheCommandLineReadsTheProcess =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.turnstile.cli..")
          .should()
          .callMethodWhere(anyOf(System.class, "getProperty", "getProperties", "getenv", "exit"));

  @ArchTest
  static final ArchRule nothingReadsAWallClock =
      noClasses()
          .that()
          .resideInAnyPackage(DETERMINISTIC)
          .should()
          .callMethodWhere(
              anyOf(System.class, "currentTimeMillis", "nanoTime")
                  .or(anyOf(Instant.class, "now"))
                  .or(anyOf(LocalDate.class, "now"))
                  .or(anyOf(LocalDateTime.class, "now"))
                  .or(anyOf(OffsetDateTime.class, "now"))
                  .or(anyOf(ZonedDateTime.class, "now"))
                  .or(anyOf(Clock.class, "systemUTC", "systemDefaultZone", "system")))
          .orShould()
          .callConstructor(Date.class);

  @ArchTest
  static final ArchRule allRandomnessIsSeeded =
      noClasses()
          .that()
          .resideInAnyPackage(DETERMINISTIC)
          .should()
          .callConstructor(Random.class)
          .orShould()
          .callConstructor(SplittableRandom.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocalRandom.class)
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.security.SecureRandom")
          .orShould()
          .callMethodWhere(anyOf(Math.class, "random").or(anyOf(UUID.class, "randomUUID")))
          .orShould()
          .callMethod(Collections.class, "shuffle", List.class);

  /** Each machine may have its own last bit of {@code Math.exp}; {@code StrictMath} has one. */
  @ArchTest
  static final ArchRule transcendentalFunctionsAreStrict =
      noClasses()
          .that()
          .resideInAnyPackage(DETERMINISTIC)
          .should()
          .callMethodWhere(
              anyOf(
                  Math.class,
                  "exp",
                  "expm1",
                  "log",
                  "log10",
                  "log1p",
                  "pow",
                  "cbrt",
                  "sin",
                  "cos",
                  "tan",
                  "asin",
                  "acos",
                  "atan",
                  "atan2",
                  "sinh",
                  "cosh",
                  "tanh",
                  "hypot"));

  @ArchTest
  static final ArchRule textDoesNotDependOnTheLocale =
      noClasses()
          .should()
          .callMethod(String.class, "format", String.class, Object[].class)
          .orShould()
          .callMethod(String.class, "formatted", Object[].class)
          .orShould()
          .callMethod(String.class, "toLowerCase")
          .orShould()
          .callMethod(String.class, "toUpperCase");

  @ArchTest
  static final ArchRule jacksonIsVersionThree =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..");

  private static ArchRule usesOfOursOnly(String module, String... packages) {
    return classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat(
            not(resideInAnyPackage("dev.turnstile..")).or(resideInAnyPackage(packages)));
  }

  private static DescribedPredicate<JavaAccess<?>> anyOf(Class<?> owner, String... methods) {
    Set<String> names = Set.of(methods);
    return DescribedPredicate.describe(
        owner.getSimpleName() + "." + String.join("/", methods),
        access ->
            access.getTargetOwner().isEquivalentTo(owner)
                && names.contains(access.getTarget().getName()));
  }

  /** ArchUnit would pass rules over nothing, were the class path ever wrong. */
  @ArchTest
  static void everyModuleIsSeen(JavaClasses all) {
    for (String module : List.of("engine", "workload", "policies", "replay", "reports", "cli")) {
      String prefix = "dev.turnstile." + module;
      if (all.stream().map(JavaClass::getPackageName).noneMatch(p -> p.startsWith(prefix))) {
        throw new AssertionError("no class of " + prefix + " was imported");
      }
    }
  }
}
