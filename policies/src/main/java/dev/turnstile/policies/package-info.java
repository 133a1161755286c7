/**
 * Decisions: which policies there are, and how one is chosen by name.
 *
 * <p>Start with {@link dev.turnstile.policies.PolicyRegistry}: it finds the built-in policies and
 * turns the text of the command line, a {@link dev.turnstile.policies.PolicySpec}, into factories
 * with checked parameters. {@link dev.turnstile.policies.PolicyLoader} adds policies from a source
 * file or a jar. What a policy is, is said in {@link dev.turnstile.policies.spi}.
 */
@NullMarked
package dev.turnstile.policies;

import org.jspecify.annotations.NullMarked;
