package dev.adk4j.benchmarks.tasks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Files of the ten tasks, and javac over the class path of this module's tests. */
final class Programs {

  static final Path ROOT = root();

  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
  private static final List<String> OPTIONS =
      List.of("--release", "21", "-parameters", "-proc:none", "-Xmaxerrs", "1000");

  private Programs() {}

  /** Returns the errors. */
  static List<String> compile(List<Path> sources, Path directory) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        JAVAC.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      Files.createDirectories(directory);
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
      files.setLocation(
          StandardLocation.CLASS_PATH,
          Stream.of(classPath().split(File.pathSeparator)).map(File::new).toList());
      JAVAC
          .getTask(null, files, found, OPTIONS, null, files.getJavaFileObjectsFromPaths(sources))
          .call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(diagnostic -> diagnostic.toString())
        .toList();
  }

  /** Returns Surefire's own first: its class path itself is one jar that names all others. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Path> tree(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> lines(Path file) {
    try {
      return Files.readString(file).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle.kts"))) {
      at = at.getParent();
    }
    return at;
  }
}
