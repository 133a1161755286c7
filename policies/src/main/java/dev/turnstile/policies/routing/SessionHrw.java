package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import dev.turnstile.policies.spi.RequestView;
import dev.turnstile.policies.spi.Router;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;

/**
 * Rendezvous hashing of sessions: every worker has a score for the session, the largest wins.
 *
 * <p>The score is the FNV-1a-64 hash of the session id in UTF-8, a zero byte and the worker's id in
 * decimal, compared unsigned; the lower worker wins a tie. A worker that joins or leaves moves only
 * the sessions it wins or had won. A request without session is hashed by its own label.
 */
final class SessionHrw implements Router {
  private final Candidates candidates;
  private final RouteLog log;

  SessionHrw(PolicyContext context) {
    candidates = new Candidates(context);
    log = new RouteLog(context);
  }

  @Override
  public Placement route(RequestView request, int advisoryTarget, double prioritySeconds) {
    IntArrayList workers = candidates.of(request);
    long prefix = Fnv1a.with(Fnv1a.of(request.label()), 0);
    int best = workers.getInt(0);
    long bestScore = Fnv1a.withDecimal(prefix, best);
    for (int i = 1; i < workers.size(); i++) {
      long score = Fnv1a.withDecimal(prefix, workers.getInt(i));
      if (Long.compareUnsigned(score, bestScore) > 0) {
        best = workers.getInt(i);
        bestScore = score;
      }
    }
    if (log.enabled()) {
      log.begin(request, best, "hash", workers.size())
          .put("score", Long.toUnsignedString(bestScore))
          .write();
    }
    return Placement.on(best);
  }

  /** Makes {@link SessionHrw}. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "session-hrw";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Gives each session to a worker by rendezvous hashing.";
    }

    @Override
    public String source() {
      return "D. Thaler, C. Ravishankar, A Name-Based Mapping Scheme for Rendezvous, 1996";
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
