package dev.turnstile.reports.chart;

/**
 * A chart that was drawn.
 *
 * @param svg an {@code svg} element; safe to put into a page
 * @param width of the view box
 * @param height of the view box
 * @param left of the plot between the axes
 * @param top of the plot
 * @param right of the plot
 * @param bottom of the plot
 */
public record Drawing(
    String svg, int width, int height, double left, double top, double right, double bottom) {}
