package dev.turnstile.workload.synthetic;

import dev.turnstile.workload.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The built-in profiles, and profiles from YAML files. */
public final class Profiles {
  private static final YAMLMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final List<String> BUILT_IN =
      List.of("chat", "deep-research", "rl-rollout", "subagents", "swe-agent");

  private Profiles() {}

  /** Names of the built-in profiles, sorted. */
  public static List<String> builtIn() {
    return BUILT_IN;
  }

  /** The YAML text of a built-in profile: its documentation, and a pattern for one's own. */
  public static String builtInText(String name) {
    if (!BUILT_IN.contains(name)) {
      throw new IllegalArgumentException(
          "unknown profile " + name + "; built in are " + String.join(", ", BUILT_IN));
    }
    try (InputStream stream = Profiles.class.getResourceAsStream(name + ".yaml")) {
      if (stream == null) {
        throw new IllegalStateException("no resource for profile " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A built-in profile.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Profile builtIn(String name) {
    return parse(builtInText(name), name);
  }

  /**
   * Reads a profile from a YAML file.
   *
   * @throws InvalidInputException if the file is missing or wrong
   */
  public static Profile read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file.toString(), 0, "", "no such file", "", e);
    } catch (IOException e) {
      throw new InvalidInputException(
          file.toString(), 0, "", "cannot be read: " + e.getMessage(), "", e);
    }
  }

  /**
   * Reads a profile.
   *
   * @param name name of the profile or its file, for messages
   * @throws InvalidInputException if a key is missing, unknown or has a wrong value
   */
  public static Profile parse(String yaml, String name) {
    JsonNode root;
    try {
      root = YAML.readTree(yaml);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new InvalidInputException(
          name, Math.max(0, line), "", "not valid YAML: " + e.getOriginalMessage(), "", e);
    }
    return profile(new ProfileKeys(name, "", root), withoutFolder(name), false);
  }

  /** A generated trace names its profile and must not depend on where that lies. */
  private static String withoutFolder(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private static Profile profile(ProfileKeys keys, String name, boolean nested) {
    Profile.Context context = context(keys, nested);
    Profile.Turns turns =
        new Profile.Turns(
            keys.quantity("turns", 1),
            keys.quantity("output_tokens", 0),
            keys.quantity("tool_output_tokens", new Quantity.Fixed(0), 0));
    Profile.Gaps gaps =
        new Profile.Gaps(
            keys.quantity("tool_gap_s", new Quantity.Fixed(0), 0),
            keys.quantity("parallel_tools", new Quantity.Fixed(1), 0),
            keys.quantity("think_gap_s", new Quantity.Fixed(0), 0),
            keys.number("think_share", 0, 0, 1));
    Profile.Subagents subagents = subagents(keys, name);
    Profile.Arrivals arrivals = nested ? Profile.Arrivals.BURST : arrivals(keys);
    String about = nested ? "" : keys.text("about", "");
    keys.refuseOthers();
    return new Profile(name, about, context, turns, gaps, subagents, arrivals);
  }

  private static Profile.Context context(ProfileKeys keys, boolean nested) {
    Quantity system = new Quantity.Fixed(0);
    int groups = 1;
    if (!nested) {
      system = keys.quantity("system_tokens", system, 0);
      groups = (int) wholeNumber(keys, "groups", 1, Integer.MAX_VALUE);
    }
    Quantity first = keys.quantity("first_prompt_tokens", 0);
    if (!keys.has("context_limit")) {
      if (keys.has("compact_to")) {
        throw keys.wrong("compact_to", "needs context_limit beside it");
      }
      return new Profile.Context(system, groups, first, Long.MAX_VALUE, new Quantity.Fixed(0));
    }
    long limit = wholeNumber(keys, "context_limit", 1, Integer.MAX_VALUE);
    return new Profile.Context(system, groups, first, limit, keys.quantity("compact_to", 1));
  }

  private static long wholeNumber(ProfileKeys keys, String key, long otherwise, long max) {
    double number = keys.number(key, (double) otherwise, 1, (double) max);
    if (number != Math.rint(number)) {
      throw keys.wrong(key, "must be a whole number");
    }
    return (long) number;
  }

  private static Profile.@Nullable Subagents subagents(ProfileKeys keys, String name) {
    double share = keys.number("subagent_share", 0, 0, 1);
    Quantity perSpawn = keys.quantity("subagents_per_spawn", new Quantity.Fixed(1), 0);
    double blocking = keys.number("subagent_blocking_share", 1, 0, 1);
    ProfileKeys child = keys.mapping("subagent");
    if (child == null) {
      if (share > 0) {
        throw keys.wrong("subagent_share", "needs the children's profile in subagent");
      }
      return null;
    }
    return new Profile.Subagents(share, perSpawn, blocking, profile(child, name, true));
  }

  private static Profile.Arrivals arrivals(ProfileKeys keys) {
    JsonNode value = keys.value("arrivals");
    if (value == null || (value.isString() && value.stringValue().equals("burst"))) {
      return Profile.Arrivals.BURST;
    }
    ProfileKeys process = value.isObject() ? keys.mapping("arrivals") : null;
    if (process == null || !process.text("process", "").equals("poisson") || !process.has("rate")) {
      throw keys.wrong(
          "arrivals", "must be burst or {process: poisson, rate: sessions per second}");
    }
    double rate = process.number("rate", 1, Double.MIN_VALUE, Double.MAX_VALUE);
    process.refuseOthers();
    return new Profile.Arrivals(rate);
  }
}
