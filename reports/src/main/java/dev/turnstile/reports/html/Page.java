package dev.turnstile.reports.html;

import dev.turnstile.workload.TraceInfo;
import java.util.List;

/**
 * Everything on a page, in its order.
 *
 * @param kind what it reports: a replay, a comparison, a sweep
 * @param title for the window
 * @param subject what was run on what
 * @param verdict the answer, most important sentence first
 * @param tiles the numbers behind the answer
 * @param context what was run, in one line
 * @param facts what was run
 * @param warnings what makes the numbers doubtful
 * @param notes remarks on the run
 * @param sections comparison, evidence and details
 * @param appendix what it takes to run it again
 * @param version of the program
 */
record Page(
    String kind,
    String title,
    String subject,
    List<Prose> verdict,
    List<Tile> tiles,
    String context,
    List<Fact> facts,
    List<TraceInfo.Warning> warnings,
    List<String> notes,
    List<Section> sections,
    Appendix appendix,
    String version) {

  /** The sections that hold something. */
  List<Section> shownSections() {
    return sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  /**
   * A number of the verdict.
   *
   * @param label what it is
   * @param main the number
   * @param unit its unit, or empty
   * @param detail numbers that go with it
   * @param change of the main number against the baseline
   */
  record Tile(String label, Shown main, String unit, List<Part> detail, Change change) {}

  /** A number with words around it. */
  record Part(String before, Shown shown, String after) {}

  /** What was run: a name and its values. */
  record Fact(String name, List<String> values) {}

  /**
   * A part of a page.
   *
   * @param id where links lead
   * @param title its heading
   * @param note a sentence below the heading, or empty
   * @param figures its figures
   * @param tables its tables
   * @param figuresFirst whether the figures stand above the tables
   */
  record Section(
      String id,
      String title,
      String note,
      List<DrawnFigure> figures,
      List<Table> tables,
      boolean figuresFirst) {

    /** A section whose tables stand above the figures. */
    Section(String id, String title, String note, List<DrawnFigure> figures, List<Table> tables) {
      this(id, title, note, figures, tables, false);
    }

    /** The same with the figures above the tables. */
    Section figuresAbove() {
      return new Section(id, title, note, figures, tables, true);
    }

    boolean isEmpty() {
      return figures.isEmpty() && tables.stream().allMatch(Table::isEmpty);
    }
  }

  /**
   * What it takes to run it again.
   *
   * @param command for a shell
   * @param scenarios name and YAML of each scenario
   * @param checks checks at the end of the run that held
   * @param definitions the choices behind the numbers
   */
  record Appendix(
      String command,
      List<Scenario> scenarios,
      List<String> checks,
      List<Definition> definitions) {}

  /** A scenario as YAML. */
  record Scenario(String name, String yaml) {}

  /** A choice behind the numbers. */
  record Definition(String name, String choice, String meaning) {}
}
