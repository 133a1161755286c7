package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.Cause;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LossAdviceTest {

  /** 10,000 prompt tokens, and causes of which all but those given are 0. */
  private static Map<String, Number> numbers(Object... causes) {
    Map<String, Number> numbers = new LinkedHashMap<>();
    numbers.put("total_input_tokens", 10_000L);
    for (Cause cause : Cause.values()) {
      numbers.put(cause.metric(), 0L);
    }
    for (int i = 0; i < causes.length; i += 2) {
      numbers.put(((Cause) causes[i]).metric(), ((Integer) causes[i + 1]).longValue());
    }
    return numbers;
  }

  private static String advice(String policy, boolean named, Map<String, Number> numbers) {
    Tiles.Values values =
        new Tiles.Values() {
          @Override
          public @Nullable Number value(String metric) {
            return numbers.get(metric);
          }

          @Override
          public Shown shown(String metric) {
            return Shown.of(numbers.get(metric), Measure.of(metric), "");
          }
        };
    return Objects.requireNonNull(LossAdvice.of(policy, named, values)).pieces().stream()
        .map(piece -> piece.shown().text())
        .collect(Collectors.joining());
  }

  @Test
  void namesWhatTookMostAndWhatHelps() {
    Map<String, Number> numbers =
        numbers(
            Cause.REPREFILLED, 2500,
            Cause.REPREFILLED_OTHERS, 2400,
            Cause.REPREFILLED_OWN, 100,
            Cause.REPREFILLED_AWAY, 2000,
            Cause.REPREFILLED_QUEUED, 500,
            Cause.ROUTED, 2000);

    assertThat(advice("kv", false, numbers))
        .isEqualTo(
            "Most of what is computed twice, 2,500 prompt tokens (25.0 % of all), was evicted by"
                + " other sessions, 2,000 of it while the session was away, in a tool or thinking:"
                + " admit fewer sessions at once, with a gate such as thunderagent, or give the"
                + " workers more KV memory.");
    assertThat(advice("thunderagent+kv", true, numbers))
        .startsWith("Under thunderagent+kv, most of what is computed twice")
        .endsWith("admit fewer sessions at once, or give the workers more KV memory.");
  }

  @Test
  void tellsQueuesFromPausesAndFromSessionsThatAreTooLarge() {
    Map<String, Number> queued =
        numbers(
            Cause.REPREFILLED, 900, Cause.REPREFILLED_OTHERS, 900, Cause.REPREFILLED_QUEUED, 900);
    Map<String, Number> held =
        numbers(Cause.REPREFILLED, 900, Cause.REPREFILLED_OTHERS, 900, Cause.REPREFILLED_HELD, 900);
    Map<String, Number> own =
        numbers(Cause.REPREFILLED, 900, Cause.REPREFILLED_OWN, 900, Cause.REPREFILLED_AWAY, 900);

    assertThat(advice("kv", false, queued)).contains("worker's queue: keep queues short");
    assertThat(advice("kv", false, held)).contains("held before the workers: hold fewer sessions");
    assertThat(advice("kv", false, own))
        .contains("evicted by its own session", "one session alone outgrows the cache");
  }

  @Test
  void tellsPlacementFromHerds() {
    assertThat(advice("kv", false, numbers(Cause.ROUTED, 900)))
        .contains("900 prompt tokens (9.0 % of all), is in the cache of another worker: route by");
    assertThat(advice("kv", false, numbers(Cause.MIGRATED, 900))).contains("the gate moved");
    assertThat(advice("kv", false, numbers(Cause.GONE, 900))).contains("kept by none any more");
    assertThat(advice("kv", false, numbers(Cause.CONCURRENT, 900))).contains("start together");
  }

  @Test
  void hasNoAdviceWhereHardlyAnythingIsLost() {
    // 49 of 10,000 are below half a percent.
    assertThat(advice("kv", false, numbers(Cause.GONE, 49)))
        .isEqualTo("Hardly any prompt token is computed twice: 0.5 % of all.");
    assertThat(advice("kv", true, numbers()))
        .isEqualTo("Under kv, hardly any prompt token is computed twice: 0.0 % of all.");
  }

  @Test
  void saysNothingWithoutCauses() {
    Map<String, Number> old = numbers();
    old.remove(Cause.GONE.metric());
    Tiles.Values values =
        new Tiles.Values() {
          @Override
          public @Nullable Number value(String metric) {
            return old.get(metric);
          }

          @Override
          public Shown shown(String metric) {
            throw new AssertionError(metric);
          }
        };

    assertThat(LossAdvice.of("kv", false, values)).isNull();
  }
}
