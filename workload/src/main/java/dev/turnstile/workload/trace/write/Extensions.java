package dev.turnstile.workload.trace.write;

import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.ReaderOptions;
import tools.jackson.core.JsonGenerator;

/** The fields for policies that both Mooncake formats share. */
final class Extensions {
  private static final String RECORDED = ReaderOptions.OutputIdentity.RECORDED.label();

  private Extensions() {}

  static void write(JsonOutput lines, Workload workload, BlockNumbers blocks, int request) {
    RequestNode.Extras extras = workload.graph().request(request).extras();
    JsonGenerator json = lines.json();
    if (workload.info().outputIdentity().equals(RECORDED)) {
      int[] tokens = blocks.ofOutputTokens(request);
      if (tokens.length > 0) {
        lines.ids("output_token_ids", tokens);
      }
    }
    if (extras.priority() != 0) {
      json.writeNumberProperty("priority", (long) extras.priority());
    }
    if (extras.strictPriority() != 0) {
      json.writeNumberProperty("strict_priority", extras.strictPriority());
    }
    if (extras.policyClass() != null) {
      json.writeStringProperty("policy_class", extras.policyClass());
    }
    if (extras.pinnedWorker() >= 0) {
      json.writeObjectPropertyStart("routing_constraints");
      json.writeNumberProperty("worker_id", extras.pinnedWorker());
      json.writeEndObject();
    }
  }
}
