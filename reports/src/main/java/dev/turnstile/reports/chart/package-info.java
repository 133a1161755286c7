/**
 * Charts as SVG for a page: JFreeChart lays them out, Batik records what it draws, and {@link
 * dev.turnstile.reports.chart.ChartPainter} writes it in few bytes.
 *
 * <p>Start with {@link dev.turnstile.reports.chart.Chart}: two axes and layers of lines, areas,
 * dots and boxes, all in the units of the data. A chart has no colours of its own; an {@link
 * dev.turnstile.reports.chart.Ink} becomes a class that the style sheet of the page colours, light
 * and dark. Values that are missing are NaN and leave gaps.
 *
 * <p>Text is measured with the fonts of this machine, so the bytes differ between machines; what is
 * plotted does not.
 */
@NullMarked
package dev.turnstile.reports.chart;

import org.jspecify.annotations.NullMarked;
