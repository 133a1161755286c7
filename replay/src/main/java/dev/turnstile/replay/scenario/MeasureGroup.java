package dev.turnstile.replay.scenario;

/**
 * What is measured.
 *
 * @param warmupRequests warm-up arrivals
 * @param warmupNanos warm-up time
 * @param oracle clairvoyant bounds
 * @param stallLimitNanos patience with a run in which nothing happens
 */
public record MeasureGroup(
    @Setting(
            key = "warmup_requests",
            value = "0",
            min = "0",
            unit = "requests",
            option = "--warmup-requests",
            doc = "the first arrivals that warm the caches and are left out of metrics")
        long warmupRequests,
    @Setting(
            key = "warmup_duration",
            value = "0",
            min = "0",
            unit = "s",
            option = "--warmup-duration",
            doc = "arrivals before this time are warm-up")
        long warmupNanos,
    @Setting(
            key = "oracle",
            value = "false",
            option = "--oracle",
            doc =
                "the most hits any eviction could have had, with this run's placement and order;"
                    + " approximate where a better cache would have changed the order")
        boolean oracle,
    @Setting(
            key = "stall_limit_s",
            value = "7200",
            min = ">0",
            unit = "s",
            doc =
                "simulated time without any work after which a run with waiting requests is stuck")
        long stallLimitNanos) {}
