package dev.turnstile.reports.html;

import dev.turnstile.replay.metrics.RunResult;
import java.util.Map;

/**
 * A run with what it takes to run it again.
 *
 * @param result its result
 * @param scenario its complete scenario as YAML
 * @param changed its settings that differ from their defaults, by path
 */
public record ReportedRun(RunResult result, String scenario, Map<String, String> changed) {}
