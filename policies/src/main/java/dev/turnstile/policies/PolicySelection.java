package dev.turnstile.policies;

import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a run, found and with checked parameters.
 *
 * @param text canonical text: the gate first, parameters in declaration order, only those given
 * @param gate the admission gate, or null if every request passes
 * @param router the router; the same object as {@code gate} if that one places by itself, and then
 *     one policy is made for both roles
 */
public record PolicySelection(String text, @Nullable Part gate, Part router) {

  /**
   * One policy of a selection.
   *
   * @param name as it is written: an id or the path of a source file
   * @param factory what makes it
   * @param params its parameters, defaults filled in
   */
  public record Part(String name, PolicyFactory factory, PolicyParams params) {
    /** Refuses nulls. */
    public Part {
      Objects.requireNonNull(name);
      Objects.requireNonNull(factory);
      Objects.requireNonNull(params);
    }
  }

  /** Whether one policy decides on admission and placement. */
  public boolean gatePlaces() {
    return router.equals(gate);
  }
}
