package dev.adk4j.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The peers' code on the pages of {@code docs/compare} compiles against the peers, which are on
 * this module's class path only. The library's own code there is compiled by the tests of the
 * documentation, which leave out what {@code needs} classes that they do not have.
 */
class PeerPageTests {

  private static final Pattern PEER =
      Pattern.compile("<!-- needs: ([\\w.]+) -->\\n```java\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @Test
  void codeOfThePeersCompiles() throws IOException {
    List<Block> blocks = blocks();

    assertThat(blocks).hasSizeGreaterThanOrEqualTo(2);
    for (Block block : blocks) {
      assertThat(problems(block.code())).as(block.page()).isEmpty();
    }
  }

  @Test
  void codeThatDoesNotCompileIsReported() throws IOException {
    String code = blocks().getFirst().code();
    assertThat(problems(code.replaceFirst("import ", "import no.such."))).isNotEmpty();
  }

  private List<String> problems(String code) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = javac.getStandardFileManager(found, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
      files.setLocation(StandardLocation.CLASS_PATH, classPath());
      List<String> options = List.of("--release", "21", "-proc:none", "-Xlint:deprecation,removal");
      javac.getTask(null, files, found, options, null, List.of(source(code))).call();
    }
    return found.getDiagnostics().stream()
        .filter(d -> d.getSource() != null)
        .map(Object::toString)
        .toList();
  }

  /** Surefire's own property first: its class path itself is one jar that names all others. */
  private static List<File> classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(File.pathSeparator)).map(File::new).toList();
  }

  private static SimpleJavaFileObject source(String code) {
    return new SimpleJavaFileObject(
        URI.create("string:///Block.java"), SimpleJavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }

  private static List<Block> blocks() throws IOException {
    Path compare = Path.of("..", "docs", "compare");
    try (Stream<Path> pages = Files.list(compare)) {
      return pages.sorted().flatMap(PeerPageTests::blocks).toList();
    }
  }

  private static Stream<Block> blocks(Path page) {
    try {
      return PEER.matcher(Files.readString(page))
          .results()
          .map(m -> new Block(page.getFileName().toString(), m.group(2)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private record Block(String page, String code) {}
}
