package dev.turnstile.workload.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.turnstile.workload.InvalidInputException;
import dev.turnstile.workload.trace.ReaderOptions.OutputIdentity;
import dev.turnstile.workload.trace.source.TraceFile;
import dev.turnstile.workload.trace.source.TraceInput;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damage ends in one clear error or in a load that counts it, never in anything else. */
final class DamageTest {
  private static final String MOONCAKE =
      """
      {"session_id":"s","timestamp":10.5,"input_length":600,"output_length":2,"hash_ids":[0,1]}
      {"session_id":"s","delay":3.5,"input_length":1024,"output_length":2,"hash_ids":[0,2],
       "priority":2,"strict_priority":1,"policy_class":"x","routing_constraints":{"worker_id":1},
       "output_token_ids":[5,5],"request_id":"r"}
      {"session_id":"s","timestamp":700,"input_tokens":5,"output_tokens":0,"hash_ids":[0]}
      {"created_time":9,"output_length":1,"hash_ids":[7,8]}
      """;

  private static final String VERSION_TWO =
      """
      {"schema":"dynamo.agentic_mooncake","version":2,"block_size":64,"hash_id_scope":"local",
       "source":{"format":"x","digest":"y"}}
      {"request_id":"a","play_id":"p","source_play_ordinal":0,"session_id":"s","model":"m",
       "input_length":65,"output_length":3,"hash_ids":[1,2],"not_before_ms":4,
       "recorded_api_time_ms":12.5}
      {"request_id":"b","play_id":"p","source_play_ordinal":0,"session_id":"t","model":"m",
       "input_length":64,"output_length":3,"hash_ids":[1],"not_before_ms":9,"dependencies":[
       {"request_id":"a","trigger":"dispatch","delay_ms":3,"relation":"spawn"}],
       "turnstile":{"session_final":true,"tools":[{"class":"t","begin_ms":1,"end_ms":2}]}}
      """;

  private static final String LEGACY =
      """
      {"request_id":"a","timestamp":4,"input_length":5,"output_length":1,"hash_ids":[1]}
      {"request_id":"b","wait_for":["a"],"delay":5,"tool_wait_ms":6,"output_length":1,"hash_ids":[1]}
      """;

  private static final String WEKA =
      """
      {"id":"c","models":["m"],"block_size":64,"hash_id_scope":"local","requests":[
       {"t":0.5,"type":"s","model":"m","in":130,"out":4,"hash_ids":[1,2],"api_time":1.25,"ttft":0.5,
        "stop":"tool_use"},
       {"t":2,"type":"subagent","agent_id":"a","status":"completed","models":[],"requests":[
        {"t":0,"type":"n","model":"m","in":64,"out":1,"hash_ids":[5],"api_time":1}]},
       {"t":4,"type":"n","model":"m","in":192,"out":4,"hash_ids":[1,2,3]}]}
      {"id":"d","models":[],"block_size":64,"hash_id_scope":"local","requests":[
       {"t":0,"type":"n","model":"m","in":10,"out":0}]}
      """;

  private static final String AZURE =
      """
      TIMESTAMP,ContextTokens,GeneratedTokens
      2025-03-02 08:00:00.1250000,1536,24
      2025-03-02 08:00:01+01:00,902,310
      """;

  private static final String[] TOKENS = {
    "null", "-1", "1e400", "99999999999999999999", "\"\"", "[]", "{}", "true", "0.5", "\\", "\n"
  };

  static Stream<List<String>> traces() {
    return Stream.of(
        List.of("mooncake", MOONCAKE.replace("\n ", "")),
        List.of("agentic_mooncake", VERSION_TWO.replace("\n ", "")),
        List.of("agentic_mooncake", LEGACY),
        List.of("weka", WEKA.replace("\n ", "")),
        List.of("azure", AZURE));
  }

  @ParameterizedTest
  @MethodSource("traces")
  void onlyInputErrorsComeOutOfAStrictLoad(List<String> trace) {
    loadDamaged(trace.get(0), trace.get(1), Options.options());
  }

  @ParameterizedTest
  @MethodSource("traces")
  void onlyInputErrorsComeOutOfALenientLoad(List<String> trace) {
    loadDamaged(
        trace.get(0), trace.get(1), Options.options().lenient(true).spreadTies().wekaChains());
  }

  private static void loadDamaged(String format, String text, Options options) {
    ReaderOptions built = options.outputIdentity(OutputIdentity.RECORDED).build();
    int loaded = 0;
    int refused = 0;
    for (long seed = 0; seed < 700; seed++) {
      byte[] bytes = damage(text, new Random(seed));
      TraceInput input = TraceInput.of(TraceFile.standardInput(new ByteArrayInputStream(bytes)));
      try {
        new TraceLoader().load(input, format, built);
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

  private static byte[] damage(String original, Random random) {
    StringBuilder text = new StringBuilder(original);
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
}
