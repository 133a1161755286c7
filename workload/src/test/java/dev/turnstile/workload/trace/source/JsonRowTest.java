package dev.turnstile.workload.trace.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.InvalidInputException;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonRowTest {
  private static JsonRow row(String text) {
    JsonRow row = new JsonRow("t.jsonl");
    byte[] bytes = text.getBytes(UTF_8);
    row.start(bytes, 0, bytes.length, 7);
    return row;
  }

  /** A cursor on the value of the field {@code x}. */
  private static JsonRow value(String text) {
    JsonRow row = row("{\"x\":" + text + "}");
    row.enterObject();
    row.nextField();
    return row;
  }

  @Test
  void skipsWhatIsNotTakenAndWalksIntoWhatIsEntered() {
    JsonRow row = row("{\"a\":{\"b\":[1,{}]},\"c\":{\"d\":[{\"e\":\"f\"},2]},\"g\":3}");
    List<String> seen = new ArrayList<>();

    row.enterObject();
    while (row.nextField()) {
      seen.add(row.field());
      if (row.field().equals("c")) {
        row.enterObject();
        while (row.nextField()) {
          row.enterArray();
          row.nextElement();
          row.enterObject();
          while (row.nextField()) {
            seen.add(row.path() + "=" + row.text());
          }
          row.nextElement();
          seen.add(row.path() + "=" + row.whole());
          assertThat(row.nextElement()).isFalse();
        }
      }
    }

    assertThat(seen).containsExactly("a", "c", "c.d[0].e=f", "c.d[1]=2", "g");
  }

  @Test
  void nullEqualsAbsent() {
    JsonRow row = row("{\"a\":null,\"b\":1,\"c\":null}");

    row.enterObject();

    assertThat(row.nextField()).isTrue();
    assertThat(row.field()).isEqualTo("b");
    assertThat(row.nextField()).isFalse();
  }

  @Test
  void aFieldThatOccursTwiceIsAnError() {
    JsonRow row = row("{\"a\":{\"k\":1},\"b\":2,\"a\":3}");
    row.enterObject();
    row.nextField();
    row.nextField();

    assertThatThrownBy(row::nextField)
        .isInstanceOf(BadRowException.class)
        .hasMessage("t.jsonl:7: a: occurs twice in one object");
  }

  @Test
  void theSameFieldInTwoObjectsIsFine() {
    JsonRow row = row("{\"a\":{\"k\":1},\"b\":{\"k\":1}}");
    int fields = 0;

    row.enterObject();
    while (row.nextField()) {
      row.enterObject();
      while (row.nextField()) {
        fields++;
      }
    }

    assertThat(fields).isEqualTo(2);
  }

  @Test
  void namesPlaceAndValueOfAWrongType() {
    assertThatThrownBy(() -> value("\"12\"").whole())
        .isInstanceOf(BadRowException.class)
        .hasMessage("t.jsonl:7: x: must be a whole number, got \"12\"");
    assertThatThrownBy(() -> value("1.5").whole()).hasMessageContaining("got 1.5");
    assertThatThrownBy(() -> value("17").text())
        .hasMessage("t.jsonl:7: x: must be a string, got 17");
    assertThatThrownBy(() -> value("[1]").enterObject())
        .hasMessage("t.jsonl:7: x: must be an object, got an array");
    assertThatThrownBy(() -> value("{}").scaled(6))
        .hasMessage("t.jsonl:7: x: must be a number, got an object");
    assertThatThrownBy(() -> value("1").flag())
        .hasMessage("t.jsonl:7: x: must be true or false, got 1");
  }

  @Test
  void takesWholeNumbersWrittenAsFractionOrWithExponent() {
    assertThat(value("512").whole()).isEqualTo(512);
    assertThat(value("512.0").whole()).isEqualTo(512);
    assertThat(value("1e3").whole()).isEqualTo(1000);
    assertThat(value("-5").whole()).isEqualTo(-5);
    assertThatThrownBy(() -> value("9223372036854775808").whole())
        .hasMessage("t.jsonl:7: x: is out of range, got 9223372036854775808");
  }

  @Test
  void keepsHashesExactly() {
    LongArrayList hashes = new LongArrayList();

    value("[14879255164371896291,14879255164371896290,8589934597]").unsignedInto(hashes);

    assertThat(hashes.longStream().mapToObj(Long::toUnsignedString))
        .containsExactly("14879255164371896291", "14879255164371896290", "8589934597");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.0", "1e3", "18446744073709551616"})
  void noReaderMaySkipADamagedHash(String hash) {
    assertThatThrownBy(() -> value("[1," + hash + "]").unsignedInto(new LongArrayList()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("t.jsonl:7: x[1]: must be an unsigned 64-bit whole number, got " + hash);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1",
        "{\"a\":",
        "{\"a",
        "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":1,}",
        "{\"a\":1} x",
        "{\"a\":1}{}",
        "nonsense"
      })
  void textThatIsNotJsonIsABadRow(String text) {
    assertThatThrownBy(
            () -> {
              JsonRow row = row(text);
              row.finish();
            })
        .isInstanceOf(BadRowException.class)
        .hasMessageStartingWith("t.jsonl:7: not valid JSON: ")
        .satisfies(e -> assertThat(((BadRowException) e).reason()).isEqualTo(JsonRow.NOT_JSON));
  }

  @Test
  void theEndOfTheObjectIsTheEndOfTheLine() {
    JsonRow row = row("{\"a\":1} 2");
    row.enterObject();
    row.nextField();

    assertThatThrownBy(row::nextField).hasMessageContaining("text follows the value");
  }

  @Test
  void aMessageNeverShowsUnquotedContent() {
    assertThatThrownBy(
            () -> {
              JsonRow row = row("{\"payload\":{\"text\": secret }}");
              row.finish();
            })
        .hasMessageNotContaining("secret");
  }

  @Test
  void saysWhichLimitAnAbsurdValuePasses() {
    for (String absurd : List.of("9".repeat(5000), "[".repeat(600) + "]".repeat(600))) {
      assertThatThrownBy(() -> value("0,\"y\":" + absurd).finish())
          .isInstanceOf(BadRowException.class)
          .hasMessage(
              "t.jsonl:7: not valid JSON:"
                  + " it has a number of more than 1000 digits, or more than 500 levels");
    }
  }

  @Test
  void saysThatTextIsNotUtf8() {
    byte[] latin1 = {'{', '"', 'x', '"', ':', '"', (byte) 0xe9, '"', '}'};
    JsonRow row = new JsonRow("t.jsonl");
    row.start(latin1, 0, latin1.length, 7);
    row.enterObject();
    row.nextField();

    assertThatThrownBy(row::text)
        .hasMessageStartingWith("t.jsonl:7: not valid JSON: not UTF-8 in column ");
  }

  @Test
  void aDocumentMaySpanLinesAndKnowsTheLineOfAValue() {
    byte[] text = "{\n \"a\": [\n 1,\n -2 ]\n}\n".getBytes(UTF_8);
    JsonRow row =
        JsonRow.document(new TraceStream("d.json", new ByteArrayInputStream(text), false));

    row.enterObject();
    row.nextField();

    assertThatThrownBy(() -> row.unsignedInto(new LongArrayList()))
        .hasMessageStartingWith("d.json:4: a[1]: ");
  }

  @Test
  void canBeUsedForTheNextLine() {
    JsonRow row = row("{\"a\":[1,2");
    byte[] next = " {\"b\":2}".getBytes(UTF_8);

    row.start(next, 1, next.length - 1, 8);
    row.enterObject();
    row.nextField();

    assertThat(row.field()).isEqualTo("b");
    assertThat(row.line()).isEqualTo(8);
  }
}
