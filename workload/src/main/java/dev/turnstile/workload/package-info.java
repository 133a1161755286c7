/**
 * What is replayed: a graph of sessions, turns and gaps, read from a trace or generated, and the
 * load control that lets its turns arrive.
 */
@NullMarked
package dev.turnstile.workload;

import org.jspecify.annotations.NullMarked;
