package dev.adk4j.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.adk4j.docs.GeneratedPages;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Finds the error codes of all modules, and writes their table. */
class ErrorReferenceTests {

  /** Returns the enums of the modules; the core's comes first, the others by module. */
  private static List<JavaClass> enums() {
    return ModuleArrowsTests.CLASSES.stream()
        .filter(type -> type.isEnum() && type.isAssignableTo(ErrorCode.class))
        .sorted(
            Comparator.comparing((JavaClass type) -> !type.isEquivalentTo(AdkErrorCode.class))
                .thenComparing(ModuleArrowsTests::moduleOf))
        .toList();
  }

  private static Stream<ErrorCode> codes(JavaClass type) {
    return Stream.of(type.reflect().getEnumConstants()).map(ErrorCode.class::cast);
  }

  static Stream<ErrorCode> codes() {
    return enums().stream().flatMap(ErrorReferenceTests::codes);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void codeSaysWhatItMeansAndWhatToDo(ErrorCode code) {
    assertThat(code.meaning()).endsWith(".");
    assertThat(code.help()).endsWith(".").isNotEqualTo(code.meaning());
  }

  @Test
  void namesAreUniqueOverAllModules() {
    assertThat(codes().map(ErrorCode::name)).doesNotHaveDuplicates().hasSizeGreaterThan(100);
  }

  @Test
  void documentationListsEveryCode() throws Exception {
    GeneratedPages.compare("docs/reference/errors.md", page());
  }

  private static String page() {
    StringBuilder text =
        new StringBuilder(
            """
            # Error codes

            Every `AdkException` has a code, an HTTP-like status, and a sentence that says what to do. *Fatal* marks programming
            errors, thrown where the bad input arrived. Each module has an enum of its own; an application adds codes by an enum
            that implements `ErrorCode`. Written from these enums by `ErrorReferenceTests`; do not edit.
            """);
    for (JavaClass type : enums()) {
      text.append(
          "\n## `%s` in `%s`\n\n"
              .formatted(type.getSimpleName(), ModuleArrowsTests.moduleOf(type)));
      text.append("| Code | Status | Fatal | Meaning | What to do |\n");
      text.append("| --- | --- | --- | --- | --- |\n");
      codes(type).forEach(code -> text.append(row(code)));
    }
    return text.toString();
  }

  private static String row(ErrorCode code) {
    return "| `%s` | %d | %s | %s | %s |\n"
        .formatted(
            code.name(), code.status(), code.fatal() ? "yes" : "no", code.meaning(), code.help());
  }
}
