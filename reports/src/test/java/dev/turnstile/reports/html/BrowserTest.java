package dev.turnstile.reports.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.turnstile.reports.chart.FontsForTests;
import dev.turnstile.reports.console.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The pages in a browser; {@code -Dpage.pictures=true} leaves pictures in {@code target/pages}. */
final class BrowserTest {
  private static final Path PICTURES = Path.of("target/pages");

  private static final int[] WIDTHS = {360, 768, 1280, 1920};

  @TempDir private static Path folder;
  private static Browser browser;
  private static final Map<String, Path> PAGES = new LinkedHashMap<>();

  @BeforeAll
  static void startBrowser() throws Exception {
    assumeThat(Files.isExecutable(Browser.CHROMIUM))
        .as("the browser test needs " + Browser.CHROMIUM + ": apt-get install chromium")
        .isTrue();
    FontsForTests.assume();
    PAGES.putAll(BrowserPages.make(folder));
    browser = Browser.start(Files.createTempDirectory(Path.of("target"), "profile"));
  }

  @AfterAll
  static void endBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void preferLight() {
    browser.prefer("light", "screen");
  }

  private static Path page(String name) {
    return Objects.requireNonNull(PAGES.get(name));
  }

  @Test
  void pagesCauseNoErrorAndAskForNothing() {
    PAGES.forEach(
        (name, page) -> {
          browser.open(page, 1280);

          assertThat(browser.problems).as(name).isEmpty();
          boolean empty = name.equals("nothing");
          assertThat(browser.value("document.querySelectorAll('.nothing').length").asInt())
              .as("empty figures of " + name)
              .satisfies(count -> assertThat(count > 0).isEqualTo(empty));
          assertThat(browser.requests)
              .as(name)
              .allMatch(url -> url.equals(page.toUri().toString()) || url.startsWith("data:"));
          assertThat(browser.value("document.documentElement.className").asString())
              .as("the script of " + name + " ran")
              .isEqualTo("scripted");
        });
  }

  @Test
  void scriptThatIsNotOursDoesNotRun() {
    browser.open(page("run"), 1280);

    browser.value(
        "document.body.append(Object.assign(document.createElement('script'),"
            + " {textContent: 'window.foreign = 1'}))");

    assertThat(browser.value("typeof window.foreign").asString()).isEqualTo("undefined");
    assertThat(browser.problems).anyMatch(problem -> problem.contains("Content Security Policy"));
  }

  @Test
  void nothingIsWiderThanTheWindow() {
    PAGES.forEach(
        (name, page) -> {
          browser.open(page, 360);
          for (int width : WIDTHS) {
            browser.resize(width);
            assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                .as(name + " at " + width)
                .isLessThanOrEqualTo(width);
          }
        });
  }

  /** Every text of every visible drawing lies inside its figure and covers no other text. */
  @Test
  void textsOfChartsDoNotOverlap() {
    PAGES.forEach(
        (name, page) -> {
          browser.open(page, 360);
          for (int width : WIDTHS) {
            browser.resize(width);
            List<String> found = new ArrayList<>();
            browser
                .value(BrowserScripts.OVERLAPS)
                .values()
                .forEach(text -> found.add(text.asString()));
            assertThat(found).as(name + " at " + width).isEmpty();
          }
        });
  }

  @Test
  void pointerShowsTheExactValuesOfAPoint() {
    browser.open(page("sweep"), 1280);
    JsonNode data = data("throughput");
    JsonNode kv = data.at("/series/1");

    hoverAt("throughput", ReadPage.at(kv.at("/x"), 2), ReadPage.at(kv.at("/y"), 2));

    String tip = browser.value("document.getElementById('tip').innerText").asString();
    double exact = ReadPage.at(kv.at("/y"), 2);
    assertThat(browser.value("document.getElementById('tip').hidden").asBoolean()).isFalse();
    assertThat(tip)
        .contains("concurrency 8")
        .contains("kv " + Numbers.compact(exact) + " tok/s per GPU")
        .contains(Shown.exact(exact));
    assertThat(browser.value("document.querySelectorAll('.cursor circle').length").asInt())
        .isEqualTo(3);
  }

  @Test
  void pointerShowsWhatLiesUnderItInEveryKindOfChart() {
    browser.open(page("run"), 1280);

    assertThat(tipInTheMiddle("requests")).contains("simulated time", "running in batches");
    assertThat(tipInTheMiddle("cdf-ttft")).contains("TTFT at most", "50.");
    assertThat(tipInTheMiddle("scatter-0")).contains("prompt tokens not cached", "TTFT");
    assertThat(tipInTheMiddle("kv-0")).contains("referenced by requests", "capacity");
    assertThat(tipInTheMiddle("waterfall")).contains("in tools");
    assertThat(tipInTheMiddle("busy")).contains("worker 1");
    assertThat(tip("why", 0.02, 0.05)).contains("from the cache");
    assertThat(tip("gantt", 0.05, 0.02)).contains("from ", " to ", " %)");
  }

  private static String tipInTheMiddle(String figure) {
    return tip(figure, 0.5, 0.5);
  }

  /** What the pointer shows at a place of the plot, from 0 to 1 across and down. */
  private static String tip(String figure, double across, double down) {
    JsonNode at = place(figure, across, down);
    browser.hover(at.get(0).asDouble(), at.get(1).asDouble());
    assertThat(browser.value("document.getElementById('tip').hidden").asBoolean())
        .as(figure)
        .isFalse();
    return browser.value("document.getElementById('tip').innerText").asString();
  }

  /** A place of the plot of a figure, in the window. */
  private static JsonNode place(String figure, double across, double down) {
    return browser.value(
        String.format(java.util.Locale.ROOT, BrowserScripts.PLACE, figure, across, down));
  }

  @Test
  void keyboardReadsTheValuesOneAfterAnother() {
    browser.open(page("sweep"), 1280);
    browser.value("document.querySelector('#f-throughput .plot').focus()");

    browser.press("ArrowRight");
    String first = browser.value("document.getElementById('live').textContent").asString();
    browser.press("ArrowRight");
    String second = browser.value("document.getElementById('live').textContent").asString();
    browser.press("End");
    String last = browser.value("document.getElementById('live').textContent").asString();
    browser.press("Escape");

    assertThat(first).startsWith("concurrency 2; round-robin ");
    assertThat(second).startsWith("concurrency 4; ");
    assertThat(last).startsWith("concurrency 32; ");
    assertThat(browser.value("document.getElementById('tip').hidden").asBoolean()).isTrue();
  }

  @Test
  void pointLeadsToItsRowInTheTable() {
    browser.open(page("sweep"), 1280);
    browser.value("document.querySelector('#f-throughput .plot').focus()");

    browser.press("ArrowRight");
    browser.press("Enter");

    JsonNode first = data("throughput").at("/series/0");
    assertThat(browser.value("location.hash").asString())
        .isEqualTo("#" + first.at("/links/0").asString());
    assertThat(browser.value("document.querySelector(':target').tagName").asString())
        .isEqualTo("TR");
  }

  @Test
  void tablesSortByAColumnWithMissingValuesLast() {
    browser.open(page("run"), 1280);
    String values =
        "[...document.querySelectorAll('#metrics tbody tr')].map((r) => r.cells[1].dataset.v ??"
            + " null)";

    browser.click("#metrics thead th:nth-child(2) button");
    List<Double> descending = numbers(browser.value(values));
    browser.click("#metrics thead th:nth-child(2) button");
    List<Double> ascending = numbers(browser.value(values));
    browser.click("#metrics thead th:nth-child(1) button");

    assertThat(descending)
        .hasSizeGreaterThan(50)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(ascending).isSorted().hasSameSizeAs(descending);
    assertThat(browser.value("document.querySelector('#metrics tbody th').textContent").asString())
        .startsWith("admission");
    assertThat(
            browser
                .value("document.querySelector('#metrics thead th').getAttribute('aria-sort')")
                .asString())
        .isEqualTo("ascending");
  }

  /** The numbers before the first missing one; only missing ones follow. */
  private static List<Double> numbers(JsonNode values) {
    List<Double> numbers = new ArrayList<>();
    boolean missing = false;
    for (JsonNode value : values.values()) {
      missing |= value.isNull();
      assertThat(value.isNull()).isEqualTo(missing);
      if (!missing) {
        numbers.add(Double.parseDouble(value.asString()));
      }
    }
    return numbers;
  }

  @Test
  void tablesAreCopiedAsCsvThatNoSpreadsheetRuns() {
    browser.open(page("hostile"), 1280);
    browser.value(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return"
            + " Promise.resolve(); }");

    browser.click("#comparison-table .tools button");
    String comparison = browser.value("window.copied").asString();
    browser.click("#slow-sessions-0 .tools button");
    String sessions = browser.value("window.copied").asString();

    assertThat(comparison.lines().findFirst().orElseThrow())
        .isEqualTo("metric,kv,random,random change");
    assertThat(comparison).containsPattern("(?m)^Turns per minute,[0-9.]+,[0-9.]+,-?[0-9.e-]+$");
    assertThat(sessions).contains("s0=\"\"><script>alert('x')</script>");
    assertThat(csvText("=1+1")).isEqualTo("'=1+1");
  }

  /** How the page would copy a text cell. */
  private static String csvText(String text) {
    browser.value(
        "(() => { const cell = document.querySelector('#slow-sessions-0 tbody th');"
            + " cell.textContent = "
            + Browser.quoted(text)
            + "; })()");
    browser.click("#slow-sessions-0 .tools button");
    String copied = browser.value("window.copied").asString();
    return copied.lines().skip(1).findFirst().orElseThrow().replaceFirst(",.*", "");
  }

  @Test
  void dataOfAChartIsCopiedWithItsExactValues() {
    browser.open(page("sweep"), 1280);
    browser.value(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return"
            + " Promise.resolve(); }");

    browser.click("#f-throughput .tools button");

    JsonNode first = data("throughput").at("/series/0");
    assertThat(browser.value("window.copied").asString())
        .contains("\nround-robin,2,," + Shown.exact(ReadPage.at(first.at("/y"), 0)) + ",,");
  }

  @Test
  void sessionsCanBeLookedAtMoreClosely() {
    browser.open(page("run"), 1280);
    String paths = "document.querySelectorAll('#f-gantt .full .zoomed path').length";

    assertThat(browser.value(paths).asInt()).isZero();
    browser.click("#f-gantt button[title='Zoom in']");
    int drawn = browser.value(paths).asInt();
    String ticks =
        browser.value("document.querySelector('#f-gantt .full .zoomed').textContent").asString();
    browser.click("#f-gantt button[title='Show all']");

    assertThat(drawn).isPositive();
    assertThat(ticks).contains("s");
    assertThat(
            browser
                .value("document.querySelector('#f-gantt .full .zoomed').textContent")
                .asString())
        .startsWith("0 ms");
    assertThat(browser.problems).isEmpty();
  }

  @Test
  void textCanBeReadInLightAndInDark() {
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme, "screen");
      browser.open(page("comparison"), 1280);
      JsonNode worst = browser.value(BrowserScripts.CONTRAST);
      assertThat(worst.size()).isGreaterThan(8);
      worst
          .properties()
          .forEach(
              entry ->
                  assertThat(entry.getValue().asDouble())
                      .as(entry.getKey() + " in " + scheme)
                      .isGreaterThanOrEqualTo(4.5));
    }
    assertThat(browser.value("getComputedStyle(document.body).backgroundColor").asString())
        .isEqualTo("rgb(18, 22, 27)");
  }

  @Test
  void paperShowsEverythingInDarkInkOnWhite() {
    browser.prefer("dark", "print");
    browser.open(page("comparison"), 1000);

    assertThat(browser.value("getComputedStyle(document.body).backgroundColor").asString())
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(browser.value("getComputedStyle(document.body).color").asString())
        .isEqualTo("rgb(27, 31, 36)");
    assertThat(browser.value("getComputedStyle(document.querySelector('nav')).display").asString())
        .isEqualTo("none");
    assertThat(
            browser
                .value(
                    "dispatchEvent(new Event('beforeprint')),"
                        + " document.querySelectorAll('details:not([open])').length")
                .asInt())
        .isZero();
  }

  @Test
  void picturesOfAllPages() throws IOException {
    assumeThat(Boolean.getBoolean("page.pictures")).as("nobody wants pictures").isTrue();
    for (String name : List.of("run", "comparison", "sweep")) {
      for (int width : new int[] {360, 1280, 1920}) {
        for (String scheme : List.of("light", "dark")) {
          browser.prefer(scheme, "screen");
          browser.open(page(name), width);
          Path picture = PICTURES.resolve(name + "-" + width + "-" + scheme + ".png");
          browser.screenshot(picture);
          assertThat(picture).isNotEmptyFile();
        }
      }
      browser.prefer("light", "print");
      browser.open(page(name), 800);
      browser.screenshot(PICTURES.resolve(name + "-print.png"));
    }
  }

  private static JsonNode data(String figure) {
    return browser.value(
        "JSON.parse(document.querySelector('#f-" + figure + " script').textContent)");
  }

  /** Moves the pointer to a value of a chart. */
  private static void hoverAt(String figure, double x, double y) {
    JsonNode at =
        browser.value(
            String.format(java.util.Locale.ROOT, BrowserScripts.PLACE_OF_VALUE, figure, x, y));
    browser.hover(at.get(0).asDouble(), at.get(1).asDouble());
  }
}
