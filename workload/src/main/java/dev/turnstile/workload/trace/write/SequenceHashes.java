package dev.turnstile.workload.trace.write;

import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.workload.CompletePrompts;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.graph.SessionGraph;
import java.nio.charset.StandardCharsets;

/**
 * Chained hashes of prompts: equal leading values mean a shared prefix.
 *
 * <p>A request trace gives its own hashes back. For any other source, and for an anonymous copy,
 * the hash of a block is made from the digest of the source and the block's place in the prompt
 * tree, so that two recordings of one trace agree and recordings of different traces do not meet.
 */
final class SequenceHashes {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final String ORIGINAL = "dynamo";

  private final SessionGraph graph;
  private final CompletePrompts prompts;
  private final PromptTree tree;
  private final int blockTokens;
  private final boolean original;
  private final long salt;
  private final int[] firstOf;

  SequenceHashes(Workload workload, boolean anonymize) {
    graph = workload.graph();
    prompts = CompletePrompts.of(workload);
    tree = prompts.tree();
    blockTokens = workload.info().traceBlockTokens();
    original = workload.info().format().equals(ORIGINAL) && !anonymize;
    salt = fnv1a64(Labels.digest(workload.info()));
    firstOf = new int[tree.nodeCount()];
    for (int node = 1; node < firstOf.length; node++) {
      firstOf[node] = firstOf[node - 1] + tree.endBlock(node - 1) - tree.startBlock(node - 1);
    }
  }

  /** One hash for each block of a request's prompt, a partial last one included. */
  long[] ofPrompt(int request) {
    long tokens = graph.request(request).prompt().inputTokens();
    return chain(request, tokens, prompts.node(request), prompts.depth(request));
  }

  /**
   * One hash for each block of prompt and output together; empty if the trace names no block that
   * holds generated tokens.
   */
  long[] ofCompletion(int request) {
    RequestNode node = graph.request(request);
    long tokens = node.prompt().inputTokens() + node.outputTokens();
    int named = prompts.outputDepth(request);
    return named <= node.prompt().inputTokens() / blockTokens
        ? new long[0]
        : chain(request, tokens, prompts.outputNode(request), named);
  }

  private long[] chain(int request, long tokens, int lastNode, int named) {
    long[] hashes = new long[Math.toIntExact((tokens - 1) / blockTokens + 1)];
    int node = named == 0 ? PromptTree.NO_NODE : tree.nodeAt(lastNode, named - 1);
    for (int block = named - 1; block >= 0; block--) {
      node = tree.nodeAt(node, block);
      hashes[block] =
          original
              ? tree.hash(node, block)
              : mix(salt + firstOf[node] + block - tree.startBlock(node));
    }
    if (named < hashes.length) {
      long own = mix(salt ^ fnv1a64(graph.request(request).id()));
      for (int block = named; block < hashes.length; block++) {
        hashes[block] = mix(own + block);
      }
    }
    return hashes;
  }

  /** A 64-bit finaliser that maps no two values to one (David Stafford's variant 13). */
  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** The 64-bit FNV-1a hash of a text (Fowler, Noll, Vo). */
  private static long fnv1a64(String text) {
    long hash = FNV_OFFSET;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * FNV_PRIME;
    }
    return hash;
  }
}
