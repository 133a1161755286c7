package dev.turnstile.replay.scenario;

import java.util.OptionalLong;

/**
 * Limits for goodput (metrics, section 4). With {@code --slo ttft=500ms,itl=20ms} several are set
 * at once.
 *
 * @param ttftNanos limit on TTFT
 * @param itlNanos limit on ITL
 * @param e2eNanos limit on E2E latency
 * @param sessionNanos limit on a session tree's duration
 */
public record SloGroup(
    @Setting(
            key = "ttft",
            value = "none",
            min = "0",
            unit = "ms",
            option = "--sla-ttft-ms",
            doc = "limit on the time to first token")
        OptionalLong ttftNanos,
    @Setting(
            key = "itl",
            value = "none",
            min = "0",
            unit = "ms",
            option = "--sla-itl-ms",
            doc = "limit on the mean time between tokens of a request")
        OptionalLong itlNanos,
    @Setting(
            key = "e2e",
            value = "none",
            min = "0",
            unit = "ms",
            option = "--sla-e2e-ms",
            doc = "limit on the time from arrival to end")
        OptionalLong e2eNanos,
    @Setting(
            key = "session",
            value = "none",
            min = "0",
            unit = "ms",
            doc = "limit on the duration of a session tree")
        OptionalLong sessionNanos) {}
