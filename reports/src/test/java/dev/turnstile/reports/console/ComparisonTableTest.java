package dev.turnstile.reports.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ComparisonTableTest {

  @Test
  void shortNamesStandInOneLine() {
    assertThat(ComparisonTable.headLines("kv")).containsExactly("kv");
    assertThat(ComparisonTable.headLines("thunderagent+kv")).containsExactly("thunderagent+kv");
    assertThat(ComparisonTable.headLines("/some/folder/FollowCache.java:x=1"))
        .containsExactly("FollowCache.java:", "x=1");
  }

  @Test
  void longNamesAreBrokenButNeverCut() {
    assertThat(ComparisonTable.headLines("thunderagent:buffer_per_program=0,profile=python"))
        .containsExactly("thunderagent:", "buffer_per_", "program=0,", "profile=python");
    assertThat(ComparisonTable.headLines("thunderagent:session_retention_seconds=0.5"))
        .containsExactly("thunderagent:", "session_retention_", "seconds=0.5");
    assertThat(ComparisonTable.headLines("Averyveryverylongnameofapolicy.java"))
        .containsExactly("Averyveryverylongn", "ameofapolicy.java");
  }
}
