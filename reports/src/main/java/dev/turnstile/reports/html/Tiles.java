package dev.turnstile.reports.html;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of the verdict, against a baseline if there is one. */
final class Tiles {
  /** Numbers by metric. */
  interface Values {
    @Nullable Number value(String metric);

    Shown shown(String metric);
  }

  private final Values numbers;
  private final @Nullable Values baseline;
  private final List<Page.Tile> tiles = new ArrayList<>();

  private Tiles(Values numbers, @Nullable Values baseline) {
    this.numbers = numbers;
    this.baseline = baseline;
  }

  static List<Page.Tile> of(Values numbers, @Nullable Values baseline) {
    Tiles made = new Tiles(numbers, baseline);
    made.add("Turns", "steps_per_min", "/ min");
    made.add("Output per GPU", "output_token_throughput_per_s_per_gpu", "tok/s");
    made.add(
        "Prefix cache hits",
        "prefix_cache_hit_ratio",
        "",
        made.part("", "hit_ratio_of_ideal", "of the ideal"));
    made.add("TTFT, median", "p50_ttft_ms", "", made.part("p95", "p95_ttft_ms", ""));
    made.add("ITL, median", "p50_itl_ms", "", made.part("p95", "p95_itl_ms", ""));
    made.add(
        "Re-prefilled",
        "reprefilled_tokens",
        "tok",
        made.part("of", "computed_tokens", "computed"));
    made.add(
        "Sessions",
        "session_throughput_per_h",
        "/ h",
        made.part("mean", "mean_session_duration_ms", ""));
    if (numbers.value("slo_attainment_ratio") != null) {
      made.add(
          "SLO attainment",
          "slo_attainment_ratio",
          "",
          made.part("", "good_requests", "good requests"));
    }
    if (numbers.value("session_slo_attainment_ratio") != null) {
      made.add(
          "Session SLO attainment",
          "session_slo_attainment_ratio",
          "",
          made.part("", "good_sessions", "good sessions"));
    }
    return made.tiles;
  }

  private Page.Part part(String before, String metric, String after) {
    return new Page.Part(before, numbers.shown(metric), after);
  }

  private void add(String label, String metric, String unit, Page.Part... detail) {
    Change change =
        baseline == null
            ? Change.NONE
            : Change.of(
                baseline.value(metric),
                numbers.value(metric),
                Measure.of(metric),
                Numbered.good(metric));
    tiles.add(
        new Page.Tile(
            label,
            numbers.shown(metric),
            numbers.value(metric) == null ? "" : unit,
            List.of(detail),
            change));
  }
}
