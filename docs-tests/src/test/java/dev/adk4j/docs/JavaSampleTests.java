package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of every page compiles against the library it is about. */
class JavaSampleTests {

  @TempDir Path directory;

  /** Most pages at once, in packages of their own; if javac reports anything, each alone. */
  @TestFactory
  Stream<DynamicTest> everyJavaBlockCompiles() {
    Map<MarkdownPage, List<JavaSource>> pages = new LinkedHashMap<>();
    Repository.pages().stream()
        .filter(page -> !page.samples("java").isEmpty())
        .forEach(page -> pages.put(page, sources(page)));
    List<JavaSource> together =
        pages.entrySet().stream()
            .filter(page -> isOfItsOwn(page.getKey(), page.getValue()))
            .flatMap(page -> page.getValue().stream())
            .toList();
    boolean compiles = JavaCompilation.compile(together, directory.resolve("together")).isEmpty();
    return pages.entrySet().stream()
        .map(
            page ->
                DynamicTest.dynamicTest(
                    page.getKey().name(),
                    page.getKey().uri(),
                    () -> {
                      if (!compiles || !together.containsAll(page.getValue())) {
                        compile(page.getKey(), page.getValue());
                      }
                    }));
  }

  /** Returns whether no block has a package that another page may have, too. */
  private static boolean isOfItsOwn(MarkdownPage page, List<JavaSource> sources) {
    String name = page.identifier() + ".";
    return sources.stream().allMatch(source -> source.className().startsWith(name));
  }

  /** Blocks that run have packages of their own; the others of a page see each other. */
  private static List<JavaSource> sources(MarkdownPage page) {
    return page.samples("java").stream()
        .filter(Sample::supported)
        .filter(sample -> !RunningSample.isOne(sample))
        .map(sample -> JavaSource.of(sample, page.identifier()))
        .toList();
  }

  private void compile(MarkdownPage page, List<JavaSource> sources) {
    assertThat(JavaCompilation.compile(sources, directory.resolve(page.identifier())))
        .as("what javac says about " + page.name())
        .isEmpty();
  }

  @Test
  void aBlockThatDoesNotCompileIsReportedWithItsLine() {
    MarkdownPage page =
        MarkdownPage.of(
            Repository.ROOT.resolve("docs/broken.md"),
            "Text\n\n```java\nTool tool = Tool.builder(\"x\")\n    .colour(\"red\")\n    .build();\n```\n");

    assertThat(
            JavaCompilation.compile(
                List.of(JavaSource.of(page.samples().getFirst(), "broken")), directory))
        .singleElement()
        .asString()
        .startsWith("docs/broken.md:5: ")
        .contains("colour");
  }

  @Test
  void aBlockThatUsesADeprecatedMethodIsReported() {
    MarkdownPage page =
        MarkdownPage.of(
            Repository.ROOT.resolve("docs/broken.md"),
            "```java\nInteger number = new Integer(1);\n```\n");

    assertThat(
            JavaCompilation.compile(
                List.of(JavaSource.of(page.samples().getFirst(), "broken")), directory))
        .isNotEmpty();
  }
}
