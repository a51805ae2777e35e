package dev.adk4j.boot;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.adk4j.boot.callback.OwnListeners;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

/** The starter knows the modules below it; nothing that is built with it, and no test kit. */
@AnalyzeClasses(packages = "dev.adk4j.boot", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArrowsTests {

  @ArchTest
  static final ArchRule arrowsPointDown =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.adk4j.boot.test..",
              "dev.adk4j.test..",
              "dev.adk4j.sample..",
              "dev.adk4j.benchmarks..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.adk4j.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  /** The methods of other beans of the starter are not looked at. */
  @ArchTest
  static final ArchRule listenerMethodsAreInMarkedClasses =
      methods()
          .that()
          .areAnnotatedWith(TurnEventListener.class)
          .should()
          .beDeclaredInClassesThat()
          .areAssignableTo(OwnListeners.class);

  /** Spring Boot's own condition knows no word but true; binding knows more. */
  @ArchTest
  static final ArchRule switchesAreReadAsBindingDoes =
      noClasses().should().dependOnClassesThat().haveSimpleName("ConditionalOnBooleanProperty");

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .allMatch(p -> p.isAnnotatedWith(NullMarked.class), "is @NullMarked");
  }

  /** {@code Json.write} writes all JSON, as in the module of the endpoints. */
  @ArchTest
  static final ArchRule oneWriterWritesJson =
      noClasses()
          .should()
          .callMethodWhere(
              target(nameMatching("write.*"))
                  .and(
                      target(
                          owner(
                              assignableTo(ObjectMapper.class)
                                  .or(assignableTo(ObjectWriter.class))))))
          .orShould()
          .dependOnClassesThat()
          .haveSimpleName("Surrogates");
}
