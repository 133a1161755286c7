package dev.turnstile.policies.routing;

import com.google.auto.service.AutoService;
import dev.turnstile.policies.spi.Policy;
import dev.turnstile.policies.spi.PolicyContext;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.PolicyKind;
import dev.turnstile.policies.spi.PolicyParameter;
import dev.turnstile.policies.spi.PolicyParams;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The KV router without its caches: {@link KvRouter} with {@code overlap_score_credit} 0, no KV
 * events and no shared store.
 *
 * <p>No worker counts as holding anything, so a request is charged with its whole prompt.
 */
final class LoadAware {
  private LoadAware() {}

  /** Makes {@link KvRouter} for load alone. */
  @AutoService(PolicyFactory.class)
  public static final class Factory implements PolicyFactory {
    @Override
    public String id() {
      return "load-aware";
    }

    @Override
    public PolicyKind kind() {
      return PolicyKind.ROUTER;
    }

    @Override
    public String summary() {
      return "Takes the worker with the least prefill and decode load, whatever it has cached.";
    }

    @Override
    public String source() {
      return "NVIDIA Dynamo, KV router without overlap credit";
    }

    @Override
    public List<PolicyParameter> parameters() {
      return KvParameters.LOAD;
    }

    @Override
    public Policy create(PolicyParams params, PolicyContext context) {
      Map<String, String> values = new LinkedHashMap<>(params.asMap());
      values.put("overlap_score_credit", "0");
      values.put("use_kv_events", "false");
      PolicyParams all = PolicyParams.of(new KvRouter.Factory(), values);
      return new KvRouter(all, context, KvBooks.Overlap.NONE);
    }
  }
}
