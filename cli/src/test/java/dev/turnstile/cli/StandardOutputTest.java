package dev.turnstile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import org.junit.jupiter.api.Test;

final class StandardOutputTest {

  @Test
  void fullDiskIsRememberedAlthoughPrintWritersSwallowIt() {
    StandardOutput out = failing("No space left on device");

    print(out);

    assertThat(out.failure()).hasValueSatisfying(e -> assertThat(e).hasMessageContaining("space"));
  }

  @Test
  void readerThatHasSeenEnoughIsNoFailure() {
    StandardOutput out = failing("Broken pipe");

    print(out);

    assertThat(out.failure()).isEmpty();
  }

  @Test
  void outputThatArrivesIsNoFailure() {
    StandardOutput out = new StandardOutput(OutputStream.nullOutputStream());

    print(out);

    assertThat(out.failure()).isEmpty();
  }

  private static void print(StandardOutput out) {
    PrintWriter writer = new PrintWriter(out, false, UTF_8);
    writer.println("result");
    writer.flush();
  }

  private static StandardOutput failing(String message) {
    return new StandardOutput(
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(message);
          }
        });
  }
}
