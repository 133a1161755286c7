/**
 * Agentic Mooncake traces: requests with explicit edges.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.agentic.AgenticMooncakeReader}. Version 2,
 * which begins with a header, is also what {@code sim convert} and {@code sim generate} write; the
 * legacy form has no header and knows completion edges only.
 */
@NullMarked
package dev.turnstile.workload.trace.agentic;

import org.jspecify.annotations.NullMarked;
