/**
 * The {@code sim} command: options, exit codes and progress. It parses, calls the library, and
 * prints.
 *
 * <p>The result of a command goes to standard output, everything else to standard error.
 */
@NullMarked
package dev.turnstile.cli;

import org.jspecify.annotations.NullMarked;
