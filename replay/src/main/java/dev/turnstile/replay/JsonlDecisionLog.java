package dev.turnstile.replay;

import dev.turnstile.engine.kernel.Simulation;
import dev.turnstile.policies.spi.DecisionLog;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes decisions as one JSON object per line: {@code t_ms}, {@code event}, then the fields in the
 * order in which they were put.
 */
final class JsonlDecisionLog implements DecisionLog {
  private static final JsonFactory JSON = new JsonFactory();

  private final Simulation simulation;
  private @Nullable UncheckedIOException failure;
  private final @Nullable Consumer<String> lines;

  /**
   * Creates a log.
   *
   * @param lines takes the lines, or null if nobody reads them
   */
  JsonlDecisionLog(Simulation simulation, @Nullable Consumer<String> lines) {
    this.simulation = simulation;
    this.lines = lines;
  }

  /** Whether a line could not be written, and this is what was thrown: no fault of a policy. */
  boolean failedWith(RuntimeException error) {
    return failure == error;
  }

  @Override
  public boolean enabled() {
    return lines != null;
  }

  @Override
  public Entry entry(String event) {
    return new Line(event);
  }

  /** Exact milliseconds without trailing zeros. */
  private static BigDecimal millis(long nanos) {
    BigDecimal millis = BigDecimal.valueOf(nanos, 6).stripTrailingZeros();
    return millis.scale() < 0 ? millis.setScale(0) : millis;
  }

  private final class Line implements Entry {
    private final StringWriter text = new StringWriter();
    private final JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text);

    Line(String event) {
      json.writeStartObject();
      json.writeNumberProperty("t_ms", millis(simulation.nowNanos()));
      json.writeStringProperty("event", event);
    }

    @Override
    public Entry put(String name, String value) {
      json.writeStringProperty(name, value);
      return this;
    }

    @Override
    public Entry put(String name, long value) {
      json.writeNumberProperty(name, value);
      return this;
    }

    @Override
    public Entry put(String name, double value) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("decision log: " + name + " is " + value);
      }
      json.writeNumberProperty(name, value);
      return this;
    }

    @Override
    public void write() {
      json.writeEndObject();
      json.close();
      if (lines != null) {
        try {
          lines.accept(text.toString());
        } catch (UncheckedIOException e) {
          failure = e;
          throw e;
        }
      }
    }
  }
}
