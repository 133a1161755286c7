/**
 * Decisions: the interfaces a policy implements and the policies that come with the product.
 *
 * <p>A policy sees read-only views and returns a decision. It has no clock, no files and no
 * threads.
 */
@NullMarked
package dev.turnstile.policies;

import org.jspecify.annotations.NullMarked;
