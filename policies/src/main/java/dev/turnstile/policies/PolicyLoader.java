package dev.turnstile.policies;

import dev.turnstile.engine.prompt.BlockTree;
import dev.turnstile.policies.spi.PolicyFactory;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Brings policies from outside the product: one source file, or a jar.
 *
 * <p>Their classes see the interfaces and the JDK. The class path of a source file holds the policy
 * SPI, the prompt tree and fastutil, nothing else.
 */
public final class PolicyLoader {
  private static final int SHOWN_ERRORS = 10;

  private PolicyLoader() {}

  /**
   * Compiles a source file in memory and makes the one {@link PolicyFactory} in it, top-level or
   * nested, which needs a constructor without arguments.
   *
   * @throws PolicyLoadException if the file is missing, does not compile, or holds no or several
   *     factories, and if this Java has no compiler
   */
  public static PolicyFactory compile(Path file) {
    return compile(file, ToolProvider.getSystemJavaCompiler());
  }

  static PolicyFactory compile(Path file, @Nullable JavaCompiler compiler) {
    if (!Files.isRegularFile(file)) {
      throw new PolicyLoadException(file, "no such file", null);
    }
    if (compiler == null) {
      throw new PolicyLoadException(
          file,
          "this Java has no compiler; a policy in a source file needs a JDK, not a JRE",
          null);
    }
    CompiledClasses classes = new CompiledClasses(PolicyFactory.class.getClassLoader());
    run(compiler, file, classes);
    List<PolicyFactory> factories = new ArrayList<>();
    for (Class<?> type : classes.load(file)) {
      if (PolicyFactory.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
        factories.add(instance(file, type.asSubclass(PolicyFactory.class)));
      }
    }
    if (factories.size() != 1) {
      throw new PolicyLoadException(
          file,
          "must hold one class that implements PolicyFactory, holds " + factories.size(),
          null);
    }
    return factories.get(0);
  }

  /**
   * Opens a jar and makes the factories that it lists for {@link ServiceLoader}.
   *
   * @throws PolicyLoadException if it cannot be read or lists none
   */
  public static List<PolicyFactory> openJar(Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw new PolicyLoadException(jar, "no such file", null);
    }
    URLClassLoader loader =
        new URLClassLoader(new URL[] {url(jar)}, PolicyFactory.class.getClassLoader());
    List<PolicyFactory> factories = new ArrayList<>();
    try {
      ServiceLoader.load(PolicyFactory.class, loader).stream()
          .filter(provider -> provider.type().getClassLoader() == loader)
          .forEach(provider -> factories.add(provider.get()));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new PolicyLoadException(jar, "cannot be loaded: " + e.getMessage(), e);
    }
    if (factories.isEmpty()) {
      throw new PolicyLoadException(
          jar, "lists no policy in META-INF/services/" + PolicyFactory.class.getName(), null);
    }
    return factories;
  }

  private static void run(JavaCompiler compiler, Path file, CompiledClasses classes) {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none",
            "-Xlint:none",
            "-classpath",
            String.join(File.pathSeparator, classPath()));
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8);
        var outputs = classes.outputs(files)) {
      boolean good =
          compiler
              .getTask(
                  new StringWriter(),
                  outputs,
                  problems,
                  options,
                  null,
                  files.getJavaFileObjects(file))
              .call();
      if (!good) {
        throw new PolicyLoadException(file, errors(file, problems.getDiagnostics()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> errors(
      Path file, List<Diagnostic<? extends JavaFileObject>> diagnostics) {
    List<String> lines = new ArrayList<>();
    int more = 0;
    for (Diagnostic<? extends JavaFileObject> problem : diagnostics) {
      if (problem.getKind() != Diagnostic.Kind.ERROR) {
        continue;
      }
      if (lines.size() == SHOWN_ERRORS) {
        more++;
      } else {
        lines.add(file + line(problem) + ": " + oneLine(problem.getMessage(Locale.ROOT)));
      }
    }
    if (more > 0) {
      lines.add(file + ": " + more + " more errors");
    }
    return lines;
  }

  private static String line(Diagnostic<?> problem) {
    return problem.getLineNumber() == Diagnostic.NOPOS ? "" : ":" + problem.getLineNumber();
  }

  private static String oneLine(String message) {
    return message.lines().map(String::strip).collect(Collectors.joining("; "));
  }

  private static PolicyFactory instance(Path file, Class<? extends PolicyFactory> type) {
    try {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new PolicyLoadException(
          file, type.getName() + " cannot be made without arguments: " + e, e);
    }
  }

  /** Where the classes come from that a policy may use. */
  private static Set<String> classPath() {
    Set<String> places = new TreeSet<>();
    for (Class<?> type : List.of(PolicyFactory.class, BlockTree.class, IntList.class)) {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      if (source != null) {
        try {
          places.add(Path.of(source.getLocation().toURI()).toString());
        } catch (URISyntaxException e) {
          throw new IllegalStateException("class path entry " + source.getLocation(), e);
        }
      }
    }
    return places;
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("path " + path, e);
    }
  }
}
