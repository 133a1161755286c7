package dev.turnstile.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.policies.fixtures.TestContext;
import dev.turnstile.policies.fixtures.TestRequest;
import dev.turnstile.policies.spi.Placement;
import dev.turnstile.policies.spi.PolicyFactory;
import dev.turnstile.policies.spi.Router;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PolicyLoaderTest {
  @TempDir private Path folder;

  private static String source(String id) {
    return """
    import dev.turnstile.policies.spi.*;
    import java.util.List;

    public final class Mine implements Router {
      public Placement route(RequestView request, int target, double priority) {
        return Placement.on(WORKER);
      }
      static final int WORKER = Integer.parseInt("1");

      static final class Maker implements PolicyFactory {
        public String id() { return "ID"; }
        public PolicyKind kind() { return PolicyKind.ROUTER; }
        public String summary() { return "Takes worker 1."; }
        public String source() { return "a test"; }
        public List<PolicyParameter> parameters() {
          return List.of(PolicyParameter.bool("odd", false, "nothing"));
        }
        public Policy create(PolicyParams params, PolicyContext context) { return new Mine(); }
      }
    }
    """
        .replace("ID", id);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("Mine.java"), text);
  }

  @Test
  void aSourceFileBecomesAPolicy() throws IOException {
    Path file = write(source("mine"));

    PolicySelection selection = PolicyRegistry.builtIn().select(file + ":odd=true");

    assertThat(selection.text()).isEqualTo(file + ":odd=true");
    PolicySelection.Part part = selection.router();
    assertThat(part.factory().id()).isEqualTo("mine");
    assertThat(part.params().flag("odd")).isTrue();
    Router router = (Router) part.factory().create(part.params(), TestContext.workers(2));
    assertThat(router.route(TestRequest.number(0), -1, 0)).isEqualTo(Placement.on(1));
  }

  @Test
  void compileErrorsNameFileAndLine() throws IOException {
    Path file = write(source("mine").replace("Placement.on(WORKER)", "Placement.at(WORKER)"));

    assertThatThrownBy(() -> PolicyLoader.compile(file))
        .isInstanceOf(PolicyLoadException.class)
        .hasMessageStartingWith(file + ":6: ")
        .hasMessageContaining("cannot find symbol");
  }

  @Test
  void aMissingFileIsNamed() {
    Path file = folder.resolve("None.java");

    assertThatThrownBy(() -> PolicyLoader.compile(file))
        .isInstanceOf(PolicyLoadException.class)
        .hasMessage(file + ": no such file");
  }

  @Test
  void aFileWithoutFactoryIsRefused() throws IOException {
    Path file = write("final class Mine {}");

    assertThatThrownBy(() -> PolicyLoader.compile(file))
        .hasMessage(file + ": must hold one class that implements PolicyFactory, holds 0");
  }

  @Test
  void aJavaWithoutCompilerSaysWhatIsMissing() throws IOException {
    Path file = write(source("mine"));

    assertThatThrownBy(() -> PolicyLoader.compile(file, null))
        .hasMessageContaining("needs a JDK, not a JRE");
  }

  @Test
  void anIdThatIsTakenIsRefused() throws IOException {
    Path file = write(source("round-robin"));

    assertThatThrownBy(() -> PolicyRegistry.builtIn().select(file.toString()))
        .hasMessage(file + ": the id 'round-robin' is taken by another policy");
  }

  @Test
  void anIdOfAnotherFormIsRefused() throws IOException {
    Path file = write(source("My Policy"));

    assertThatThrownBy(() -> PolicyRegistry.builtIn().select(file.toString()))
        .hasMessageContaining("must be lower case");
  }

  @Test
  void aClassOfTheProductIsNotReplaced() throws IOException {
    Path file = folder.resolve("PolicyRegistry.java");
    Files.writeString(file, "package dev.turnstile.policies; final class PolicyRegistry {}");

    assertThatThrownBy(() -> PolicyLoader.compile(file)).hasMessageContaining("rename it");
  }

  @Test
  void aFactoryThatNeedsArgumentsIsRefused() throws IOException {
    Path file = write(source("mine").replace("PolicyFactory {", "PolicyFactory { Maker(int x) {}"));

    assertThatThrownBy(() -> PolicyLoader.compile(file))
        .isInstanceOf(PolicyLoadException.class)
        .hasMessageContaining("Mine$Maker cannot be made without arguments");
  }

  @Test
  void aJarAddsItsPolicies() throws IOException {
    Path jar = jar("mine", "Mine$Maker");

    PolicyRegistry registry = PolicyRegistry.builtIn().withJar(jar);

    assertThat(registry.all()).extracting(PolicyFactory::id).contains("mine", "round-robin");
    assertThat(registry.select("mine").router().params().asMap()).isEqualTo(Map.of("odd", "false"));
  }

  @Test
  void aJarWithoutPoliciesIsRefused() throws IOException {
    Path jar = folder.resolve("empty.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("nothing"));
    }

    assertThatThrownBy(() -> PolicyRegistry.builtIn().withJar(jar))
        .isInstanceOf(PolicyLoadException.class)
        .hasMessageContaining("lists no policy in META-INF/services/");
  }

  @Test
  void aJarWithABrokenListIsRefused() throws IOException {
    Path jar = jar("mine", "NoSuchClass");

    assertThatThrownBy(() -> PolicyRegistry.builtIn().withJar(jar))
        .isInstanceOf(PolicyLoadException.class)
        .hasMessageContaining("NoSuchClass");
  }

  @Test
  void aMissingJarIsNamed() {
    Path jar = folder.resolve("none.jar");

    assertThatThrownBy(() -> PolicyRegistry.builtIn().withJar(jar))
        .hasMessage(jar + ": no such file");
  }

  /** A jar with the compiled policy and a service list that names {@code provider}. */
  private Path jar(String id, String provider) throws IOException {
    Path source =
        write(source(id).replace("static final class Maker", "public static class Maker"));
    var compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createDirectory(folder.resolve("classes"));
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-d", classes.toString(), "-proc:none");
      boolean good =
          compiler
              .getTask(null, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertThat(good).isTrue();
    }
    Path jar = folder.resolve("mine.jar");
    URI uri = URI.create("jar:" + jar.toUri());
    try (FileSystem zip = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
      for (String name : List.of("Mine.class", "Mine$Maker.class")) {
        Files.copy(classes.resolve(name), zip.getPath("/" + name));
      }
      Path services = Files.createDirectories(zip.getPath("/META-INF/services"));
      Files.writeString(services.resolve(PolicyFactory.class.getName()), provider + "\n");
    }
    return jar;
  }
}
