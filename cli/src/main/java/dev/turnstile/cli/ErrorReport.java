package dev.turnstile.cli;

import dev.turnstile.replay.DeadlockException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells what went wrong, on standard error, and chooses the exit code. A stack trace appears only
 * with {@code --stacktrace}.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

  @Override
  public int handleParseException(ParameterException error, String[] args) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("sim: " + describe(error));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCodes.USAGE;
  }

  private static String describe(ParameterException error) {
    if (error instanceof UnmatchedArgumentException unmatched) {
      return describe(unmatched);
    }
    if (error instanceof MissingParameterException missing) {
      return describe(missing);
    }
    ArgSpec argument = error.getArgSpec();
    if (argument != null && error.getValue() != null && argument.type().isEnum()) {
      List<String> allowed =
          Stream.of(argument.type().getEnumConstants())
              .map(value -> value.toString().toLowerCase(Locale.ROOT))
              .toList();
      return name(argument)
          + ": must be one of "
          + String.join(", ", allowed)
          + ", got '"
          + error.getValue()
          + "'";
    }
    return String.valueOf(error.getMessage());
  }

  private static String describe(MissingParameterException error) {
    if (error.getMissing().isEmpty()) {
      return String.valueOf(error.getMessage());
    }
    ArgSpec argument = error.getMissing().get(0);
    return argument.isOption()
        ? name(argument) + ": its value is missing: " + argument.paramLabel()
        : argument.paramLabel() + " is missing";
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  /** Names the first argument that fits nowhere; those after it are often its values. */
  private static String describe(UnmatchedArgumentException error) {
    Optional<String> planned = Planned.answer(error.getUnmatched().get(0));
    if (planned.isPresent()) {
      return planned.get();
    }
    boolean namesCommands = !error.getCommandLine().getSubcommands().isEmpty();
    String kind = error.isUnknownOption() ? "option" : namesCommands ? "command" : "argument";
    String argument = error.getUnmatched().get(0);
    Optional<String> close =
        namesCommands
            ? closest(argument, error.getCommandLine().getSubcommands().keySet())
            : error.getSuggestions().stream().findFirst();
    return "unknown "
        + kind
        + " '"
        + argument
        + "'"
        + close.map(name -> ", did you mean " + name + "?").orElse("");
  }

  /** The command that shares most letters with a word, whatever their order, and at least half. */
  private static Optional<String> closest(String word, Collection<String> commands) {
    String best = "";
    double bestShare = 0.5;
    for (String command : commands) {
      double share = sharedLetters(word, command);
      if (share > bestShare) {
        best = command;
        bestShare = share;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  private static double sharedLetters(String a, String b) {
    StringBuilder rest = new StringBuilder(b);
    int shared = 0;
    for (int i = 0; i < a.length(); i++) {
      int at = rest.indexOf(a.substring(i, i + 1));
      if (at >= 0) {
        rest.deleteCharAt(at);
        shared++;
      }
    }
    return 2.0 * shared / (a.length() + b.length());
  }

  @Override
  public int handleExecutionException(
      Exception error, CommandLine command, ParseResult parseResult) {
    PrintWriter err = command.getErr();
    if (error instanceof UncheckedIOException output
        && StandardOutput.readerIsGone(cause(output))) {
      return ExitCodes.DONE;
    }
    // No more than this once memory is short: even a class that is not loaded yet may be too much.
    if (error instanceof NotEnoughMemoryException) {
      err.println("sim: " + error.getMessage());
    } else {
      print(error, err);
    }
    if (wantsStackTrace(command)) {
      error.printStackTrace(err);
    }
    return error instanceof NotEnoughMemoryException ? ExitCodes.OUR_FAULT : ExitCodes.of(error);
  }

  /** Tells about an error that picocli lets through, because no command can go on after it. */
  static int crash(Error error, boolean wantsStackTrace, PrintWriter err) {
    if (error instanceof OutOfMemoryError) {
      err.println(
          "sim: " + NotEnoughMemoryException.message("", "", Runtime.getRuntime().maxMemory()));
    } else {
      err.println("sim: internal error: " + error + "; rerun with --stacktrace for details");
    }
    if (wantsStackTrace) {
      error.printStackTrace(err);
    }
    return ExitCodes.OUR_FAULT;
  }

  private static boolean wantsStackTrace(CommandLine command) {
    return command.getCommandSpec().root().userObject() instanceof SimCommand sim && sim.stacktrace;
  }

  private static void print(Exception error, PrintWriter err) {
    if (error instanceof DeadlockException stuck) {
      err.println("sim: " + stuck.summary());
      stuck.waiting().forEach(line -> err.println("  " + line));
    } else if (ExitCodes.of(error) != ExitCodes.OUR_FAULT) {
      err.println("sim: " + String.join("\n  ", String.valueOf(error.getMessage()).split("\n")));
    } else if (error instanceof UncheckedIOException io) {
      err.println("sim: " + problem(cause(io)) + "; rerun with --stacktrace for details");
    } else {
      err.println("sim: internal error: " + error + "; rerun with --stacktrace for details");
    }
  }

  private static IOException cause(UncheckedIOException error) {
    return Objects.requireNonNull(error.getCause());
  }

  /** The class of such an error says what its message leaves out. */
  private static String problem(IOException error) {
    String message = error.getMessage();
    if (error instanceof NoSuchFileException) {
      return message + ": no such file or folder";
    } else if (error instanceof AccessDeniedException) {
      return message + ": permission denied";
    }
    return message == null ? error.toString() : message;
  }
}
