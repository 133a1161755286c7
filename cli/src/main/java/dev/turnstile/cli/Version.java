package dev.turnstile.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version and commit this build was made from. */
final class Version implements IVersionProvider {

  private final Properties build = new Properties();

  Version() {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String number() {
    return build.getProperty("version");
  }

  /** {@return the commit, or {@code unknown} if the build was not told} */
  String commit() {
    return build.getProperty("commit");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "sim " + number() + " (commit " + commit() + ", Java " + Runtime.version() + ")"
    };
  }
}
