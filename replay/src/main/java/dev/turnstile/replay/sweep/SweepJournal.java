package dev.turnstile.replay.sweep;

import dev.turnstile.replay.scenario.ScenarioException;
import dev.turnstile.replay.statistics.BootstrapDraws;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file to which a sweep appends each outcome, so that nothing finished is lost whenever and
 * however the process ends.
 *
 * <p>Each line is a checksum and a JSON object ({@link JournalLine}); the first one says which
 * sweep it is. A line is on disk before the outcome counts as recorded. A process that is killed
 * while it writes leaves a torn last line, which is dropped when the sweep continues; damage
 * anywhere else is an error. One process at a time may hold a journal. Outcomes are kept in memory;
 * the draws of the bootstrap are not, and are read again from the file where they are needed.
 *
 * <p>Safe for several threads.
 */
final class SweepJournal implements Closeable {
  /** Where a line is in the file. */
  private record Place(long start, int length) {}

  private final Path file;
  private final FileChannel channel;
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<String, Place> places = new LinkedHashMap<>();
  private long end;

  private SweepJournal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens the journal of a sweep; one that is there is continued.
   *
   * @throws ScenarioException if it is of another sweep, or another process writes it
   * @throws dev.turnstile.workload.InvalidInputException if it is damaged
   */
  static SweepJournal open(Path file, SweepIdentity identity) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      SweepJournal journal = new SweepJournal(file, channel);
      try {
        journal.lock();
        journal.readAll(identity);
        return journal;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void lock() throws IOException {
    boolean locked;
    try {
      locked = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      locked = false;
    }
    if (!locked) {
      throw new ScenarioException(
          "--resume", "another process runs the sweep in this folder", null);
    }
  }

  private void readAll(SweepIdentity identity) throws IOException {
    int number = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      int read = 0;
      for (byte[] line = nextLine(in); line != null; line = nextLine(in)) {
        JsonNode content = JournalLine.parse(line);
        boolean whole = number == read++;
        if (content != null && !whole) {
          throw JournalLine.damaged(file, number + 1);
        } else if (content != null) {
          take(content, identity, number++, new Place(end, line.length));
          end += line.length;
        }
      }
      if (number == 0 && read > 1) {
        throw JournalLine.foreign(file);
      }
    }
    channel.truncate(end);
    if (number == 0) {
      write(JournalLine.of(identity));
    }
  }

  private void take(JsonNode content, SweepIdentity identity, int number, Place place) {
    if (number == 0) {
      identity.check(JsonMapper.shared().treeToValue(content, SweepIdentity.class));
      return;
    }
    String id = content.path("point").asString();
    outcomes.put(id, OutcomeJson.read(JsonField.root(content.path("outcome"))));
    places.put(id, place);
  }

  /** The bytes up to a line end; null if there is none any more. */
  private static byte @Nullable [] nextLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      line.write(b);
      if (b == '\n') {
        break;
      }
    }
    return line.size() == 0 ? null : line.toByteArray();
  }

  private void write(byte[] line) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(line);
    while (buffer.hasRemaining()) {
      channel.write(buffer, end + buffer.position());
    }
    end += line.length;
  }

  /**
   * Records how a point ended, and returns it as it will be read when the sweep continues.
   *
   * @param draws draws of a finished run
   */
  Outcome append(String id, Outcome outcome, BootstrapDraws draws) {
    byte[] line = JournalLine.of(id, outcome, draws);
    Outcome kept = OutcomeJson.read(JsonField.root(JournalLine.content(line).path("outcome")));
    synchronized (this) {
      try {
        places.put(id, new Place(end, line.length));
        write(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      outcomes.put(id, kept);
    }
    return kept;
  }

  /** The outcomes so far by the id of the point. */
  synchronized Map<String, Outcome> outcomes() {
    return new LinkedHashMap<>(outcomes);
  }

  /** The draws of a recorded point; empty if it has none. */
  synchronized BootstrapDraws draws(String id) {
    Place place = places.get(id);
    if (place == null) {
      return new BootstrapDraws(Map.of());
    }
    ByteBuffer line = ByteBuffer.allocate(place.length);
    try {
      while (line.hasRemaining()) {
        if (channel.read(line, place.start + line.position()) < 0) {
          throw new IOException(file + " has become shorter");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return JournalLine.draws(JournalLine.content(line.array()));
  }

  @Override
  public void close() {
    try {
      channel.force(false);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
