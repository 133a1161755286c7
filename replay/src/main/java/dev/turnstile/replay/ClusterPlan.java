package dev.turnstile.replay;

import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.worker.WorkerConfig;

/**
 * What a cluster is built from.
 *
 * @param workers number of replicas, at least 1
 * @param config settings of each replica
 * @param pricer the time of its steps
 */
record ClusterPlan(int workers, WorkerConfig config, StepPricer pricer) {}
