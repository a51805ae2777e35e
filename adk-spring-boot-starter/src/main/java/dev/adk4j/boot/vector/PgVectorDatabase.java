package dev.adk4j.boot.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Fails the startup if {@code pgvector} is configured and the database is not PostgreSQL, or its
 * extension {@code vector} is missing and cannot be created.
 */
final class PgVectorDatabase {

  private static final Logger log = LoggerFactory.getLogger(PgVectorDatabase.class);

  private PgVectorDatabase() {}

  static void check(DataSource dataSource, PgVectorBackend backend) {
    String product;
    try (Connection connection = dataSource.getConnection()) {
      product = connection.getMetaData().getDatabaseProductName();
    } catch (SQLException e) {
      // the database may become available again; otherwise the first use reports the problem
      log.warn("The database for adk.vector.backend=pgvector does not respond: {}", e.toString());
      return;
    }
    if (!product.equals("PostgreSQL")) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.vector.backend",
          "pgvector",
          "needs PostgreSQL with the extension vector, but the DataSource bean is "
              + product
              + ": set spring.datasource.url to such a database, or adk.vector.backend to in-memory or spring-ai");
    }
    try {
      backend.connect();
    } catch (AdkException e) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.vector.backend",
          "pgvector",
          "needs the extension vector, 0.7 or newer, but this database has no usable version ("
              + (e.getCause() == null ? e.getMessage() : e.getCause().getMessage())
              + "): install pgvector on the server and run 'create extension vector' there as the"
              + " database's owner, or set adk.vector.backend to in-memory or spring-ai");
    }
  }
}
