package dev.turnstile.reports.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * What every page carries: its style, its script, and the policy that allows just these two.
 *
 * @param style text of the style element
 * @param script text of the script element
 * @param policy content security policy
 */
record PageAssets(String style, String script, String policy) {

  static PageAssets load() {
    String style = text("report.css");
    String script = text("report.js");
    String policy =
        "default-src 'none'; script-src 'sha256-"
            + hash(script)
            + "'; style-src 'sha256-"
            + hash(style)
            + "'; img-src data:; base-uri 'none'; form-action 'none'";
    return new PageAssets(style, script, policy);
  }

  private static String text(String name) {
    try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
