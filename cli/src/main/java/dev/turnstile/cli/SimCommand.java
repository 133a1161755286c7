package dev.turnstile.cli;

import picocli.CommandLine.Command;

/** The root command, {@code sim}. */
@Command(
    name = "sim",
    description = "Replays traces of AI agents against a simulated serving cluster.",
    mixinStandardHelpOptions = true)
final class SimCommand {}
