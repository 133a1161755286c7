package dev.turnstile.engine.timing;

import static dev.turnstile.engine.timing.Timings.timing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.engine.hardware.Deployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimingFactoryTest {
  private final Deployment mi300x = Timings.deployment("llama-3.1-8b", "mi300x", 1, "bf16", "bf16");

  @Test
  void namesTheDefaultFirst() {
    assertThat(TimingFactory.providers())
        .extracting(TimingProvider::id)
        .containsExactly("roofline", "polynomial", "linear", "fixed");
  }

  @Test
  void resolvingWritesEveryParameterOut() {
    TimingSpec resolved =
        TimingFactory.resolve(TimingSpec.parse("roofline:eff_gemm=0.550,alpha_us=5e0"), mi300x);

    // eff_mem is the GPU's, 0.77 for the MI300X
    assertThat(resolved)
        .hasToString(
            "roofline:eff_gemm=0.55,eff_attn_prefill=0.5,eff_attn_decode=0.5,eff_mem=0.77,"
                + "eff_link=0.8,alpha_us=5,step_overhead_ms=1,per_sequence_overhead_us=10");
    assertThat(TimingFactory.resolve(resolved, mi300x)).isEqualTo(resolved);
  }

  @Test
  void aResolvedSpecReadsBackAsTheSameModel() {
    TimingSpec resolved = TimingFactory.resolve(TimingSpec.parse("roofline"), mi300x);

    assertThat(TimingSpec.parse(resolved.toString())).isEqualTo(resolved);
  }

  @Test
  void describesTheModelWithEveryNumber() {
    assertThat(timing("fixed:decode_ms=1,prefill_ms=20").describe())
        .isEqualTo("fixed:prefill_ms=20,decode_ms=1");
    assertThat(timing("linear:decode_ms_per_step=10,prefill_ms_per_token=0.1").describe())
        .isEqualTo("linear:prefill_ms_per_token=0.1,decode_ms_per_step=10");
    assertThat(timing("polynomial").describe())
        .isEqualTo("polynomial for a pool of unlimited tokens");
    assertThat(timing("roofline").describe())
        .isEqualTo(
            "roofline:eff_gemm=0.6,eff_attn_prefill=0.5,eff_attn_decode=0.5,eff_mem=0.8,"
                + "eff_link=0.8,alpha_us=10,step_overhead_ms=1,per_sequence_overhead_us=10"
                + " for llama-3.1-8b (bf16 weights, bf16 KV) on 1 x h100-sxm");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rooflin            | timing.provider: unknown model 'rooflin'; allowed: roofline, polynomial, linear, fixed",
        "roofline:eff_gem=1 | timing.eff_gem: unknown parameter of roofline with value '1'; allowed: eff_gemm, eff_attn_prefill, eff_attn_decode, eff_mem, eff_link, alpha_us, step_overhead_ms, per_sequence_overhead_us",
        "polynomial:a=1     | timing.a: unknown parameter of polynomial with value '1'; allowed: none",
        "roofline:eff_gemm=0 | timing.eff_gemm: not a value of this parameter '0'; allowed: a number in (0, 1]",
        "roofline:eff_mem=1.01 | timing.eff_mem: not a value of this parameter '1.01'; allowed: a number in (0, 1]",
        "roofline:eff_mem=NaN | timing.eff_mem: not a value of this parameter 'NaN'; allowed: a number in (0, 1]",
        "roofline:eff_mem=  | timing.eff_mem: not a value of this parameter; allowed: a number in (0, 1]",
        "roofline:alpha_us=-1 | timing.alpha_us: not a value of this parameter '-1'; allowed: a number >= 0",
        "roofline:alpha_us=1e999 | timing.alpha_us: not a value of this parameter '1e999'; allowed: a number >= 0",
        "roofline:alpha_us=10us | timing.alpha_us: not a value of this parameter '10us'; allowed: a number >= 0",
        "fixed              | timing.prefill_ms: missing, fixed needs it; allowed: a number >= 0",
        "fixed:prefill_ms=1 | timing.decode_ms: missing, fixed needs it; allowed: a number >= 0",
        "fixed:             | timing.provider: unreadable 'fixed:'; allowed: name:key=value,key=value",
        "fixed:prefill_ms   | timing.provider: unreadable 'fixed:prefill_ms'; allowed: name:key=value,key=value",
        "fixed:prefill_ms=1,prefill_ms=2 | timing.prefill_ms: given twice in 'fixed:prefill_ms=1,prefill_ms=2'; allowed: each key once",
      })
  void rejectsSettingsWithKeyValueAndWhatIsAllowed(String spec, String message) {
    assertThatThrownBy(() -> timing(spec))
        .isInstanceOf(TimingConfigException.class)
        .hasMessage(message);
  }

  @Test
  void everyParameterDeclaresItself() {
    assertThat(TimingFactory.providers())
        .flatExtracting(TimingProvider::parameters)
        .allSatisfy(
            parameter -> {
              assertThat(parameter.meaning()).endsWith(".");
              assertThat(parameter.range().text()).startsWith("a number");
              assertThat(parameter.isRequired()).isEqualTo(parameter.defaultText().isEmpty());
              assertThat("_" + parameter.name() + "_").contains("_" + parameter.unit());
            });
  }
}
