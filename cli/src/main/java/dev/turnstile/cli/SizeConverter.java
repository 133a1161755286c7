package dev.turnstile.cli;

import dev.turnstile.replay.scenario.Units;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the size of an output file, for instance {@code 50MB}. */
final class SizeConverter implements ITypeConverter<Long> {
  /** What the names in a file and its notes may take. */
  private static final long LEAST_BYTES = 100_000;

  @Override
  public Long convert(String text) {
    long bytes;
    try {
      bytes = Units.parseBytes(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "' " + e.getMessage());
    }
    if (bytes < LEAST_BYTES) {
      throw new TypeConversionException("'" + text + "' must be at least 100kB");
    }
    return bytes;
  }
}
