package dev.turnstile.policies;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/** The classes of one compilation, kept in memory and loaded from there. */
final class CompiledClasses extends ClassLoader {
  private final TreeMap<String, ByteArrayOutputStream> bytes = new TreeMap<>();

  CompiledClasses(ClassLoader parent) {
    super(parent);
  }

  /** The file manager through which a compiler writes the classes. */
  JavaFileManager outputs(JavaFileManager files) {
    return new ForwardingJavaFileManager<>(files) {
      @Override
      public JavaFileObject getJavaFileForOutput(
          Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
          @Override
          public OutputStream openOutputStream() {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            bytes.put(name, content);
            return content;
          }
        };
      }
    };
  }

  /** All classes, by name. */
  List<Class<?>> load(Path file) {
    List<Class<?>> classes = new ArrayList<>();
    try {
      for (String name : bytes.keySet()) {
        Class<?> type = loadClass(name);
        if (type.getClassLoader() != this) {
          throw new PolicyLoadException(file, name + " is a class of the product; rename it", null);
        }
        classes.add(type);
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw new PolicyLoadException(file, "cannot be loaded: " + e, e);
    }
    return classes;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ByteArrayOutputStream content = bytes.get(name);
    if (content == null) {
      throw new ClassNotFoundException(name);
    }
    byte[] code = content.toByteArray();
    return defineClass(name, code, 0, code.length);
  }
}
