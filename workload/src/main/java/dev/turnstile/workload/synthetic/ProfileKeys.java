package dev.turnstile.workload.synthetic;

import dev.turnstile.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One mapping of a profile file, read key by key and strictly: a wrong type, a value out of range
 * and a key that nobody asked for are errors that name the key.
 */
final class ProfileKeys {
  private final String file;
  private final String path;
  private final JsonNode node;
  private final Set<String> asked = new TreeSet<>();

  ProfileKeys(String file, String path, JsonNode node) {
    this.file = file;
    this.path = path;
    this.node = node;
    if (!node.isObject()) {
      throw error(path, "must be a mapping of keys, got " + node, "");
    }
  }

  boolean has(String key) {
    asked.add(key);
    return node.has(key) && !node.get(key).isNull();
  }

  String text(String key, String otherwise) {
    if (!has(key)) {
      return otherwise;
    }
    if (!node.get(key).isString()) {
      throw wrong(key, "must be text");
    }
    return node.get(key).stringValue();
  }

  double number(String key, double otherwise, double min, double max) {
    return has(key) ? number(key, node.get(key), min, max) : otherwise;
  }

  /** A mapping, or null. */
  @Nullable ProfileKeys mapping(String key) {
    return has(key) ? new ProfileKeys(file, path(key), node.get(key)) : null;
  }

  /** The value of a key as it stands, or null. */
  @Nullable JsonNode value(String key) {
    return has(key) ? node.get(key) : null;
  }

  /** A number or a distribution that must be there, with values of at least {@code min}. */
  Quantity quantity(String key, double min) {
    if (!has(key)) {
      throw error(path(key), "is missing", "");
    }
    return quantity(key, new Quantity.Fixed(min), min);
  }

  /** A number or a distribution whose values are at least {@code min}. */
  Quantity quantity(String key, Quantity otherwise, double min) {
    if (!has(key)) {
      return otherwise;
    }
    JsonNode value = node.get(key);
    return value.isObject()
        ? new ProfileKeys(file, path(key), value).distribution(min)
        : new Quantity.Fixed(number(key, value, min, Double.MAX_VALUE));
  }

  /** Fails on the first key that was not asked for. */
  void refuseOthers() {
    for (String key : node.propertyNames()) {
      if (!asked.contains(key)) {
        throw error(path(key), "is not known", "known are " + String.join(", ", asked));
      }
    }
  }

  InvalidInputException wrong(String key, String problem) {
    return error(path(key), problem + ", got " + node.get(key), "");
  }

  private Quantity distribution(double min) {
    String dist = text("dist", "");
    Quantity quantity =
        switch (dist) {
          case "lognormal" -> logNormal(min);
          case "uniform" -> uniform(min);
          case "exponential" -> new Quantity.Exponential(required("mean", Double.MIN_VALUE));
          case "empirical" -> empirical(min);
          default ->
              throw error(
                  path("dist"),
                  "must be lognormal, uniform, exponential or empirical, got \"" + dist + '"',
                  "");
        };
    refuseOthers();
    return quantity;
  }

  private Quantity logNormal(double min) {
    double median = required("median", Double.MIN_VALUE);
    double p90 = required("p90", median);
    double low = number("min", min, min, Double.MAX_VALUE);
    double high = number("max", Double.MAX_VALUE, low, Double.MAX_VALUE);
    return new Quantity.LogNormal(median, p90, low, high);
  }

  private Quantity uniform(double min) {
    double low = required("min", min);
    return new Quantity.Uniform(low, required("max", low));
  }

  private Quantity empirical(double min) {
    List<Double> values = numbers("values", min);
    List<Double> weights =
        has("weights") ? numbers("weights", 0) : values.stream().map(value -> 1.0).toList();
    if (weights.size() != values.size()) {
      throw wrong("weights", "must have one weight for each of " + values.size() + " values");
    }
    if (weights.stream().allMatch(weight -> weight == 0)) {
      throw wrong("weights", "must not all be 0");
    }
    return new Quantity.Empirical(values, weights);
  }

  private List<Double> numbers(String key, double min) {
    if (!has(key) || !node.get(key).isArray() || node.get(key).isEmpty()) {
      throw error(path(key), "must be a list with at least one number", "");
    }
    List<Double> numbers = new ArrayList<>();
    for (JsonNode element : node.get(key)) {
      numbers.add(number(key, element, min, Double.MAX_VALUE));
    }
    return numbers;
  }

  private double required(String key, double min) {
    if (!has(key)) {
      throw error(path(key), "is missing", "");
    }
    return number(key, node.get(key), min, Double.MAX_VALUE);
  }

  private double number(String key, JsonNode value, double min, double max) {
    double number = value.isNumber() ? value.doubleValue() : Double.NaN;
    if (!(number >= min && number <= max)) {
      String above = min == Double.MIN_VALUE ? "> 0" : ">= " + plain(min);
      String range = max == Double.MAX_VALUE ? above : "in " + plain(min) + ".." + plain(max);
      throw error(path(key), "must be a number " + range + ", got " + value, "");
    }
    return number;
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private InvalidInputException error(String field, String problem, String hint) {
    return new InvalidInputException(file, 0, field, problem, hint);
  }
}
