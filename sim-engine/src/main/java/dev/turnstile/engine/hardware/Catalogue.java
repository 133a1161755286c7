package dev.turnstile.engine.hardware;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The GPUs and models known by id: the bundled tables, or a user's own entry from a JSON file.
 *
 * <p>A file holds one object with the fields of an entry of {@code gpus.json} or {@code
 * models.json}. Reading is strict: unknown, missing, repeated or contradictory fields are errors.
 * Immutable.
 */
public final class Catalogue {
  private static final String FILE_SUFFIX = ".json";

  /** The bundled tables, read when somebody first asks for them. */
  private static final class Bundled {
    static final Catalogue TABLES = read();
  }

  private final Map<String, Gpu> gpus;
  private final Map<String, Model> models;

  private Catalogue(Map<String, Gpu> gpus, Map<String, Model> models) {
    this.gpus = gpus;
    this.models = models;
  }

  /** Returns a catalogue of the bundled tables. */
  public static Catalogue bundled() {
    return Bundled.TABLES;
  }

  private static Catalogue read() {
    Map<String, Gpu> gpus = new LinkedHashMap<>();
    for (JsonFields entry : entries("gpus")) {
      Gpu gpu = GpuReader.read(entry);
      putOnce(gpus, gpu.id(), gpu);
    }
    Map<String, Model> models = new LinkedHashMap<>();
    for (JsonFields entry : entries("models")) {
      Model model = ModelReader.read(entry);
      putOnce(models, model.id(), model);
    }
    return new Catalogue(gpus, models);
  }

  private static List<JsonFields> entries(String table) {
    String name = table + FILE_SUFFIX;
    try (InputStream in = requireNonNull(Catalogue.class.getResourceAsStream(name), name)) {
      JsonFields document = JsonDocument.parseObject(name, in.readAllBytes());
      List<JsonFields> entries = document.objects(table);
      for (String documentation : List.of("schema", "source", "units", "rules")) {
        document.ignore(documentation);
      }
      document.finish();
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the bundled " + name, e);
    }
  }

  private static <T> void putOnce(Map<String, T> entries, String id, T entry) {
    if (entries.put(id, entry) != null) {
      throw new IllegalStateException("two bundled entries with id " + id);
    }
  }

  /** Returns the bundled GPUs in table order. */
  public List<Gpu> gpus() {
    return List.copyOf(gpus.values());
  }

  /** Returns the bundled models in table order. */
  public List<Model> models() {
    return List.copyOf(models.values());
  }

  /**
   * Returns a GPU.
   *
   * @param idOrFile a catalogue id, or the path of a JSON file, which ends in {@code .json}
   * @throws HardwareConfigException if no GPU has this id
   * @throws HardwareFileException if the file cannot be read or is not a GPU
   */
  public Gpu gpu(String idOrFile) {
    return find("gpu", idOrFile, gpus, GpuReader::read);
  }

  /**
   * Returns a model.
   *
   * @param idOrFile a catalogue id, or the path of a JSON file, which ends in {@code .json}
   * @throws HardwareConfigException if no model has this id
   * @throws HardwareFileException if the file cannot be read or is not a model
   */
  public Model model(String idOrFile) {
    return find("model", idOrFile, models, ModelReader::read);
  }

  private static <T> T find(
      String setting, String idOrFile, Map<String, T> entries, Function<JsonFields, T> reader) {
    if (idOrFile.endsWith(FILE_SUFFIX)) {
      return reader.apply(JsonDocument.parseObject(idOrFile, bytes(idOrFile)));
    }
    T entry = entries.get(idOrFile);
    if (entry != null) {
      return entry;
    }
    List<String> close = CloseNames.of(idOrFile, entries.keySet());
    throw new HardwareConfigException(
        setting,
        idOrFile,
        "unknown id",
        close.isEmpty()
            ? "known are " + String.join(", ", entries.keySet())
            : "did you mean " + String.join(", ", close) + "?");
  }

  private static byte[] bytes(String file) {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new HardwareFileException(file, 0, "", "no such file", "");
    } catch (AccessDeniedException e) {
      throw new HardwareFileException(file, 0, "", "cannot be read: permission denied", "");
    } catch (InvalidPathException | IOException e) {
      throw new HardwareFileException(file, 0, "", "cannot be read: " + e.getMessage(), "");
    }
  }
}
