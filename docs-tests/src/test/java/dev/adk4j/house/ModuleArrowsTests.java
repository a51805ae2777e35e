package dev.adk4j.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the arrows between the published modules and the packages that each one has. */
class ModuleArrowsTests {

  private static final String CORE = "adk-core";
  private static final String ARTIFACTS = "adk-artifacts";
  private static final String PROMPT = "adk-prompt";
  private static final String VECTOR = "adk-vector";
  private static final String MEMORY = "adk-memory";
  private static final String JDBC = "adk-jdbc-storage";
  private static final String JPA = "adk-jpa-storage";
  private static final String DURABLE = "adk-durable";
  private static final String SPRING_AI = "adk-spring-ai";
  private static final String SPRING_WEB = "adk-spring-web";
  private static final String TOKENIZERS = "adk-tokenizers";
  private static final String STARTER = "adk-spring-boot-starter";
  private static final String KITS = "adk-test";

  /** The modules that a module's classes may name, without itself. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry(CORE, Set.of()),
          Map.entry(ARTIFACTS, Set.of(CORE)),
          Map.entry(PROMPT, Set.of(CORE)),
          Map.entry(VECTOR, Set.of(CORE)),
          Map.entry(MEMORY, Set.of(CORE, VECTOR)),
          Map.entry(JDBC, Set.of(CORE, PROMPT, VECTOR, MEMORY)),
          Map.entry(JPA, Set.of(JDBC)),
          Map.entry(DURABLE, Set.of(CORE, JDBC)),
          Map.entry(SPRING_AI, Set.of(CORE, PROMPT, VECTOR, MEMORY, JDBC)),
          Map.entry(TOKENIZERS, Set.of(CORE)),
          Map.entry(SPRING_WEB, Set.of(CORE)),
          Map.entry(
              STARTER,
              Set.of(
                  CORE,
                  ARTIFACTS,
                  PROMPT,
                  VECTOR,
                  MEMORY,
                  JDBC,
                  JPA,
                  DURABLE,
                  SPRING_AI,
                  SPRING_WEB,
                  TOKENIZERS)),
          Map.entry(KITS, Set.of(CORE, ARTIFACTS, VECTOR, MEMORY)),
          Map.entry("adk-spring-boot-test", Set.of(CORE, VECTOR, STARTER, KITS)));

  /** Where it is built, or installed with its version. */
  private static final Pattern MODULE = Pattern.compile("/(adk-[a-z-]+)/(target|build|\\d[^/]*)/");

  private static final Pattern ANY_MODULE = Pattern.compile(".*" + MODULE + ".*");

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> location.matches(ANY_MODULE))
          // the tests that modules share are packed by then
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.adk4j");

  @Test
  void classesNameOnlyTheModulesBelowTheirs() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getSource().isPresent())
          .filter(target -> target.getPackageName().startsWith("dev.adk4j"))
          .map(ModuleArrowsTests::moduleOf)
          .filter(target -> !target.equals(moduleOf(type)))
          .filter(target -> !ARROWS.get(moduleOf(type)).contains(target))
          .forEach(target -> wrong.add(type.getName() + " names " + target));
    }
    assertThat(wrong).isEmpty();
    assertThat(CLASSES.stream().map(ModuleArrowsTests::moduleOf))
        .as("modules seen")
        .contains(ARROWS.keySet().toArray(String[]::new));
  }

  @Test
  void eachPackageIsInOneModule() {
    Map<String, Set<String>> homes =
        CLASSES.stream()
            .collect(
                groupingBy(
                    JavaClass::getPackageName,
                    TreeMap::new,
                    mapping(ModuleArrowsTests::moduleOf, toCollection(TreeSet::new))));
    assertThat(homes.values()).allSatisfy(modules -> assertThat(modules).hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "adk-core",
        "adk-jdbc-storage",
        "adk-durable",
        "adk-spring-ai",
        "adk-spring-web",
        "adk-tokenizers",
        "adk-spring-boot-starter",
        "adk-spring-boot-test",
        "adk-test"
      })
  void packagesFormNoCycle(String module) {
    slices()
        .matching("dev.adk4j.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(CLASSES.that(in(module)));
  }

  static DescribedPredicate<JavaClass> in(String module) {
    return DescribedPredicate.describe("in " + module, type -> moduleOf(type).equals(module));
  }

  /** The core, which has a list of what it may know, is held by a test of its own. */
  @ParameterizedTest
  @CsvSource({
    "adk-jdbc-storage, org.springframework.ai.. org.springframework.boot..",
    "adk-spring-ai, org.springframework.boot.. org.hibernate..",
    "adk-spring-web, org.springframework.boot..",
    "adk-durable, org.springframework.boot.. io.micrometer.. org.hibernate..",
    "adk-tokenizers, org.springframework.. io.micrometer.. org.hibernate..",
    "adk-test, org.springframework.. io.micrometer.. org.hibernate..",
  })
  void moduleKnowsNoneOfTheseFrameworks(String module, String frameworks) {
    noClasses()
        .that(in(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(frameworks.split(" "))
        .check(CLASSES);
  }

  @Test
  void onlyTheArtifactsKnowTheParsersOfDocuments() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.adk4j.artifact..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.jayway.jsonpath..", "org.commonmark..", "org.snakeyaml..")
        .check(CLASSES);
  }

  /** It is no dependency of an agent: one class names it, loaded when a URL is fetched. */
  @Test
  void onlyOneClassKnowsTheHttpClient() {
    noClasses()
        .that()
        .haveNameNotMatching("dev\\.adk4j\\.bytes\\.url\\.HttpClientTransport(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hc..")
        .check(CLASSES);
  }

  @Test
  void onlyTheJpaStorageAndTheStarterKnowHibernate() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.adk4j.jpa..", "dev.adk4j.boot..")
        .and()
        .doNotHaveFullyQualifiedName("dev.adk4j.jdbc.internal.BoundSessions$Hibernate")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.hibernate..", "jakarta.persistence..")
        .check(CLASSES);
  }

  @Test
  void eachPackageIsNullMarked() {
    List<String> unmarked =
        CLASSES.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(p -> !p.isAnnotatedWith(org.jspecify.annotations.NullMarked.class))
            .map(p -> p.getName())
            .toList();
    assertThat(unmarked).isEmpty();
  }

  static String moduleOf(JavaClass type) {
    String uri = type.getSource().orElseThrow().getUri().toString();
    Matcher module = MODULE.matcher(uri);
    assertThat(module.find()).as(uri).isTrue();
    return module.group(1);
  }
}
