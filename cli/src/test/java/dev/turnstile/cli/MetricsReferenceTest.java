package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.replay.metrics.Gauge;
import dev.turnstile.replay.metrics.MetricCatalogue;
import dev.turnstile.replay.metrics.RequestStatus;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/reference/metrics.md names everything that a result holds. */
final class MetricsReferenceTest {

  private final String page;

  MetricsReferenceTest() throws IOException {
    page = Docs.read("docs/reference/metrics.md");
  }

  @Test
  void namesEverySummaryMetric() {
    assertThat(MetricCatalogue.all().keySet()).allSatisfy(this::isNamed);
  }

  @Test
  void namesEveryGaugeAndEveryStatus() {
    assertThat(Arrays.stream(Gauge.values()).map(Gauge::label)).allSatisfy(this::isNamed);
    assertThat(Arrays.stream(RequestStatus.values()).map(RequestStatus::label))
        .allSatisfy(this::isNamed);
  }

  @Test
  void namesEveryDistributionAndEveryPartOfAReport() {
    Sim.Ended ended =
        Sim.run("replay", Docs.ROOT.resolve("traces/tiny.jsonl").toString(), "--format=json");
    JsonNode report = JsonMapper.shared().readTree(ended.out());

    assertThat(report.path("distributions").propertyNames()).isNotEmpty().allSatisfy(this::isNamed);
    assertThat(report.propertyNames()).isNotEmpty().allSatisfy(this::isNamed);
    assertThat(report.path("checks").values()).isNotEmpty().allSatisfy(this::isNamed);
    assertThat(report.path("definitions").isEmpty()).isFalse();
  }

  private void isNamed(JsonNode name) {
    isNamed(name.asString());
  }

  private void isNamed(String name) {
    assertThat(page).contains("`" + name + "`");
  }
}
