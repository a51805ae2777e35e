package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of every page compiles against the library it is about. */
class JavaSampleTests {

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> everyJavaBlockCompiles() {
    return Repository.pages().stream()
        .filter(page -> !page.samples("java").isEmpty())
        .map(page -> DynamicTest.dynamicTest(page.name(), page.uri(), () -> compile(page)));
  }

  /** Blocks that run have packages of their own; the others of a page see each other. */
  private void compile(MarkdownPage page) {
    List<JavaSource> sources =
        page.samples("java").stream()
            .filter(Sample::supported)
            .filter(sample -> !RunningSample.isOne(sample))
            .map(sample -> JavaSource.of(sample, page.identifier()))
            .toList();
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
