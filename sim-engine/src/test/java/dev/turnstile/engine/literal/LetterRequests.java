package dev.turnstile.engine.literal;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import dev.turnstile.engine.worker.BlockIdentity;
import dev.turnstile.engine.worker.EngineRequests;
import java.util.List;

/** Requests whose tokens are letters: equal text from the start is equal KV. */
final class LetterRequests implements EngineRequests {

  /**
   * One request.
   *
   * @param prompt one letter per token
   * @param output number of output tokens
   * @param outputText the output's letters if they have an identity, else empty
   */
  record Text(String prompt, long output, String outputText, int priority) {}

  private final List<Text> texts;
  private final PromptTree tree;
  private final BlockTree blocks;
  private final int[] nodes;

  LetterRequests(List<Text> texts, int blockTokens) {
    this.texts = List.copyOf(texts);
    PromptTreeBuilder builder = new PromptTreeBuilder(1);
    int root = builder.newRoot();
    int count = texts.size();
    nodes = new int[2 * count];
    int[] depths = new int[2 * count];
    for (int i = 0; i < count; i++) {
      String prompt = texts.get(i).prompt();
      String whole = prompt + texts.get(i).outputText();
      depths[i] = prompt.length();
      nodes[i] = builder.insert(root, letters(prompt), prompt.length());
      depths[count + i] = whole.length();
      nodes[count + i] = builder.insert(root, letters(whole), whole.length());
    }
    tree = builder.freeze(nodes, depths);
    blocks = new BlockTree(tree, blockTokens);
  }

  private static long[] letters(String text) {
    return text.chars().asLongStream().toArray();
  }

  /** The text of a block with all that precedes it, as {@code abcd|efgh}. */
  String text(int owner, int block) {
    if (BlockIdentity.isPrivate(owner)) {
      return "R" + (~owner + 1) + "#" + block;
    }
    StringBuilder text = new StringBuilder();
    int tokens = (block + 1) * blocks.blockTokens();
    for (long letter : tree.chain(owner, tokens)) {
      if (!text.isEmpty() && text.length() % (blocks.blockTokens() + 1) == blocks.blockTokens()) {
        text.append('|');
      }
      text.append((char) letter);
    }
    return text.toString();
  }

  @Override
  public int count() {
    return texts.size();
  }

  @Override
  public BlockTree blocks() {
    return blocks;
  }

  @Override
  public int promptNode(int request) {
    return nodes[request];
  }

  @Override
  public long pathTokens(int request) {
    return inputTokens(request);
  }

  @Override
  public int outputNode(int request) {
    return texts.get(request).outputText().isEmpty() ? -1 : nodes[count() + request];
  }

  @Override
  public long outputPathTokens(int request) {
    String output = texts.get(request).outputText();
    return output.isEmpty() ? 0 : inputTokens(request) + output.length();
  }

  @Override
  public long inputTokens(int request) {
    return texts.get(request).prompt().length();
  }

  @Override
  public long outputTokens(int request) {
    return texts.get(request).output();
  }

  @Override
  public int priority(int request) {
    return texts.get(request).priority();
  }
}
