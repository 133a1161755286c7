package dev.turnstile.policies.spi;

import java.util.List;
import java.util.Map;

/**
 * Makes a policy and describes it; found with {@link java.util.ServiceLoader}.
 *
 * <p>Implementations are stateless and have a public constructor without arguments.
 */
public interface PolicyFactory {
  /** Id on the command line: lower-case kebab. */
  String id();

  /** What {@link #create} makes: the interfaces that the kind names. */
  PolicyKind kind();

  /** One sentence: what it does. */
  String summary();

  /** Where the rule comes from: paper, system, version. */
  String source();

  /** The parameters, in the order of the documentation. */
  List<PolicyParameter> parameters();

  /**
   * Defaults that follow from a value given for another parameter, for instance from a profile.
   * They stand in for the declared defaults; a value that is given wins over both.
   *
   * @param given the given values, not yet checked
   */
  default Map<String, String> defaults(Map<String, String> given) {
    return Map.of();
  }

  /**
   * Whether clients must end each session with an extra request of one token that carries the final
   * flag. A run with such a policy adds these requests to its workload.
   *
   * @param params the checked values
   */
  default boolean wantsFinalRequests(PolicyParams params) {
    return false;
  }

  /**
   * Makes the policy of one run.
   *
   * @throws PolicyConfigException if a combination of values is not allowed
   */
  Policy create(PolicyParams params, PolicyContext context);
}
