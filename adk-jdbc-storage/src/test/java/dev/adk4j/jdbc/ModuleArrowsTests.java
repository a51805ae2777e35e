package dev.adk4j.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

/**
 * Storage knows the engine; its neighbors and the starter know storage, never the other way round.
 */
@AnalyzeClasses(packages = "dev.adk4j.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArrowsTests {

  @ArchTest
  static final ArchRule arrowsPointDown =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.adk4j.springai..",
              "dev.adk4j.tokenizers..",
              "dev.adk4j.boot..",
              "dev.adk4j.test..",
              "dev.adk4j.sample..",
              "org.springframework.ai..",
              "org.springframework.boot..")
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
