package dev.turnstile.workload.trace.mooncake;

import dev.turnstile.workload.graph.RequestNode;
import dev.turnstile.workload.trace.InputWarning;
import dev.turnstile.workload.trace.LoadLog;
import dev.turnstile.workload.trace.ReaderOptions;
import dev.turnstile.workload.trace.WorkloadBuilder;
import dev.turnstile.workload.trace.source.JsonRow;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Lengths, block ids and recorded output of one row, collected field by field.
 *
 * <p>Used again for each row; call {@link #clear} first, {@link #read} for each field, then {@link
 * #check} and {@link #prompt}.
 */
public final class PromptFields {
  private static final int[] USUAL_BLOCK_TOKENS = {16, 32, 64, 128, 256, 512, 1024, 2048};
  private static final long ABSENT = -1;
  private static final long MAX_TOKEN = 0xffff_ffffL;

  private final boolean recordedOutput;
  private final LongArrayList ids = new LongArrayList();
  private final LongArrayList outputTokens = new LongArrayList();
  private long inputLength;
  private long outputLength;
  private boolean hasIds;
  private boolean hasOutputTokens;

  /** Starts without a row. */
  public PromptFields(ReaderOptions options) {
    recordedOutput = options.outputIdentity() == ReaderOptions.OutputIdentity.RECORDED;
  }

  /** Forgets the row before. */
  public void clear() {
    ids.clear();
    outputTokens.clear();
    inputLength = ABSENT;
    outputLength = ABSENT;
    hasIds = false;
    hasOutputTokens = false;
  }

  /** Takes the current field if it is one of these; false otherwise. */
  public boolean read(JsonRow row) {
    switch (row.field()) {
      case "input_length", "input_tokens" -> {
        refuseSecond(row, inputLength != ABSENT, "input_length and input_tokens");
        inputLength = FieldValues.wholeIn(row, 1, Integer.MAX_VALUE);
      }
      case "output_length", "output_tokens" -> {
        refuseSecond(row, outputLength != ABSENT, "output_length and output_tokens");
        outputLength = FieldValues.wholeIn(row, 0, Long.MAX_VALUE);
      }
      case "hash_ids" -> {
        row.unsignedInto(ids);
        hasIds = true;
      }
      case "output_token_ids" -> {
        row.unsignedInto(outputTokens);
        hasOutputTokens = true;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Checks the finished row and cuts surplus ids of a lenient load.
   *
   * @param blockTokens tokens per id
   * @throws dev.turnstile.workload.InvalidInputException if a field is missing or lengths disagree
   */
  public void check(JsonRow row, int blockTokens, LoadLog log) {
    if (!hasIds) {
      throw row.invalid("hash_ids", "is missing", "");
    }
    if (outputLength == ABSENT) {
      throw row.invalid("output_length", "is missing", "");
    }
    if (inputLength == ABSENT) {
      inputLength = (long) ids.size() * blockTokens;
      if (inputLength < 1 || inputLength > Integer.MAX_VALUE) {
        throw row.invalid("hash_ids", "stands for " + inputLength + " tokens", "");
      }
    }
    checkCount(row, blockTokens, log);
    checkOutputTokens(row);
  }

  /** Input tokens of a checked row. */
  public long inputLength() {
    return inputLength;
  }

  /** Output tokens of a checked row. */
  public long outputLength() {
    return outputLength;
  }

  /**
   * The prompt of a checked row, with its recorded output if the options ask for it.
   *
   * @param log counts the blocks of generated tokens that got an identity
   */
  public RequestNode.Prompt prompt(WorkloadBuilder workload, int root, LoadLog log) {
    RequestNode.Prompt prompt = workload.prompt(root, ids, inputLength);
    if (!recordedOutput || !hasOutputTokens) {
      return prompt;
    }
    int full = prompt.blocks();
    LongArrayList named = new LongArrayList(ids.subList(0, full));
    boolean more = true;
    while (more) {
      more = nameNextBlock(named, workload.blockTokens());
    }
    log.fact("named_output_blocks", named.size() - full);
    return named.size() > full ? workload.withOutput(prompt, root, named) : prompt;
  }

  /**
   * The id of a block that holds generated tokens is the value that all of them have: a prompt that
   * repeats the block is synthesised as its id over and over. A block of mixed tokens can be no
   * prompt's, nor can what follows it.
   */
  private boolean nameNextBlock(LongArrayList named, int blockTokens) {
    long begin = Math.max(0, (long) named.size() * blockTokens - inputLength);
    long end = (named.size() + 1L) * blockTokens - inputLength;
    if (end > outputTokens.size()) {
      return false;
    }
    long token = outputTokens.getLong((int) begin);
    for (int i = (int) begin + 1; i < end; i++) {
      if (outputTokens.getLong(i) != token) {
        return false;
      }
    }
    named.add(token);
    return true;
  }

  private void checkCount(JsonRow row, int blockTokens, LoadLog log) {
    long needed = (inputLength - 1) / blockTokens + 1;
    if (ids.size() == needed) {
      return;
    }
    String problem =
        inputLength
            + " tokens in blocks of "
            + blockTokens
            + " need "
            + needed
            + " ids, got "
            + ids.size();
    if (ids.size() > needed && log.lenient()) {
      log.warn(
          InputWarning.SURPLUS_HASH_IDS, row.file() + ":" + row.line() + ": hash_ids: " + problem);
      ids.size((int) needed);
      return;
    }
    throw row.invalid("hash_ids", problem, "wrong --trace-block-size?" + sizesThatFit());
  }

  /** The usual block sizes with which this row would be right. */
  private String sizesThatFit() {
    List<String> fitting = new ArrayList<>();
    for (int size : USUAL_BLOCK_TOKENS) {
      if ((inputLength - 1) / size + 1 == ids.size()) {
        fitting.add(Integer.toString(size));
      }
    }
    return fitting.isEmpty() ? "" : " This row would fit " + String.join(" or ", fitting);
  }

  private void checkOutputTokens(JsonRow row) {
    if (hasOutputTokens && outputTokens.size() != outputLength) {
      throw row.invalid(
          "output_token_ids",
          "must have output_length " + outputLength + " entries, got " + outputTokens.size(),
          "");
    }
    for (int i = 0; i < outputTokens.size(); i++) {
      if (Long.compareUnsigned(outputTokens.getLong(i), MAX_TOKEN) > 0) {
        throw row.invalid(
            "output_token_ids[" + i + "]",
            "must be a 32-bit token id, got " + Long.toUnsignedString(outputTokens.getLong(i)),
            "");
      }
    }
  }

  private static void refuseSecond(JsonRow row, boolean second, String names) {
    if (second) {
      throw row.invalid(names + " are one field, given twice", "");
    }
  }
}
