package dev.turnstile.policies.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.fixtures.TestPrompts;
import dev.turnstile.policies.fixtures.TestRequest;
import org.junit.jupiter.api.Test;

final class LoadTrackerTest {
  // Two prompts of four blocks of 16 tokens, three of them shared, and a prompt of the first two.
  private final TestPrompts prompts =
      TestPrompts.of(
          16, TestPrompts.chain(3, 1, 1), TestPrompts.chain(3, 1, 2), TestPrompts.chain(2, 0, 0));
  private final LoadTracker loads = new LoadTracker(2, prompts.tree());
  private final TestRequest first = prompts.request(0, 0, 5);
  private final TestRequest second = prompts.request(1, 1, 5);

  @Test
  void sharedBlocksCountOnceAndPartialBlocksPerRequest() {
    loads.onDispatch(first, 0, first.inputTokens());
    loads.onDispatch(second, 0, 0);

    // 3 shared + 2 own full ones + 2 partial ones
    assertThat(loads.activeBlocks(0)).isEqualTo(7);
    assertThat(loads.activeRequests(0)).isEqualTo(2);
    assertThat(loads.activeBlocks(1)).isZero();
  }

  @Test
  void aRequestAddsOnlyTheBlocksThatNobodyHasActive() {
    loads.onDispatch(prompts.request(2, 2, 0), 0, 32);

    // 4 full + 1 partial, of which the first two are active on worker 0
    assertThat(loads.addedBlocks(first, 0)).isEqualTo(3);
    assertThat(loads.addedBlocks(first, 1)).isEqualTo(5);
  }

  @Test
  void prefillTokensGoWithTheFirstToken() {
    loads.onDispatch(first, 0, 40);
    loads.onDispatch(second, 0, 2);

    loads.onFirstToken(first);

    assertThat(loads.activePrefillTokens(0)).isEqualTo(2);
    assertThat(loads.activeRequests(0)).isEqualTo(2);
  }

  @Test
  void prefillTokensOfARequestWithoutOutputGoAtItsCompletion() {
    loads.onDispatch(first, 0, 40);

    loads.onComplete(first);

    assertThat(loads.activePrefillTokens(0)).isZero();
    loads.checkIdle();
  }

  @Test
  void blocksThatAnotherRequestCoversStayActive() {
    loads.onDispatch(first, 0, 0);
    loads.onDispatch(second, 0, 0);

    loads.onComplete(first);

    assertThat(loads.activeBlocks(0)).isEqualTo(5);
  }

  @Test
  void anAbortBeforeTheDispatchChangesNothing() {
    loads.onDispatch(first, 0, 7);

    loads.onAbort(second);

    assertThat(loads.activeRequests(0)).isEqualTo(1);
    assertThat(loads.activePrefillTokens(0)).isEqualTo(7);
  }

  @Test
  void anAbortInFlightFreesAll() {
    loads.onDispatch(first, 0, 7);

    loads.onAbort(first);

    loads.checkIdle();
  }

  @Test
  void refusesToBookARequestTwice() {
    loads.onDispatch(first, 0, 0);

    assertThatThrownBy(() -> loads.onDispatch(first, 1, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("r0");
    assertThat(loads.activeRequests(0)).isEqualTo(1);
    assertThat(loads.activeRequests(1)).isZero();
  }

  @Test
  void refusesToCompleteWhatIsNotInFlight() {
    assertThatThrownBy(() -> loads.onComplete(first)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void saysWhatIsLeftWhenItShouldBeIdle() {
    loads.onDispatch(first, 1, 7);

    assertThatThrownBy(loads::checkIdle)
        .hasMessage("load books of worker 1 are not empty: 1 requests, 7 prefill tokens, 5 blocks");
  }
}
