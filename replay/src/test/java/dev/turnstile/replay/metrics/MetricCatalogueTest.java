package dev.turnstile.replay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MetricCatalogueTest {
  @Test
  void describesEveryMetricInWords() {
    assertThat(MetricCatalogue.all().values())
        .allSatisfy(metric -> assertThat(metric.doc()).isNotBlank())
        .hasSizeGreaterThan(60);
  }

  @Test
  void knowsWhichWayIsBetter() {
    assertThat(MetricCatalogue.find("prefix_cache_hit_ratio"))
        .hasValueSatisfying(m -> assertThat(m.good()).isEqualTo(MetricCatalogue.Good.UP));
    assertThat(MetricCatalogue.find("reprefilled_tokens"))
        .hasValueSatisfying(m -> assertThat(m.good()).isEqualTo(MetricCatalogue.Good.DOWN));
    assertThat(MetricCatalogue.find("nothing")).isEmpty();
  }
}
