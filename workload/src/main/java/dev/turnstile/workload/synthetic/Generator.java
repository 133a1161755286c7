package dev.turnstile.workload.synthetic;

import dev.turnstile.workload.TraceInfo;
import dev.turnstile.workload.Workload;
import dev.turnstile.workload.graph.SessionGraphBuilder;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws a workload from a profile.
 *
 * <p>Session <em>k</em> is named {@code s<k>}, its children {@code s<k>.1}, {@code s<k>.2} and so
 * on, requests {@code <session>-<turn>}, all from 0 but the children. Gaps are whole milliseconds.
 * Children start at the completion of the turn that orders them; a blocking one holds the next turn
 * until its own last completion, a background one holds nothing.
 */
public final class Generator {
  /** Format name of a generated workload. */
  public static final String FORMAT = "synthetic";

  /** Model name in a generated workload. */
  public static final String MODEL = "synthetic";

  private Generator() {}

  /**
   * Draws a workload.
   *
   * @param sessions number of root sessions, at least 1
   * @param seed the same seed gives the same workload
   */
  public static Workload generate(Profile profile, int sessions, long seed) {
    if (sessions < 1) {
      throw new IllegalArgumentException("sessions must be >= 1, got " + sessions);
    }
    LoadLog log = new LoadLog(false);
    log.file(source(profile, sessions, seed));
    var workload =
        new WorkloadBuilder(
            profile.name(), FORMAT, Conversation.BLOCK_TOKENS, ReaderOptions.DEFAULT, log);
    Streams streams = new Streams(seed);
    var fresh = new Conversation.FreshIds();
    var shared =
        new SessionMaker.Shared(
            workload, workload.model(MODEL), workload.root("", MODEL), streams, fresh);
    Conversation.SystemPart[] groups = systemParts(profile, sessions, streams, fresh);
    UniformRandomProvider arrivals = streams.of("arrivals", "");
    long offset = 0;
    for (int k = 0; k < sessions; k++) {
      if (k > 0) {
        offset = Math.addExact(offset, gapNanos(profile.arrivals(), arrivals));
      }
      new SessionMaker(shared, profile, "s" + k, groups[k % groups.length]).make(-1, offset);
    }
    return workload.finish(SessionGraphBuilder.PlayOrder.FIRST_REQUEST);
  }

  private static Conversation.SystemPart[] systemParts(
      Profile profile, int sessions, Streams streams, Conversation.FreshIds fresh) {
    var groups = new Conversation.SystemPart[Math.min(sessions, profile.context().groups())];
    for (int group = 0; group < groups.length; group++) {
      UniformRandomProvider random = streams.of("system_tokens", Integer.toString(group));
      groups[group] =
          Conversation.SystemPart.of(profile.context().systemTokens().sampleWhole(random), fresh);
    }
    return groups;
  }

  private static long gapNanos(Profile.Arrivals arrivals, UniformRandomProvider random) {
    return arrivals.sessionsPerSecond() == 0
        ? 0
        : Draws.nanos(new Quantity.Exponential(1 / arrivals.sessionsPerSecond()).sample(random));
  }

  /** Stands for the file that a generated workload is not read from. */
  private static TraceInfo.InputFile source(Profile profile, int sessions, long seed) {
    String name = profile.name() + ", " + sessions + " sessions, seed " + seed;
    byte[] text = (name + "\n" + profile).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return new TraceInfo.InputFile(name, 0, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
