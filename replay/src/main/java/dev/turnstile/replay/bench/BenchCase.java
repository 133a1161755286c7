package dev.turnstile.replay.bench;

import dev.turnstile.replay.scenario.Scenario;
import dev.turnstile.workload.Workload;

/**
 * One whole run to be measured.
 *
 * @param name name of the shape, or of the point of a growth series
 * @param scenario the settings of the run
 * @param workload what is replayed
 */
public record BenchCase(String name, Scenario scenario, Workload workload) {}
