package dev.turnstile.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicySpecTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kv",
        "power-of-two",
        "kv:router_temperature=0.5,tie_break=random",
        "thunderagent+kv",
        "kv+thunderagent:profile=python",
        "thunderagent:profile=python,buffer_per_program=0+kv:router_temperature=1",
        "./My Policy.java",
        "/a/b:c/My+Policy.java:alpha=1",
        "thunderagent+./Mine.java:alpha=1",
      })
  void readsAndWritesTheSameText(String text) {
    assertThat(PolicySpec.parse(text).text()).isEqualTo(text);
  }

  @Test
  void partsAndParametersKeepTheirOrder() {
    PolicySpec spec = PolicySpec.parse("kv:b=1,a=2+thunderagent:profile=python");

    assertThat(spec.parts())
        .extracting(PolicySpec.Part::name)
        .containsExactly("kv", "thunderagent");
    assertThat(spec.parts().get(0).values().keySet()).containsExactly("b", "a");
    assertThat(spec.parts().get(1).values()).isEqualTo(Map.of("profile", "python"));
  }

  @Test
  void aPlusBeforeANumberBelongsToTheValue() {
    PolicySpec spec = PolicySpec.parse("thunderagent:resume_priority_boost=+1.5,x=1e+3+kv");

    assertThat(spec.parts()).hasSize(2);
    assertThat(spec.parts().get(0).values())
        .containsEntry("resume_priority_boost", "+1.5")
        .containsEntry("x", "1e+3");
  }

  @Test
  void aValueMayHoldColonsAndEqualsSigns() {
    assertThat(PolicySpec.parse("kv:a=b:c=d").parts().get(0).values()).containsEntry("a", "b:c=d");
  }

  @Test
  void filesAreToldFromIds() {
    PolicySpec spec = PolicySpec.parse("Mine.java+kv");

    assertThat(spec.parts()).extracting(PolicySpec.Part::isFile).containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|a name is missing",
        "kv+|a name is missing",
        "+kv|'+kv' does not begin with a name",
        "KV|'KV' does not begin with a name",
        "kv router|'kv router' does not begin with a name",
        "kv:|a parameter is missing",
        "kv:a=1,|a parameter is missing",
        "kv:a=1,2,3|'2' is not key=value; a comma parts keys, a list of values goes to --axis",
        "kv:=1|'=1' is not key=value",
        "kv:a=1,a=2|'a' is given twice",
      })
  void saysWhatIsWrong(String text, String problem) {
    assertThatThrownBy(() -> PolicySpec.parse(text))
        .isInstanceOf(PolicySpecException.class)
        .hasMessageStartingWith("policy '" + text + "': ")
        .hasMessageContaining(problem);
  }

  @Test
  void aParameterCanBeSetAfterwards() {
    PolicySpec spec = PolicySpec.parse("thunderagent:a=1+kv:a=1");

    assertThat(spec.with("kv", "a", "2").with("kv", "b", "3").text())
        .isEqualTo("thunderagent:a=1+kv:a=2,b=3");
  }
}
