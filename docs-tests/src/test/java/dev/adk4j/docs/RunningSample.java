package dev.adk4j.docs;

import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A Java block that is not only compiled. {@code run} calls its statements, {@code context} starts
 * a Spring Boot application around the beans it declares, {@code junit} runs the tests it is.
 */
final class RunningSample implements AutoCloseable {

  private static final Set<String> MARKS = Set.of("run", "context", "junit");

  private final JavaSource source;
  private final URLClassLoader loader;
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  private RunningSample(JavaSource source, Path directory) {
    this.source = source;
    this.loader = JavaCompilation.loader(directory);
    Thread.currentThread().setContextClassLoader(loader);
  }

  static boolean isOne(Sample sample) {
    return sample.marks().keySet().stream().anyMatch(MARKS::contains);
  }

  static boolean isOne(Sample sample, String mark) {
    return sample.language().equals("java") && sample.has(mark);
  }

  /** Compiles the block into a directory of its own, and the thread sees its classes. */
  static RunningSample compile(Sample sample, Path directory) {
    String name = sample.page().identifier() + ".line" + sample.line();
    JavaSource source = JavaSource.of(sample, name);
    Path own = directory.resolve(name);
    List<String> errors = JavaCompilation.compile(List.of(source), own);
    if (!errors.isEmpty()) {
      throw new AssertionError(String.join("\n", errors));
    }
    return new RunningSample(source, own);
  }

  Class<?> type() throws ClassNotFoundException {
    return loader.loadClass(source.className());
  }

  ClassLoader loader() {
    return loader;
  }

  void call() throws Exception {
    try {
      type().getMethod("sample").invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Override
  public void close() throws Exception {
    Thread.currentThread().setContextClassLoader(before);
    loader.close();
  }
}
