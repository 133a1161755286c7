package dev.turnstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Everything public or protected has Javadoc. The compiler's own check cannot tell a missing
 * comment from a missing {@code @param}, which we do not ask for where the sentence says it all.
 */
final class PublicJavadocTest {

  @Test
  void everyPublicTypeAndMethodHasJavadoc() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> bare = new ArrayList<>();

    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(SourceRulesTest.javaFiles("src/main/java")));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new PublicApi(docs, unit, bare).scan(unit, null);
      }
    }

    assertThat(bare).isEmpty();
  }

  /** Walks what other packages can see, and notes what has no comment. */
  private static final class PublicApi extends TreePathScanner<Void, Void> {

    private final DocTrees docs;
    private final CompilationUnitTree unit;
    private final List<String> bare;

    PublicApi(DocTrees docs, CompilationUnitTree unit, List<String> bare) {
      this.docs = docs;
      this.unit = unit;
      this.bare = bare;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      if (isVisible(type.getModifiers())) {
        requireComment(type.getSimpleName().toString());
        super.visitClass(type, null);
      }
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      boolean inherits =
          method.getModifiers().getAnnotations().stream()
              .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
      boolean recordConstructor =
          method.getReturnType() == null && enclosingType().getKind() == Tree.Kind.RECORD;
      if (isVisible(method.getModifiers()) && !inherits && !recordConstructor) {
        requireComment(enclosingType().getSimpleName() + "." + method.getName());
      }
      return null;
    }

    private ClassTree enclosingType() {
      return (ClassTree) getCurrentPath().getParentPath().getLeaf();
    }

    private boolean isVisible(ModifiersTree modifiers) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean inInterface = parent.getKind() == Tree.Kind.INTERFACE;
      return modifiers.getFlags().contains(Modifier.PUBLIC)
          || modifiers.getFlags().contains(Modifier.PROTECTED)
          || (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
    }

    private void requireComment(String name) {
      if (docs.getDocComment(getCurrentPath()) == null) {
        bare.add(unit.getPackageName() + "." + name);
      }
    }
  }
}
