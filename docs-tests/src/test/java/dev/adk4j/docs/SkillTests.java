package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/SKILL.md} alone is enough to write code that compiles: nine tasks solved by it. */
class SkillTests {

  private static final List<String> TASKS =
      List.of(
          "OrderDesk",
          "RefundDesk",
          "InvoiceReader",
          "TwoAgents",
          "HandbookTests",
          // written by somebody who had read nothing but the text
          "LibraryDesk",
          "TicketReader",
          "SupportController",
          "NightShift");

  private static final Pattern OWN_IMPORT =
      Pattern.compile("(?m)^import (?:static )?(dev\\.adk4j\\.[\\w.]+);");

  private static final String SKILL = Repository.text("docs/SKILL.md");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> codeOfEachTaskCompiles() {
    return TASKS.stream()
        .map(
            task ->
                DynamicTest.dynamicTest(
                    task,
                    () ->
                        assertThat(
                                JavaCompilation.problems(
                                    source(task, code(task)), directory.resolve(task)))
                            .isEmpty()));
  }

  @TestFactory
  Stream<DynamicTest> codeOfEachTaskUsesOnlyWhatTheTextImports() {
    return TASKS.stream()
        .map(
            task ->
                DynamicTest.dynamicTest(
                    task,
                    () ->
                        assertThat(ownImports(code(task)))
                            .isNotEmpty()
                            .isSubsetOf(ownImports(SKILL))));
  }

  @Test
  void codeThatDoesNotCompileIsReported() {
    String wrong = code("OrderDesk").replace("requireSubject", "user");
    assertThat(JavaCompilation.problems(source("OrderDesk", wrong), directory)).isNotEmpty();
  }

  private static String code(String task) {
    return Repository.text("docs-tests/src/test/resources/skill/" + task + ".java");
  }

  private static Set<String> ownImports(String text) {
    return OWN_IMPORT.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toSet());
  }

  private static SimpleJavaFileObject source(String name, String code) {
    return new SimpleJavaFileObject(
        URI.create("string:///" + name + ".java"), SimpleJavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return code;
      }
    };
  }
}
