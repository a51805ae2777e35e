package dev.adk4j.springai;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import org.jspecify.annotations.NullMarked;

/** The bridge knows the engine and Spring AI, and needs no Spring Boot. */
@AnalyzeClasses(
    packages = "dev.adk4j.springai",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArrowsTests {

  @ArchTest
  static final ArchRule arrowsPointDown =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.adk4j.tokenizers..",
              "dev.adk4j.boot..",
              "dev.adk4j.test..",
              "dev.adk4j.sample..",
              "org.springframework.boot..",
              "org.hibernate..")
          .allowEmptyShould(true);

  /** Spring AI's chat memory is read and written without a turn, which only that storage offers. */
  @ArchTest
  static final ArchRule chatMemoryAloneKnowsTheStorage =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.adk4j.springai.chatmemory")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.adk4j.jdbc..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.adk4j.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  /** A record's text reaches a model through the assembler alone, which defuses and wraps it. */
  @ArchTest
  static final ArchRule executorsReadNoContentOfRecords =
      noClasses()
          .that()
          .resideInAnyPackage("dev.adk4j.springai.chat..", "dev.adk4j.springai.dialect..")
          .should()
          .callMethod(Message.class, "content")
          .orShould()
          .callMethod(Memory.class, "content")
          .orShould()
          .callMethod(Retrievable.class, "content")
          .orShould()
          .callMethod(Thought.class, "content")
          .orShould()
          .callMethod(ToolCall.class, "results");

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .allMatch(p -> p.isAnnotatedWith(NullMarked.class), "is @NullMarked");
  }
}
