package dev.turnstile.reports.chart;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The data of a path in relative steps of a tenth of a unit, rounded without drift. */
final class SvgPath {
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z]|-?[0-9.]+(?:E-?[0-9]+)?");

  private final StringBuilder text = new StringBuilder();
  private long x;
  private long y;
  private long startX;
  private long startY;
  private boolean moved;

  boolean isEmpty() {
    return text.length() == 0;
  }

  String text() {
    return text.toString();
  }

  /** A number with at most one decimal. */
  static String round(double value) {
    return tenths(Math.round(value * 10));
  }

  private static String tenths(long value) {
    return value % 10 == 0
        ? Long.toString(value / 10)
        : (value < 0 ? "-" : "") + Math.abs(value) / 10 + "." + Math.abs(value % 10);
  }

  private static long tenthsOf(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalStateException("a chart drew at " + value);
    }
    return Math.round(value * 10);
  }

  SvgPath move(double toX, double toY) {
    x = tenthsOf(toX);
    y = tenthsOf(toY);
    startX = x;
    startY = y;
    moved = true;
    text.append('M').append(tenths(x)).append(' ').append(tenths(y));
    return this;
  }

  SvgPath line(double toX, double toY) {
    long nextX = tenthsOf(toX);
    long nextY = tenthsOf(toY);
    if (nextY == y && nextX == x && !moved) {
      return this;
    }
    moved = false;
    if (nextY == y) {
      text.append('h').append(tenths(nextX - x));
    } else if (nextX == x) {
      text.append('v').append(tenths(nextY - y));
    } else {
      text.append('l').append(tenths(nextX - x)).append(' ').append(tenths(nextY - y));
    }
    x = nextX;
    y = nextY;
    return this;
  }

  SvgPath close() {
    moved = false;
    text.append('z');
    x = startX;
    y = startY;
    return this;
  }

  SvgPath ellipse(double cx, double cy, double rx, double ry) {
    move(cx - rx, cy);
    String half = "a" + round(rx) + " " + round(ry) + " 0 1 0 ";
    text.append(half).append(round(2 * rx)).append(" 0");
    text.append(half).append(round(-2 * rx)).append(" 0z");
    return this;
  }

  /** A polygon's list of coordinates. */
  SvgPath points(String list) {
    String[] numbers = list.trim().split("[\\s,]+", 0);
    move(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
    for (int i = 2; i + 1 < numbers.length; i += 2) {
      line(Double.parseDouble(numbers[i]), Double.parseDouble(numbers[i + 1]));
    }
    return this;
  }

  /** An outline. */
  SvgPath shape(Shape shape) {
    double[] numbers = new double[6];
    for (PathIterator at = shape.getPathIterator(null); !at.isDone(); at.next()) {
      switch (at.currentSegment(numbers)) {
        case PathIterator.SEG_MOVETO -> apply('M', numbers);
        case PathIterator.SEG_LINETO -> apply('L', numbers);
        case PathIterator.SEG_QUADTO -> apply('Q', numbers);
        case PathIterator.SEG_CUBICTO -> apply('C', numbers);
        default -> close();
      }
    }
    return this;
  }

  /** Path data with absolute commands, as Batik writes it. */
  SvgPath data(String data) {
    Matcher token = TOKEN.matcher(data);
    char command = ' ';
    double[] numbers = new double[6];
    int count = 0;
    while (token.find()) {
      char first = token.group().charAt(0);
      if (Character.isLetter(first)) {
        command = first;
        count = 0;
        if (command == 'Z') {
          close();
        }
      } else {
        numbers[count++] = Double.parseDouble(token.group());
        if (count == arguments(command)) {
          apply(command, numbers);
          count = 0;
        }
      }
    }
    return this;
  }

  private static int arguments(char command) {
    return switch (command) {
      case 'M', 'L' -> 2;
      case 'Q' -> 4;
      case 'C' -> 6;
      default -> throw new IllegalStateException("a chart drew with path command " + command);
    };
  }

  private void apply(char command, double[] numbers) {
    switch (command) {
      case 'M' -> move(numbers[0], numbers[1]);
      case 'L' -> line(numbers[0], numbers[1]);
      case 'Q' -> curve('q', numbers, 4);
      default -> curve('c', numbers, 6);
    }
  }

  private void curve(char command, double[] numbers, int count) {
    text.append(command);
    for (int i = 0; i < count; i += 2) {
      text.append(i == 0 ? "" : " ")
          .append(tenths(tenthsOf(numbers[i]) - x))
          .append(' ')
          .append(tenths(tenthsOf(numbers[i + 1]) - y));
    }
    x = tenthsOf(numbers[count - 2]);
    y = tenthsOf(numbers[count - 1]);
  }
}
