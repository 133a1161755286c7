package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.List;

/**
 * The vLLM production stack's session router.
 *
 * <p>Upstream places sessions on a consistent-hash ring and sends requests without session to the
 * worker with the lowest measured request rate. No ring is defined here: it scores as {@link
 * SessionHrw}, which moves as few sessions when workers come and go.
 */
final class SessionHash {
  private SessionHash() {}

  /** Makes {@link SessionHrw} under the name of the production stack's router. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "session-hash";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Gives each session to a worker by its hash; scores as session-hrw.";
    }

    @Override
    public String source() {
      return "vLLM production stack, session router";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return List.of(Choice.TIE_BREAK);
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      return new SessionHrw(context);
    }
  }
}
