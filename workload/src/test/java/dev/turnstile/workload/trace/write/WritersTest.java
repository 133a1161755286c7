package dev.turnstile.workload.trace.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.TraceText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WritersTest {
  private static final String[] SESSION = {
    "{'session_id':'s','timestamp':5,'input_length':600,'output_length':3,'hash_ids':[7,8]}",
    "{'session_id':'s','delay':350.5,'input_length':1024,'output_length':2,'hash_ids':[7,9],"
        + "'priority':2,'routing_constraints':1}",
    "{'timestamp':9,'input_length':5,'output_length':0,'hash_ids':[4]}"
  };

  @TempDir private Path folder;

  @Test
  void writesAgenticMooncakeRows() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AgenticMooncakeWriter.write(TraceText.load(SESSION), bytes, false);
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n");

    assertThat(lines[0].replaceAll("sha256:\\w{64}", "sha256:X"))
        .isEqualTo(
            json(
                "{'schema':'dynamo.agentic_mooncake','version':2,'block_size':512,"
                    + "'hash_id_scope':'local','source':{'format':'mooncake',"
                    + "'digest':'sha256:X'}}"));
    assertThat(lines)
        .contains(
            json(
                "{'request_id':'line1','play_id':'line1','source_play_ordinal':0,"
                    + "'session_id':'s','model':'unknown','input_length':600,'output_length':3,"
                    + "'hash_ids':[0,1],'not_before_ms':0}"),
            json(
                "{'request_id':'line2','play_id':'line1','source_play_ordinal':0,"
                    + "'session_id':'s','model':'unknown','input_length':1024,'output_length':2,"
                    + "'hash_ids':[0,2],'not_before_ms':0,'priority':2,"
                    + "'routing_constraints':{'worker_id':1},'dependencies':[{"
                    + "'request_id':'line1','trigger':'completion','delay_ms':350.5,"
                    + "'relation':'sequence'}]}"),
            json(
                "{'request_id':'line3','play_id':'line3','source_play_ordinal':1,"
                    + "'session_id':'request_3','model':'unknown','input_length':5,"
                    + "'output_length':0,'hash_ids':[0],'not_before_ms':4,"
                    + "'turnstile':{'anonymous_session':true}}"));
  }

  @Test
  void writesMooncakeRows() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    MooncakeWriter.write(TraceText.load(SESSION), bytes, true);

    assertThat(bytes.toString(StandardCharsets.UTF_8).split("\n"))
        .containsExactly(
            json(
                "{'request_id':'request-0','session_id':'session-0','timestamp':0,"
                    + "'input_length':600,'output_length':3,'hash_ids':[0,1]}"),
            json(
                "{'request_id':'request-1','session_id':'session-0','delay':350.5,"
                    + "'input_length':1024,'output_length':2,'hash_ids':[0,2],'priority':2,"
                    + "'routing_constraints':{'worker_id':1}}"),
            json(
                "{'request_id':'request-2','timestamp':4,'input_length':5,'output_length':0,"
                    + "'hash_ids':[3]}"));
  }

  @Test
  void writesServedRequestsInOrderOfCompletion() throws IOException {
    Workload workload = TraceText.load(SESSION);
    List<ServedRequest> served =
        List.of(
            new ServedRequest(0, 0, 10_250_000, 30_400_000, 3, 0, 2, 1),
            new ServedRequest(1, 400_600_000, 450_600_000, 500_400_000, 2, 512, 0, 0),
            new ServedRequest(2, 4_000_000, RequestNode.NO_TIME, 9_000_000, 0, -1, -1, -1));
    Path file = folder.resolve("run.jsonl");

    RequestTraceWriter.writeServed(workload, served, file);

    List<String> lines =
        Files.readAllLines(file).stream()
            .map(line -> line.replaceAll("hashes\":\\[[^]]*]", "hashes\":[]"))
            .toList();
    String replay = ",'input_sequence_hashes':[]}}}";
    assertThat(lines)
        .containsExactly(
            json(
                "{'schema':'dynamo.request.trace.v1','event_type':'request_end',"
                    + "'event_time_unix_ms':1700000000009,'request':{'request_id':'line3',"
                    + "'model':'unknown','input_tokens':5,'output_tokens':0,"
                    + "'request_received_ms':1700000000004,'total_time_ms':5,"
                    + "'replay':{'trace_block_size':512,'input_length':5"
                    + replay),
            // 30.4 ms becomes 30, 10.25 of 30.4 ms are prefill, two gaps of 10.075 follow.
            json(
                "{'schema':'dynamo.request.trace.v1','event_type':'request_end',"
                    + "'event_time_unix_ms':1700000000030,'event_source':'dynamo',"
                    + "'agent_context':{'session_id':'s'},'request':{'request_id':'line1',"
                    + "'model':'unknown','input_tokens':600,'output_tokens':3,'cached_tokens':0,"
                    + "'request_received_ms':1700000000000,'ttft_ms':10.25,"
                    + "'total_time_ms':30.4,'avg_itl_ms':10.075,'queue_depth':2,"
                    + "'worker':{'decode_worker_id':1,'decode_dp_rank':0},"
                    + "'replay':{'trace_block_size':512,'input_length':600"
                    + replay),
            // 400.6 to 500.4 becomes 401 to 500: with the exact 99.8 ms a reader would find 501.
            json(
                "{'schema':'dynamo.request.trace.v1','event_type':'request_end',"
                    + "'event_time_unix_ms':1700000000500,'event_source':'dynamo',"
                    + "'agent_context':{'session_id':'s'},'request':{'request_id':'line2',"
                    + "'model':'unknown','input_tokens':1024,'output_tokens':2,"
                    + "'cached_tokens':512,'request_received_ms':1700000000401,'ttft_ms':50,"
                    + "'total_time_ms':99.4,'avg_itl_ms':49.8,'queue_depth':0,"
                    + "'worker':{'decode_worker_id':0,'decode_dp_rank':0},"
                    + "'replay':{'trace_block_size':512,'input_length':1024"
                    + replay));
  }

  @Test
  void leavesNothingBehindWhereItCannotWrite() throws IOException {
    Workload workload = TraceText.load(SESSION);
    Path missing = folder.resolve("missing").resolve("out.jsonl");

    assertThatThrownBy(() -> AgenticMooncakeWriter.write(workload, missing, false))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void replacesAFileOnlyWhenTheNewOneIsWhole() throws IOException {
    Path target = folder.resolve("out.txt");
    Files.writeString(target, "old");

    try (OutputFile file = OutputFile.create(target)) {
      file.stream().write("half".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(target).hasContent("old");

    try (OutputFile file = OutputFile.create(target)) {
      file.stream().write("new".getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    assertThat(target).hasContent("new");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
