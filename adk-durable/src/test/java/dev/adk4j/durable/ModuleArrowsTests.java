package dev.adk4j.durable;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Objects;
import java.util.stream.Stream;

/** The scheduler stays inside of one package. */
@AnalyzeClasses(
    packages = "dev.adk4j.durable",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleArrowsTests {

  private static final String SCHEDULER = "com.github.kagkarlsson";

  @ArchTest
  static final ArchRule onePackageKnowsTheScheduler =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.adk4j.durable.dbscheduler")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(SCHEDULER + "..")
          .allowEmptyShould(true);

  @ArchTest
  static void noTypeOfTheSchedulerShows(JavaClasses classes) {
    assertThat(
            classes.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(ModuleArrowsTests::seen)
                .map(JavaClass::getName))
        .isNotEmpty()
        .noneMatch(name -> name.startsWith(SCHEDULER));
  }

  private static Stream<JavaClass> seen(JavaClass type) {
    Stream<JavaClass> signatures =
        type.getCodeUnits().stream()
            .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(ModuleArrowsTests::signature);
    Stream<JavaClass> parents =
        Stream.concat(type.getRawSuperclass().stream(), type.getAllRawInterfaces().stream());
    return Stream.concat(signatures, parents).filter(Objects::nonNull);
  }

  private static Stream<JavaClass> signature(JavaCodeUnit unit) {
    return Stream.concat(unit.getRawParameterTypes().stream(), Stream.of(unit.getRawReturnType()));
  }

  @ArchTest
  static final ArchRule onlyTheQueueIsPublic =
      classes()
          .that()
          .resideInAPackage("dev.adk4j.durable.dbscheduler")
          .and()
          .areTopLevelClasses()
          .and()
          .arePublic()
          .should()
          .haveSimpleName("DbSchedulerTurnQueue");
}
