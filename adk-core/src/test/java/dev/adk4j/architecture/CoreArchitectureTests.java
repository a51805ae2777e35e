package dev.adk4j.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.jspecify.annotations.NullMarked;

/** The map of the engine: which room sees which, and which libraries it may use. */
@AnalyzeClasses(packages = "dev.adk4j", importOptions = ImportOption.DoNotIncludeTests.class)
class CoreArchitectureTests {

  /** Lowest first; a room sees only the rooms before it. */
  private static final List<String> ROOMS =
      List.of(
          "error",
          "internal",
          "value",
          "schema",
          "answer",
          "abort",
          "token",
          "bytes",
          "artifact",
          "primitive",
          "limit",
          "gate",
          "stored",
          "event",
          "loop",
          "tool",
          "storage",
          "guard",
          "turn",
          "client");

  @ArchTest
  static void roomsSeeOnlyTheRoomsBeforeThem(JavaClasses classes) {
    assertThat(new RoomOrder("dev.adk4j", ROOMS).violations(classes)).isEmpty();
  }

  /** No framework: no Spring, no Micrometer, no Hibernate, and one Jackson. */
  @ArchTest
  static final ArchRule onlyTheseLibraries =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.adk4j..",
              "java..",
              "javax.crypto..", // part of java.base
              "org.slf4j..",
              "org.jspecify.annotations..",
              "com.fasterxml.jackson.annotation..",
              "tools.jackson..",
              "com.knuddels.jtokkit..",
              "com.networknt.schema..",
              "com.github.victools.jsonschema..",
              "com.fasterxml.classmate..", // in the signatures of victools
              "com.google.re2j..",
              "com.github.f4b6a3.uuid..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.adk4j.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .allMatch(p -> p.isAnnotatedWith(NullMarked.class), "is @NullMarked");
  }
}
