/**
 * The scenario: every setting of a run, declared once.
 *
 * <p>Start with {@link dev.turnstile.replay.scenario.Scenario}, an immutable tree of one record per
 * group. Each component of a group carries a {@link dev.turnstile.replay.scenario.Setting} that
 * gives its default, range, unit, option and meaning; {@link
 * dev.turnstile.replay.scenario.Declaration} is the same as a value, from which parsing, help, YAML
 * and documentation are made. The parameters of policies and of timing models are declared by those
 * themselves and appear below {@code policy} and {@code timing}.
 *
 * <p>Durations are nanoseconds inside and human text outside ({@code 5s}, {@code 80ms}).
 */
@NullMarked
package dev.turnstile.replay.scenario;

import org.jspecify.annotations.NullMarked;
