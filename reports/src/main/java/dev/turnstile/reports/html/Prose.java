package dev.turnstile.reports.html;

import java.util.ArrayList;
import java.util.List;

/** A sentence with numbers and names that stand out. */
final class Prose {

  /** What a piece of a sentence is. */
  enum Kind {
    /** Words. */
    WORDS,
    /** A name. */
    NAME,
    /** A number. */
    NUMBER,
    /** An option of the command line, never broken. */
    OPTION
  }

  /** A piece of a sentence. */
  record Piece(Kind kind, Shown shown) {
    boolean isName() {
      return kind == Kind.NAME;
    }

    boolean isNumber() {
      return kind == Kind.NUMBER;
    }

    boolean isOption() {
      return kind == Kind.OPTION;
    }
  }

  private final List<Piece> pieces = new ArrayList<>();

  /** Adds words; a line does not end between a number and its percent sign. */
  Prose words(String text) {
    pieces.add(new Piece(Kind.WORDS, Shown.plain(text.replace(" %", "\u00a0%"))));
    return this;
  }

  Prose name(String text) {
    pieces.add(new Piece(Kind.NAME, Shown.plain(text)));
    return this;
  }

  Prose option(String text) {
    pieces.add(new Piece(Kind.OPTION, Shown.plain(text)));
    return this;
  }

  Prose number(Shown shown) {
    pieces.add(new Piece(Kind.NUMBER, shown));
    return this;
  }

  List<Piece> pieces() {
    return pieces;
  }
}
