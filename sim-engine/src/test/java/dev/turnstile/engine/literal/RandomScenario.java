package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random settings and requests, small enough that pools overflow and requests are preempted. */
final class RandomScenario {
  private final SplittableRandom random;
  final ConfigBuilder config = new ConfigBuilder();
  final List<LetterRequests.Text> texts = new ArrayList<>();
  final List<Long> arrivalsMillis = new ArrayList<>();

  RandomScenario(long seed) {
    random = new SplittableRandom(seed);
    config.blockTokens = 1 + random.nextInt(5);
    config.kvBlocks = chance(8) ? WorkerConfig.UNLIMITED : 4 + random.nextInt(30);
    config.budget = chance(3) ? 1 + random.nextInt(6) : 8 + random.nextInt(40);
    config.maxNumSeqs = chance(3) ? 1 + random.nextInt(3) : 16;
    config.threshold = chance(4) ? 1 + random.nextInt(6) : 0;
    config.chunked = config.budget < 40 || !chance(3);
    config.caching = !chance(8);
    config.watermarkBlocks = chance(3) ? random.nextInt(4) : 0;
    config.queueOrder = QueueOrder.values()[random.nextInt(2)];
    config.preemptionMode = PreemptionMode.values()[random.nextInt(2)];
    config.freeOrder = FreeOrder.values()[random.nextInt(2)];
    // Without the gate, without cache and with the oldest as victim nobody may ever finish.
    config.fullSequenceMustFit = !config.caching || !chance(3);
    config.maxModelLen = chance(5) ? 20 + random.nextInt(20) : 0;
    config.eventsAtPassEnd = chance(6);
    addRequests();
  }

  long largestRequestBlocks() {
    WorkerConfig built = config.build();
    return texts.stream()
        .mapToLong(text -> built.neededBlocks(text.prompt().length(), text.output()))
        .max()
        .orElseThrow();
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private void addRequests() {
    WorkerConfig built = config.build();
    int count = 1 + random.nextInt(40);
    long now = 0;
    while (texts.size() < count) {
      String prompt = prompt(random, texts);
      long output = chance(10) ? 0 : 1 + random.nextInt(chance(3) ? 30 : 6);
      String outputText = chance(3) ? prompt(random, List.of()) : "";
      now += chance(3) ? random.nextInt(60) : 0;
      if (!config.chunked && prompt.length() + output > config.budget) {
        continue;
      }
      if (built.canEverServe(prompt.length(), output)) {
        texts.add(new LetterRequests.Text(prompt, output, outputText, random.nextInt(3)));
        arrivalsMillis.add(now);
      }
    }
  }

  /** A prompt that continues an earlier one from some point, or one of its own. */
  static String prompt(SplittableRandom random, List<LetterRequests.Text> earlier) {
    StringBuilder text = new StringBuilder();
    if (!earlier.isEmpty() && random.nextInt(4) > 0) {
      LetterRequests.Text like = earlier.get(random.nextInt(earlier.size()));
      String whole = like.prompt() + like.outputText();
      text.append(whole, 0, random.nextInt(Math.min(whole.length(), 24) + 1));
    }
    int more = random.nextInt(12) + (text.isEmpty() ? 1 : 0);
    for (int i = 0; i < more; i++) {
      text.append((char) ('a' + random.nextInt(random.nextBoolean() ? 2 : 26)));
    }
    return text.toString();
  }

  Bench bench() {
    Bench bench = Bench.of(config);
    for (int i = 0; i < texts.size(); i++) {
      bench.request(arrivalsMillis.get(i), texts.get(i));
    }
    return bench;
  }
}
