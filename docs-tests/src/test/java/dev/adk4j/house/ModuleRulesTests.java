package dev.adk4j.house;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.adk4j.house.ModuleArrowsTests.CLASSES;
import static dev.adk4j.house.ModuleArrowsTests.in;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

/** What one module's classes may know, where another module's may. */
class ModuleRulesTests {

  private static final String SCHEDULER = "com.github.kagkarlsson";

  private static GivenClassesConjunction noClassesOf(String module) {
    return noClasses().that(in(module));
  }

  // --- storage

  @Test
  void jdbcStorageSeesTheCoresLowerRoomsOnly() {
    noClassesOf("adk-jdbc-storage")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.adk4j.turn..", "dev.adk4j.client..")
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "FlywayMigration, org.flywaydb..",
    "LiquibaseMigration, liquibase..",
    "PostgresSignals, org.postgresql.. org.h2.."
  })
  void oneClassOfTheJdbcStorageKnowsEach(String name, String packages) {
    noClassesOf("adk-jdbc-storage")
        .and()
        .doNotHaveSimpleName(name)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages.split(" "))
        .check(CLASSES);
  }

  // --- durable turns

  @Test
  void onePackageKnowsTheScheduler() {
    noClassesOf("adk-durable")
        .and()
        .resideOutsideOfPackage("dev.adk4j.durable.dbscheduler")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SCHEDULER + "..")
        .check(CLASSES);
  }

  @Test
  void noTypeOfTheSchedulerShows() {
    assertThat(
            CLASSES.that(in("adk-durable")).stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(ModuleRulesTests::seen)
                .map(JavaClass::getName))
        .isNotEmpty()
        .noneMatch(name -> name.startsWith(SCHEDULER));
  }

  private static Stream<JavaClass> seen(JavaClass type) {
    Stream<JavaClass> signatures =
        type.getCodeUnits().stream()
            .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(ModuleRulesTests::signature);
    Stream<JavaClass> parents =
        Stream.concat(type.getRawSuperclass().stream(), type.getAllRawInterfaces().stream());
    return Stream.concat(signatures, parents).filter(Objects::nonNull);
  }

  private static Stream<JavaClass> signature(JavaCodeUnit unit) {
    return Stream.concat(unit.getRawParameterTypes().stream(), Stream.of(unit.getRawReturnType()));
  }

  @Test
  void onlyTheQueueOfTheSchedulersPackageIsPublic() {
    classes()
        .that()
        .resideInAPackage("dev.adk4j.durable.dbscheduler")
        .and()
        .areTopLevelClasses()
        .and()
        .arePublic()
        .should()
        .haveSimpleName("DbSchedulerTurnQueue")
        .check(CLASSES);
  }

  // --- Spring AI

  /** Spring AI's chat memory is read and written without a turn, which only that storage offers. */
  @Test
  void chatMemoryAloneKnowsTheStorage() {
    noClassesOf("adk-spring-ai")
        .and()
        .resideOutsideOfPackage("dev.adk4j.springai.chatmemory")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.adk4j.jdbc..")
        .check(CLASSES);
  }

  /** A record's text reaches a model through the assembler alone, which defuses and wraps it. */
  @Test
  void executorsReadNoContentOfRecords() {
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
        .callMethod(ToolCall.class, "results")
        .check(CLASSES);
  }

  // --- the web

  /** An application without Spring MVC has a {@code TurnEvents} bean, too. */
  @Test
  void eventsNeedNoSpring() {
    noClasses()
        .that()
        .resideInAPackage("dev.adk4j.web.stream")
        .and()
        .haveSimpleNameNotContaining("Sse")
        .and()
        .haveNameNotMatching(".*TurnEventStream.*")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.springframework..", "jakarta.servlet..")
        .check(CLASSES);
  }

  /**
   * {@code Json.write} writes all JSON: whatever else does so loses characters that a text has
   * halves of. A page that parses the text of a tree is not concerned.
   */
  @ParameterizedTest
  @ValueSource(strings = {"adk-spring-web", "adk-spring-boot-starter"})
  void oneWriterWritesJson(String module) {
    noClassesOf(module)
        .should()
        .callMethodWhere(
            target(nameMatching("write.*|generator"))
                .and(
                    target(
                        owner(
                            assignableTo(ObjectMapper.class)
                                .or(assignableTo(ObjectWriter.class))
                                .or(assignableTo(JsonGenerator.class))
                                .or(assignableTo("io.modelcontextprotocol.json.McpJsonMapper"))))))
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching(".*(Surrogates|JsonStringEncoder|CharacterEscapes|JavaScriptUtils)")
        .check(CLASSES);
  }

  // --- the starter

  /** The methods of other beans of the starter are not looked at. */
  @Test
  void listenerMethodsAreInMarkedClasses() {
    methods()
        .that()
        .areAnnotatedWith("dev.adk4j.boot.TurnEventListener")
        .should()
        .beDeclaredInClassesThat()
        .areAssignableTo("dev.adk4j.boot.internal.callback.OwnListeners")
        .check(CLASSES);
  }

  /** Features share what is below internal, and the root has the annotations of applications. */
  @Test
  void featuresOfTheStarterStandOnItsRootAndOnInternalRooms() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.adk4j.boot", "dev.adk4j.boot.internal..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.adk4j.boot.*..")
                .and(resideOutsideOfPackages("dev.adk4j.boot.internal..", "dev.adk4j.boot.test..")))
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("dev.adk4j.boot.internal..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.adk4j.boot")
        .check(CLASSES);
  }

  /** Spring Boot's own condition knows no word but true; binding knows more. */
  @Test
  void switchesAreReadAsBindingDoes() {
    noClassesOf("adk-spring-boot-starter")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("ConditionalOnBooleanProperty")
        .check(CLASSES);
  }
}
