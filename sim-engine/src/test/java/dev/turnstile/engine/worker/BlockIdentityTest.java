package dev.turnstile.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.engine.prompt.PromptTreeBuilder;
import org.junit.jupiter.api.Test;

final class BlockIdentityTest {

  /** Two prompts of 10 tokens per trace block: 1 2 3 and 1 2 4 5; engine blocks of 5 tokens. */
  private record TwoPrompts(
      BlockTree blocks, int[] nodes, long inputTokens, long pathTokens, long outputPathTokens)
      implements EngineRequests {

    static TwoPrompts of(long inputTokens, long pathTokens, long outputPathTokens) {
      PromptTreeBuilder builder = new PromptTreeBuilder(10);
      int root = builder.newRoot();
      int[] nodes = {
        builder.insert(root, new long[] {1, 2, 3}, 3),
        builder.insert(root, new long[] {1, 2, 4, 5}, 4)
      };
      BlockTree blocks = new BlockTree(builder.freeze(nodes, new int[] {3, 4}), 5);
      return new TwoPrompts(blocks, nodes, inputTokens, pathTokens, outputPathTokens);
    }

    @Override
    public int count() {
      return 1;
    }

    @Override
    public int promptNode(int request) {
      return nodes[0];
    }

    @Override
    public long pathTokens(int request) {
      return pathTokens;
    }

    @Override
    public int outputNode(int request) {
      return outputPathTokens == 0 ? -1 : nodes[1];
    }

    @Override
    public long outputPathTokens(int request) {
      return outputPathTokens;
    }

    @Override
    public long inputTokens(int request) {
      return inputTokens;
    }

    @Override
    public long outputTokens(int request) {
      return 100;
    }
  }

  @Test
  void blocksOfThePathBelongToTheTreeAndTheRestToTheRequest() {
    BlockIdentity identity = new BlockIdentity(TwoPrompts.of(33, 30, 0));

    assertThat(identity.promptPathBlocks(0)).isEqualTo(6);
    assertThat(identity.owner(0, 3)).isEqualTo(1); // tokens 15 to 19 of the shared run
    assertThat(identity.owner(0, 4)).isEqualTo(2);
    assertThat(identity.owner(0, 5)).isEqualTo(2);
    assertThat(identity.owner(0, 6)).isEqualTo(~0);
    assertThat(BlockIdentity.isPrivate(identity.owner(0, 6))).isTrue();
    assertThat(BlockIdentity.isPrivate(identity.owner(0, 5))).isFalse();
  }

  @Test
  void blockThatThePromptFillsOnlyInPartIsNotThePaths() {
    // 28 of 30 path tokens: the sixth block, tokens 25 to 29, is filled by the output.
    BlockIdentity identity = new BlockIdentity(TwoPrompts.of(28, 28, 0));

    assertThat(identity.promptPathBlocks(0)).isEqualTo(5);
    assertThat(identity.owner(0, 5)).isEqualTo(~0);
  }

  @Test
  void outputPathNamesTheBlocksBeyondThePromptAsFarAsItGoes() {
    // 23 prompt tokens; the output is known up to token 38 of the other path.
    BlockIdentity identity = new BlockIdentity(TwoPrompts.of(23, 20, 38));

    assertThat(identity.owner(0, 3)).isEqualTo(1);
    assertThat(identity.owner(0, 4)).isEqualTo(3);
    assertThat(identity.owner(0, 6)).isEqualTo(3); // tokens 30 to 34
    assertThat(identity.owner(0, 7)).isEqualTo(~0); // tokens 35 to 39
  }
}
