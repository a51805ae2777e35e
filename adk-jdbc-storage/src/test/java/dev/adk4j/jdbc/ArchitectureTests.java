package dev.adk4j.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.adk4j.jdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

  @ArchTest
  static final ArchRule SEES_THE_CORES_LOWER_ROOMS_ONLY =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.adk4j.turn..",
              "dev.adk4j.client..",
              "dev.adk4j.boot..",
              "dev.adk4j.springai..",
              "dev.adk4j.tokenizers..",
              "org.springframework.boot..");

  @ArchTest
  static final ArchRule FLYWAY_IS_NEEDED_BY_ONE_CLASS =
      noClasses()
          .that()
          .doNotHaveSimpleName("FlywayMigration")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.flywaydb..");

  @ArchTest
  static final ArchRule LIQUIBASE_IS_NEEDED_BY_ONE_CLASS =
      noClasses()
          .that()
          .doNotHaveSimpleName("LiquibaseMigration")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("liquibase..");

  @ArchTest
  static final ArchRule A_DRIVER_IS_NEEDED_BY_ONE_CLASS =
      noClasses()
          .that()
          .doNotHaveSimpleName("PostgresSignals")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.postgresql..", "org.h2..");

  /** It talks to the application's sessions and is loaded where there are any. */
  @ArchTest
  static final ArchRule ONE_CLASS_KNOWS_JPA =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.adk4j.jdbc.BoundSessions$Hibernate")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.persistence..", "org.hibernate..");
}
