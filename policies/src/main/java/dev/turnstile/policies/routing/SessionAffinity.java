package dev.turnstile.policies.routing;

import dev.turnstile.policies.spi.RequestView;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The worker that each session is bound to, from its first dispatch until it was idle for a time.
 *
 * <p>A request in flight keeps its binding alive; the idle time runs from the end of the last one.
 * With groups, sub-agents share the binding of the outermost parent session the router has seen.
 */
final class SessionAffinity {
  /** No binding. */
  static final int UNBOUND = -1;

  private final long ttlNanos;
  private final boolean byGroup;
  private final Int2ObjectOpenHashMap<Binding> bindings = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<Binding> ofRequest = new Int2ObjectOpenHashMap<>();
  private final Int2IntOpenHashMap groups = new Int2IntOpenHashMap();

  private static final class Binding {
    private final int worker;
    private int inFlight;
    private long idleSinceNanos;

    private Binding(int worker) {
      this.worker = worker;
    }
  }

  SessionAffinity(long ttlNanos, boolean byGroup) {
    this.ttlNanos = ttlNanos;
    this.byGroup = byGroup;
  }

  /** The worker the request's session is bound to, or {@link #UNBOUND}. */
  int workerOf(RequestView request, long nowNanos) {
    Binding binding = binding(request, nowNanos);
    return binding == null ? UNBOUND : binding.worker;
  }

  /** Removes the binding of the request's session, if there is one. */
  void unbind(RequestView request) {
    if (request.sessionNumber() >= 0) {
      bindings.remove(key(request));
    }
  }

  /** Binds the request's session to the worker, unless it is bound. */
  void onDispatch(RequestView request, int worker, long nowNanos) {
    if (request.sessionNumber() < 0) {
      return;
    }
    Binding binding = binding(request, nowNanos);
    if (binding == null) {
      binding = new Binding(worker);
      bindings.put(key(request), binding);
    }
    binding.inFlight++;
    ofRequest.put(request.number(), binding);
  }

  /** A request is no longer in flight, if it was. */
  void onEnd(RequestView request, long nowNanos) {
    Binding binding = ofRequest.remove(request.number());
    if (binding != null) {
      binding.inFlight--;
      binding.idleSinceNanos = nowNanos;
    }
  }

  private @Nullable Binding binding(RequestView request, long nowNanos) {
    if (request.sessionNumber() < 0) {
      return null;
    }
    Binding binding = bindings.get(key(request));
    boolean expired =
        binding != null && binding.inFlight == 0 && nowNanos - binding.idleSinceNanos >= ttlNanos;
    if (expired) {
      bindings.remove(key(request));
    }
    return expired ? null : binding;
  }

  private int key(RequestView request) {
    int session = request.sessionNumber();
    int parent = request.parentSessionNumber();
    if (!byGroup) {
      return session;
    }
    int group = parent < 0 ? session : groups.getOrDefault(parent, parent);
    return groups.computeIfAbsent(session, unknown -> group);
  }
}
