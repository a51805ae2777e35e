package dev.adk4j.boot.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports the remedy if the database cannot be used as configured, for errors of the pool, of the
 * application's migrations and of the storage's migrations.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DatabaseFailureAnalyzer implements FailureAnalyzer {

  private static final String FLYWAY = "org.flywaydb.core.";

  /** H2: the database was not found, and must not be created. */
  private static final Set<Integer> H2_NO_DATABASE = Set.of(90146, 90149);

  private static final Set<Integer> H2_NOT_REACHED = Set.of(90067, 90020, 90028, 90031);
  private static final Set<Integer> H2_NO_RIGHTS = Set.of(90096, 90040);

  /** Schema does not exist: PostgreSQL, then H2. */
  private static final Set<String> NO_SCHEMA = Set.of("3F000", "90079");

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      FailureAnalysis analysis =
          isAboutDriver(firstLine(e))
              ? ofDriver(firstLine(e), failure)
              : e instanceof SQLException sql ? ofDatabase(sql, failure) : ofFlyway(e, failure);
      if (analysis != null) {
        return analysis;
      }
    }
    return null;
  }

  /** The builder of data sources and the pools report it only in the message. */
  private static boolean isAboutDriver(String message) {
    return message.startsWith("No suitable driver")
        || message.startsWith("Cannot load driver class")
        || message.startsWith("Failed to load driver class")
        || message.startsWith("Driver ") && message.contains(" claims to not accept jdbcUrl")
        || message.equals("'url' must start with \"jdbc\"");
  }

  private static FailureAnalysis ofDriver(String message, Throwable failure) {
    return new FailureAnalysis(
        "No JDBC driver matches the URL of the database: " + message,
        "Correct spring.datasource.url, such as jdbc:postgresql://localhost:5432/agent, remove spring.datasource.driver-class-name, and add the database's driver to the application, such as org.postgresql:postgresql.",
        failure);
  }

  private static @Nullable FailureAnalysis ofDatabase(SQLException e, Throwable failure) {
    String state = Objects.requireNonNullElse(e.getSQLState(), "");
    int code = e.getErrorCode();
    String message = firstLine(e);
    if (state.startsWith("28")) {
      return new FailureAnalysis(
          "The database rejects the user or the password: " + message,
          "Correct spring.datasource.username and spring.datasource.password. If migrations have"
              + " their own user, also correct spring.flyway.user and spring.flyway.password, or"
              + " spring.liquibase.user and spring.liquibase.password.",
          failure);
    }
    if (state.equals("3D000") || H2_NO_DATABASE.contains(code)) {
      return new FailureAnalysis(
          "The database does not exist: " + message,
          "Create the database, or correct its name in spring.datasource.url.",
          failure);
    }
    if (state.equals("42501") || H2_NO_RIGHTS.contains(code)) {
      return new FailureAnalysis(
          "The database role lacks a permission: " + message,
          """
          Migrate as the owner of the schema, and let the application use a role that only reads and writes:

          \tspring.flyway.user=owner
          \tspring.flyway.password=...

          With Liquibase, set spring.liquibase.user and spring.liquibase.password. Or grant the role the permission that the message names.""",
          failure);
    }
    if (NO_SCHEMA.contains(state)) {
      return new FailureAnalysis(
          "The schema does not exist in the database: " + message,
          "Create the schema that adk.jdbc.database-schema or the connection's currentSchema names, or correct its name.",
          failure);
    }
    if (state.startsWith("08") || state.startsWith("53") || H2_NOT_REACHED.contains(code)) {
      return new FailureAnalysis(
          "The database cannot be reached: " + message,
          "Start the database, or correct host and port in spring.datasource.url. Only one process"
              + " at a time can open an H2 file.",
          failure);
    }
    return null;
  }

  private static @Nullable FailureAnalysis ofFlyway(Throwable e, Throwable failure) {
    String message = firstLine(e);
    if (!e.getClass().getName().startsWith(FLYWAY)
        || !(message.startsWith("No Flyway database plugin")
            || message.startsWith("Unsupported Database"))) {
      return null;
    }
    return new FailureAnalysis(
        "Flyway does not support the database: " + message,
        """
        Add Flyway's module for it, for PostgreSQL:

        \t<dependency>
        \t  <groupId>org.flywaydb</groupId>
        \t  <artifactId>flyway-database-postgresql</artifactId>
        \t</dependency>

        or disable Flyway:

        \tspring.flyway.enabled=false""",
        failure);
  }

  private static String firstLine(Throwable e) {
    return Objects.requireNonNullElse(e.getMessage(), e.toString())
        .lines()
        .findFirst()
        .orElse("")
        .strip();
  }
}
