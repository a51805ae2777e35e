package dev.adk4j.web;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.modelcontextprotocol.json.McpJsonMapper;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

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

  /**
   * {@code Json.write} writes all JSON: whatever else does so loses characters that a text has
   * halves of. A page that parses the text of a tree is not concerned.
   */
  @ArchTest
  static final ArchRule oneWriterWritesJson =
      noClasses()
          .should()
          .callMethodWhere(
              target(nameMatching("write.*|generator"))
                  .and(
                      target(
                          owner(
                              assignableTo(ObjectMapper.class)
                                  .or(assignableTo(ObjectWriter.class))
                                  .or(assignableTo(JsonGenerator.class))
                                  .or(assignableTo(McpJsonMapper.class))))))
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching(".*(Surrogates|JsonStringEncoder|CharacterEscapes|JavaScriptUtils)");
}
