/** The contracts between the run loop and a policy. */
@NullMarked
package dev.turnstile.policies.spi;

import org.jspecify.annotations.NullMarked;
