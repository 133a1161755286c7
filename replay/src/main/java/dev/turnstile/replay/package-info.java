/**
 * The run: a workload, policies and a cluster of workers brought together under one scenario, and
 * the result they leave behind.
 */
@NullMarked
package dev.turnstile.replay;

import org.jspecify.annotations.NullMarked;
