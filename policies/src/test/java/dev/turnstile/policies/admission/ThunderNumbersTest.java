package dev.turnstile.policies.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.policies.admission.GateRun.Session;
import org.junit.jupiter.api.Test;

/** What the gate counts and logs. */
final class ThunderNumbersTest {

  @Test
  void writesItsDecisionsWithTheNumbersBehindThem() {
    GateRun run = GateRun.of(1000, 1);
    run.context.testLog().turnOn();
    Session a = run.session("a");
    a.send(800);
    run.at(1);
    Session b = run.session("b");
    b.send(200);
    run.at(2);
    a.complete(860);
    run.tick(5);
    run.tick(10);

    assertThat(run.context.testLog().lines())
        .containsExactly(
            "admit policy=thunderagent reason=fits worker=0 used_tokens=900 capacity_tokens=1000"
                + " paused_programs=0 session_id=a request_id=r0 tokens=800 need_tokens=900 step=1",
            "hold policy=thunderagent reason=full paused_programs=1"
                + " session_id=b request_id=r1 tokens=200 need_tokens=300 step=1 held_ns=0 w0.used_tokens=900",
            "pause policy=thunderagent reason=pressure worker=0 used_tokens=0"
                + " capacity_tokens=1000 paused_programs=2 session_id=a tokens=860 need_tokens=960 step=1"
                + " idle_ns=3000000000",
            "resume policy=thunderagent worker=0 used_tokens=0 capacity_tokens=1000"
                + " paused_programs=2 session_id=b request_id=r1 tokens=200 need_tokens=300 step=1 held_ns=9000000000",
            "release policy=thunderagent reason=resume worker=0 used_tokens=300"
                + " capacity_tokens=1000 paused_programs=1 session_id=b request_id=r1 tokens=200 need_tokens=300 step=1");
  }

  @Test
  void countsWhatItDoes() {
    GateRun run = GateRun.of(1000, 2);
    Session a = run.session("a");
    a.run(700, 860); // W0: 960 > 950
    Session b = run.session("b");
    b.send(700); // W1: 800
    run.tick(5); // a is paused
    a.send(600); // held
    run.tick(10); // room 850 on W0, 50 on W1

    assertThat(run.counter("programs_created")).isEqualTo(2);
    assertThat(run.counter("requests_admitted")).isEqualTo(3);
    assertThat(run.counter("requests_held")).isEqualTo(1);
    assertThat(run.counter("pauses")).isEqualTo(1);
    assertThat(run.counter("pauses_pressure")).isEqualTo(1);
    assertThat(run.counter("resumes")).isEqualTo(1);
    assertThat(run.counter("resumes_greedy")).isEqualTo(1);
    assertThat(run.counter("forced_resumes")).isZero();
    assertThat(run.counter("worker_assignments")).isEqualTo(3);
    assertThat(run.counter("resumes_to_other_worker")).isZero();
    assertThat(run.gauge("programs")).isEqualTo(2);
    assertThat(run.gauge("acting_programs")).isZero();
    b.complete(700);
    assertThat(run.gauge("acting_programs")).isEqualTo(1);
    assertThat(run.gate.workerGaugeNames())
        .containsExactly(
            "capacity",
            "used",
            "used_decayed",
            "resident_programs",
            "acting_programs",
            "in_flight_programs");
    run.at(11); // b's 700 tokens have halved
    assertThat(gauges(run, 0)).containsExactly(1000, 700, 700, 1, 0, 1);
    assertThat(gauges(run, 1)).containsExactly(1000, 800, 450, 1, 1, 0);
  }

  private static long[] gauges(GateRun run, int worker) {
    long[] values = new long[run.gate.workerGaugeNames().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = run.gate.workerGauge(i, worker);
    }
    return values;
  }

  @Test
  void countsTheProgramsThatOnlyForceBringsBack() {
    GateRun run = GateRun.of(10_000, 2);
    Session fits = run.session("fits");
    fits.run(8400, 8400); // 8500 = the ceiling
    assertThat(run.counter("programs_over_ceiling")).isZero();

    Session grows = run.session("grows");
    grows.run(8000, 8401);
    grows.run(8500, 8600);

    assertThat(run.counter("programs_over_ceiling")).isEqualTo(1);
  }
}
