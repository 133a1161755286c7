package dev.turnstile.engine.literal;

import dev.turnstile.engine.worker.WorkerConfig;
import dev.turnstile.engine.worker.WorkerConfig.FreeOrder;
import dev.turnstile.engine.worker.WorkerConfig.PreemptionMode;
import dev.turnstile.engine.worker.WorkerConfig.QueueOrder;

/** Worker settings for tests: the defaults of the worker model but for a block of 4 tokens. */
final class ConfigBuilder {
  int blockTokens = 4;
  long kvBlocks = WorkerConfig.UNLIMITED;
  long budget = 8192;
  int maxNumSeqs = 256;
  long threshold;
  boolean chunked = true;
  boolean caching = true;
  long watermarkBlocks;
  boolean fullSequenceMustFit = true;
  QueueOrder queueOrder = QueueOrder.FCFS;
  PreemptionMode preemptionMode = PreemptionMode.LIFO;
  FreeOrder freeOrder = FreeOrder.FREE_FIRST;
  long maxModelLen;
  int maxPreemptions = 1000;
  boolean eventsAtPassEnd;

  static ConfigBuilder pool(long kvBlocks) {
    ConfigBuilder config = new ConfigBuilder();
    config.kvBlocks = kvBlocks;
    return config;
  }

  ConfigBuilder blockTokens(int value) {
    blockTokens = value;
    return this;
  }

  ConfigBuilder budget(long value) {
    budget = value;
    return this;
  }

  ConfigBuilder maxNumSeqs(int value) {
    maxNumSeqs = value;
    return this;
  }

  ConfigBuilder threshold(long value) {
    threshold = value;
    return this;
  }

  ConfigBuilder chunked(boolean value) {
    chunked = value;
    return this;
  }

  ConfigBuilder caching(boolean value) {
    caching = value;
    return this;
  }

  ConfigBuilder watermarkBlocks(long value) {
    watermarkBlocks = value;
    return this;
  }

  ConfigBuilder fullSequenceMustFit(boolean value) {
    fullSequenceMustFit = value;
    return this;
  }

  ConfigBuilder queueOrder(QueueOrder value) {
    queueOrder = value;
    return this;
  }

  ConfigBuilder preemptionMode(PreemptionMode value) {
    preemptionMode = value;
    return this;
  }

  ConfigBuilder freeOrder(FreeOrder value) {
    freeOrder = value;
    return this;
  }

  ConfigBuilder maxModelLen(long value) {
    maxModelLen = value;
    return this;
  }

  ConfigBuilder maxPreemptions(int value) {
    maxPreemptions = value;
    return this;
  }

  ConfigBuilder eventsAtPassEnd(boolean value) {
    eventsAtPassEnd = value;
    return this;
  }

  WorkerConfig build() {
    return new WorkerConfig(
        blockTokens,
        kvBlocks,
        budget,
        maxNumSeqs,
        threshold,
        chunked,
        caching,
        watermarkBlocks,
        fullSequenceMustFit,
        queueOrder,
        preemptionMode,
        freeOrder,
        maxModelLen,
        maxPreemptions,
        eventsAtPassEnd);
  }
}
