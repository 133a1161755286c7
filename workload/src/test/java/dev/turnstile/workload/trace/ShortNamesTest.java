package dev.turnstile.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ShortNamesTest {
  @Test
  void nameASingleFileWithoutItsFolder() {
    ShortNames names = new ShortNames(List.of("/data/agents/trace.jsonl"));

    assertThat(names.of("/data/agents/trace.jsonl")).isEqualTo("trace.jsonl");
    assertThat(names.in("/data/agents/trace.jsonl:7: x")).isEqualTo("trace.jsonl:7: x");
  }

  @Test
  void keepTheFoldersThatTellFilesApart() {
    ShortNames names = new ShortNames(List.of("/data/a/t.jsonl", "/data/b/t.jsonl"));

    assertThat(names.of("/data/b/t.jsonl")).isEqualTo("b/t.jsonl");
    assertThat(names.in("seen in /data/a/t.jsonl:1")).isEqualTo("seen in a/t.jsonl:1");
  }

  @Test
  void leavePlainNamesAndFoldersThatDifferAlone() {
    assertThat(new ShortNames(List.of("t.jsonl", "u.jsonl")).of("u.jsonl")).isEqualTo("u.jsonl");
    assertThat(new ShortNames(List.of("ab/t", "ac/t")).of("ac/t")).isEqualTo("ac/t");
    assertThat(new ShortNames(List.of()).in("nothing")).isEqualTo("nothing");
  }
}
