package dev.turnstile.reports.chart;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;
import org.jspecify.annotations.Nullable;

/** Axes of JFreeChart whose ticks are given. */
final class TickAxis {
  private TickAxis() {}

  private static List<NumberTick> jfree(List<Ticks.Tick> ticks, RectangleEdge edge) {
    TextAnchor anchor =
        RectangleEdge.isTopOrBottom(edge) ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
    List<NumberTick> made = new ArrayList<>();
    for (Ticks.Tick tick : ticks) {
      made.add(new NumberTick(tick.value(), tick.text(), anchor, TextAnchor.CENTER, 0));
    }
    return made;
  }

  /** Equal steps for equal differences. */
  static final class Linear extends NumberAxis {
    private static final long serialVersionUID = 1L;
    private final transient List<Ticks.Tick> ticks;

    Linear(@Nullable String label, List<Ticks.Tick> ticks) {
      super(label);
      this.ticks = ticks;
    }

    @Override
    public List<?> refreshTicks(
        Graphics2D g2, AxisState state, Rectangle2D dataArea, RectangleEdge edge) {
      return jfree(ticks, edge);
    }
  }

  /** Equal steps for equal factors. */
  static final class Log extends LogAxis {
    private static final long serialVersionUID = 1L;
    private final transient List<Ticks.Tick> ticks;

    Log(@Nullable String label, List<Ticks.Tick> ticks) {
      super(label);
      this.ticks = ticks;
    }

    @Override
    public List<?> refreshTicks(
        Graphics2D g2, AxisState state, Rectangle2D dataArea, RectangleEdge edge) {
      return jfree(ticks, edge);
    }
  }
}
