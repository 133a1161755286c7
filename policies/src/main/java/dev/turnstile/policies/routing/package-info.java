/**
 * The built-in routers, one file each.
 *
 * <p>Start with {@code LeastLoaded}, the shortest complete one, and {@code KvRouter}, the default
 * of the command line, whose parts carry the prefix {@code Kv}. A router picks among the workers
 * that are live and eligible for the request, always in the order of their ids. Helpers: {@code
 * Candidates} finds those workers, {@code Choice} breaks ties, {@code RouteLog} writes the
 * decision.
 */
@NullMarked
package dev.turnstile.policies.routing;

import org.jspecify.annotations.NullMarked;
