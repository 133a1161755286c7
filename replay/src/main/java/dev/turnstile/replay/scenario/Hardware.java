package dev.turnstile.replay.scenario;

import dev.turnstile.engine.hardware.Catalogue;
import dev.turnstile.engine.hardware.Deployment;
import dev.turnstile.engine.hardware.HardwareConfigException;
import dev.turnstile.engine.hardware.KvCapacity;
import dev.turnstile.engine.hardware.Model;
import dev.turnstile.engine.hardware.ModelDoesNotFitException;
import dev.turnstile.engine.hardware.WeightDtype;
import dev.turnstile.engine.timing.StepPricer;
import dev.turnstile.engine.timing.StepTiming;
import dev.turnstile.engine.timing.TimingFactory;
import dev.turnstile.engine.worker.WorkerConfig;
import java.util.OptionalLong;

/** What a scenario's workers are made of: model on GPUs, KV capacity, step timing. */
public final class Hardware {
  private static final String NATIVE = "native";

  private Hardware() {}

  /**
   * The model on the GPUs of one worker.
   *
   * @throws ScenarioException if an id is unknown or the parts do not fit each other
   */
  public static Deployment deployment(Scenario scenario) {
    ClusterGroup cluster = scenario.cluster();
    try {
      Catalogue catalogue = Catalogue.bundled();
      Model model = catalogue.model(cluster.model());
      WeightDtype weights =
          cluster.weightDtype().equals(NATIVE)
              ? model.nativeWeightDtype()
              : WeightDtype.parse(cluster.weightDtype());
      return new Deployment(
          model, catalogue.gpu(cluster.gpu()), cluster.tp(), weights, scenario.kv().dtype());
    } catch (HardwareConfigException e) {
      throw new ScenarioException(
          "cluster." + e.setting(), e.problem() + " '" + e.value() + "'", e.hint());
    }
  }

  /**
   * The blocks of each worker's KV pool, or {@link WorkerConfig#UNLIMITED}.
   *
   * @throws ScenarioException if the model leaves no room for KV, or the pool is absurdly large
   */
  public static long kvBlocks(Scenario scenario) {
    KvGroup kv = scenario.kv();
    if (!kv.numGpuBlocks().isAuto()) {
      return given(kv);
    }
    try {
      return KvCapacity.of(
              deployment(scenario),
              kv.gpuMemoryUtilization().doubleValue(),
              kv.reserveBytes(),
              kv.blockTokens())
          .blocks();
    } catch (ModelDoesNotFitException e) {
      throw new ScenarioException("cluster", String.valueOf(e.getMessage()), null);
    }
  }

  private static long given(KvGroup kv) {
    long blocks = kv.numGpuBlocks().blocks();
    if (blocks != WorkerConfig.UNLIMITED && blocks > Long.MAX_VALUE / kv.blockTokens()) {
      throw new ScenarioException(
          "kv.num_gpu_blocks",
          blocks + " blocks of " + kv.blockTokens() + " tokens are 2^63 tokens or more",
          "unlimited has no bound");
    }
    return blocks;
  }

  /**
   * The settings of each worker.
   *
   * @throws ScenarioException if the model leaves no room for KV
   */
  public static WorkerConfig workerConfig(Scenario scenario) {
    EngineGroup engine = scenario.engine();
    long blocks = kvBlocks(scenario);
    long watermark =
        blocks == WorkerConfig.UNLIMITED
            ? 0
            : engine
                .watermarkFraction()
                .multiply(java.math.BigDecimal.valueOf(blocks))
                .setScale(0, java.math.RoundingMode.FLOOR)
                .longValueExact();
    return new WorkerConfig(
        scenario.kv().blockTokens(),
        blocks,
        engine.maxNumBatchedTokens(),
        engine.maxNumSeqs(),
        engine.longPrefillTokenThreshold(),
        engine.enableChunkedPrefill(),
        engine.enablePrefixCaching(),
        watermark,
        engine.fullSequenceMustFit(),
        engine.policy(),
        engine.preemptionMode(),
        engine.freeOrder(),
        engine.maxModelLen().orElse(0),
        engine.maxPreemptions(),
        engine.eventVisibility() == EngineGroup.EventVisibility.PASS_END);
  }

  /**
   * The prices of steps.
   *
   * @throws ScenarioException if hardware is wrong
   * @throws dev.turnstile.engine.timing.TimingConfigException if a timing parameter is wrong
   */
  public static StepPricer pricer(Scenario scenario) {
    TimingGroup timing = scenario.timing();
    long blocks = kvBlocks(scenario);
    OptionalLong poolTokens =
        blocks == WorkerConfig.UNLIMITED
            ? OptionalLong.empty()
            : OptionalLong.of(blocks * scenario.kv().blockTokens());
    StepTiming model = TimingFactory.create(timing.model(), deployment(scenario), poolTokens);
    return new StepPricer(
        model,
        timing.stepComposition(),
        timing.speedupRatio().doubleValue(),
        timing.decodeSpeedupRatio().doubleValue());
  }
}
