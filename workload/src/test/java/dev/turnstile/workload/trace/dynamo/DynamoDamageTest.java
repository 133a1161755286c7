package dev.turnstile.workload.trace.dynamo;

import static dev.turnstile.workload.trace.dynamo.Rows.evidence;
import static dev.turnstile.workload.trace.dynamo.Rows.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.Options;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.TraceLoader;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage ends in one clear error or in a load that counts it, never in anything else. */
final class DynamoDamageTest {
  private static final String CAPTURE =
      String.join(
              "\n",
              request("p1")
                  .session("P")
                  .at(0, 1000)
                  .input(130, 1, 2, 3)
                  .output(80)
                  .toolCalls()
                  .request("ttft_ms", "120.25")
                  .request("prefill_wait_time_ms", "3.5")
                  .request("input_tokens", "130")
                  .replay("completion_sequence_hashes", "[1,2,30,4]")
                  .json(),
              evidence(
                  "P",
                  "call",
                  1100,
                  1900,
                  "source_request_id",
                  "p1",
                  "consumer_request_id",
                  "p2",
                  "child_session_id",
                  "K",
                  "execution_mode",
                  "blocking"),
              request("k1").session("K").parent("P").isFinal().at(1200, 500).wrapped(),
              request("p2").session("P").at(2600, 300).input(192, 1, 2, 3).json())
          + "\n";

  private static final String[] TOKENS = {
    "null", "-1", "1e400", "99999999999999999999", "\"\"", "[]", "{}", "true", "0.5", "\\", "\n"
  };

  private static byte[] damage(Random random) {
    StringBuilder text = new StringBuilder(CAPTURE);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(5)) {
        case 0 -> text.setCharAt(at, (char) random.nextInt(256));
        case 1 -> text.deleteCharAt(at);
        case 2 -> text.setLength(at + 1);
        case 3 -> text.insert(at, TOKENS[random.nextInt(TOKENS.length)]);
        default -> replaceNumber(text, at, random);
      }
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static void replaceNumber(StringBuilder text, int at, Random random) {
    int from = at;
    while (from < text.length() && !Character.isDigit(text.charAt(from))) {
      from++;
    }
    int to = from;
    while (to < text.length() && Character.isDigit(text.charAt(to))) {
      to++;
    }
    text.replace(from, to, TOKENS[random.nextInt(TOKENS.length)]);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onlyInputErrorsComeOut(boolean lenient) {
    ReaderOptions options =
        Options.options().lenient(lenient).outputIdentity(OutputIdentity.RECORDED).build();
    int loaded = 0;
    int refused = 0;
    for (long seed = 0; seed < 3000; seed++) {
      byte[] bytes = damage(new Random(seed));
      TraceInput input = TraceInput.of(TraceFile.standardInput(new ByteArrayInputStream(bytes)));
      try {
        new TraceLoader().load(input, "dynamo", options);
        loaded++;
      } catch (InvalidInputException e) {
        assertThat(e).hasMessageStartingWith("-");
        refused++;
      } catch (RuntimeException e) {
        fail("seed " + seed + ": " + new String(bytes, ISO_8859_1), e);
      }
    }

    assertThat(loaded).isPositive();
    assertThat(refused).isPositive();
  }
}
