/**
 * Weka (AgentX) traces: one JSON object per conversation, sub-agents nested in it.
 *
 * <p>Start with {@link dev.turnstile.workload.trace.weka.WekaReader}. Times are seconds from the
 * begin of the conversation; ids stand for full blocks only, so the end of a prompt is private to
 * its request.
 */
@NullMarked
package dev.turnstile.workload.trace.weka;

import org.jspecify.annotations.NullMarked;
