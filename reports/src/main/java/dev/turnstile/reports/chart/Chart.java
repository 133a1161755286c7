package dev.turnstile.reports.chart;

import java.util.List;

/**
 * What is plotted: two axes and what lies between them.
 *
 * @param x axis from left to right
 * @param y axis from bottom to top
 * @param layers what is drawn, in order
 */
public record Chart(Axis x, Axis y, List<Layer> layers) {

  /** Copies the list. */
  public Chart {
    layers = List.copyOf(layers);
  }
}
