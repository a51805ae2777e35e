package dev.adk4j.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the arrows of this module: the core and Spring MVC, and nothing of Spring Boot. */
@AnalyzeClasses(packages = "dev.adk4j.web", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArrowsTests {

  @ArchTest
  static final ArchRule knowsNoSpringBoot =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.adk4j.boot..", "org.springframework.boot..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.adk4j.web.(**)").should().beFreeOfCycles();

  /** An application without Spring MVC has a {@code TurnEvents} bean, too. */
  @ArchTest
  static final ArchRule eventsNeedNoSpring =
      noClasses()
          .that()
          .resideInAPackage("dev.adk4j.web.stream")
          .and()
          .haveSimpleNameNotContaining("Sse")
          .and()
          .haveNameNotMatching(".*TurnEventStream.*")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..", "jakarta.servlet..");
}
