package dev.turnstile.reports.html;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers of the verdict, against a baseline if there is one. */
final class Tiles {
  private final Numbered numbers;
  private final @Nullable Numbered baseline;
  private final List<Page.Tile> tiles = new ArrayList<>();

  private Tiles(Numbered numbers, @Nullable Numbered baseline) {
    this.numbers = numbers;
    this.baseline = baseline;
  }

  static List<Page.Tile> of(Numbered numbers, @Nullable Numbered baseline) {
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
        "tokens",
        made.part("of", "computed_tokens", "computed"));
    made.add(
        "Sessions",
        "session_throughput_per_h",
        "/ h",
        made.part("mean", "mean_session_duration_ms", ""));
    if (numbers.values().containsKey("slo_attainment_ratio")) {
      made.add(
          "SLO attainment",
          "slo_attainment_ratio",
          "",
          made.part("", "good_requests", "good requests"));
    }
    if (numbers.values().containsKey("session_slo_attainment_ratio")) {
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
    Change change = baseline == null ? Change.NONE : numbers.change(metric, baseline);
    tiles.add(
        new Page.Tile(
            label,
            numbers.shown(metric),
            numbers.has(metric) ? unit : "",
            List.of(detail),
            change));
  }
}
