package dev.adk4j.boot.jdbc;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.StorageErrorCode;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports how to create the tables of the storage. */
final class MissingTablesFailureAnalyzer extends AbstractFailureAnalyzer<AdkException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, AdkException cause) {
    AdkException found = schemaProblem(cause);
    return found == null
        ? null
        : new FailureAnalysis(
            Objects.requireNonNullElse(found.getMessage(), found.errorCode().meaning()),
            lacksTables(found) ? remedies() : found.help(),
            found);
  }

  /** Also finds the error of a failed turn that the application runs at startup. */
  private static @Nullable AdkException schemaProblem(AdkException outermost) {
    for (Throwable e = outermost; e != null; e = e.getCause()) {
      if (e instanceof AdkException found
          && AdkException.is(e, StorageErrorCode.E_STORAGE_SCHEMA)) {
        return found;
      }
    }
    return null;
  }

  /** Returns false for an unsupported database or a failed migration. */
  private static boolean lacksTables(AdkException found) {
    return found.help().equals(StorageErrorCode.E_STORAGE_SCHEMA.help())
        && (!found.args().isEmpty() || found.getCause() instanceof SQLException);
  }

  private static String remedies() {
    return """
        Choose one of these ways:

        1. Remove adk.jdbc.schema and let Flyway migrate the tables at each startup, in addition to those of the application. PostgreSQL also requires org.flywaydb:flyway-database-postgresql:

        \t<dependency>
        \t  <groupId>org.springframework.boot</groupId>
        \t  <artifactId>spring-boot-starter-flyway</artifactId>
        \t</dependency>

        2. Let the storage create the tables, in a database that has none of them yet:

        \tadk.jdbc.schema=create-if-missing

        3. If the tables have other names or are in another schema, configure it; the schema must exist:

        \tadk.jdbc.table-prefix=adk_
        \tadk.jdbc.database-schema=agent""";
  }
}
