package dev.adk4j.docs;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** javac over the class path of this test: what a page shows against what the library is. */
final class JavaCompilation {

  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
  private static final List<String> OPTIONS =
      List.of(
          "--release", "21", "-parameters", "-proc:none", "-Xlint:deprecation,removal,unchecked");

  /** Never closed: it knows by then what is in each jar. */
  private static final StandardJavaFileManager FILES =
      JAVAC.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

  private JavaCompilation() {}

  /**
   * Compiles into a directory.
   *
   * @return every error and every warning about deprecated or unchecked use, as {@code
   *     docs/tools.md:57: what is wrong}
   */
  static List<String> compile(List<JavaSource> sources, Path directory) {
    if (sources.isEmpty()) {
      return List.of();
    }
    return compile(files -> sources, classPath(), directory).stream()
        .filter(d -> d.getSource() instanceof JavaSource)
        .map(JavaCompilation::describe)
        .toList();
  }

  /** Compiles files, which may use what is in the directory already. */
  static List<String> compileFiles(List<Path> sources, Path directory) {
    List<File> classPath = new ArrayList<>(classPath());
    classPath.add(directory.toFile());
    return compile(files -> files.getJavaFileObjectsFromPaths(sources), classPath, directory)
        .stream()
        .map(Object::toString)
        .toList();
  }

  /**
   * Compiles a file that is no part of a page; returns every error and warning as javac says it.
   */
  static List<String> problems(JavaFileObject file, Path directory) {
    return compile(files -> List.of(file), classPath(), directory).stream()
        .filter(d -> d.getSource() != null)
        .map(Diagnostic::toString)
        .toList();
  }

  private static List<Diagnostic<? extends JavaFileObject>> compile(
      Function<StandardJavaFileManager, Iterable<? extends JavaFileObject>> sources,
      List<File> classPath,
      Path directory) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try {
      Files.createDirectories(directory);
      FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
      FILES.setLocation(StandardLocation.CLASS_PATH, classPath);
      JAVAC.getTask(null, FILES, found, OPTIONS, null, sources.apply(FILES)).call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics().stream()
        .filter(d -> d.getKind() != Diagnostic.Kind.NOTE && d.getKind() != Diagnostic.Kind.OTHER)
        .toList();
  }

  private static String describe(Diagnostic<? extends JavaFileObject> diagnostic) {
    Sample sample = ((JavaSource) diagnostic.getSource()).sample();
    long line = diagnostic.getLineNumber();
    return sample.page().name() + ":" + line + ": " + diagnostic.getMessage(Locale.ROOT);
  }

  /** Whether the syntax is right, whatever the names mean. */
  static boolean parses(JavaSource source) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try {
      JavacTask task =
          (JavacTask) JAVAC.getTask(null, FILES, found, OPTIONS, null, List.of(source));
      task.parse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics().stream().noneMatch(d -> d.getKind() == Diagnostic.Kind.ERROR);
  }

  /** Sees the compiled classes and everything this test sees. */
  static URLClassLoader loader(Path directory) {
    try {
      return new URLClassLoader(
          new URL[] {directory.toUri().toURL()}, JavaCompilation.class.getClassLoader());
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Surefire's own property first: its class path itself is one jar that names all others. */
  private static List<File> classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(path.split(File.pathSeparator)).stream().map(File::new).toList();
  }
}
