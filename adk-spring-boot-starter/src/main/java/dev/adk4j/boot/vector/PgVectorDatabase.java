package dev.adk4j.boot.vector;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Fails the start where {@code pgvector} is named and the database is another one. */
final class PgVectorDatabase {

  private static final Logger log = LoggerFactory.getLogger(PgVectorDatabase.class);

  private PgVectorDatabase() {}

  static void check(DataSource dataSource) {
    String product;
    try (Connection connection = dataSource.getConnection()) {
      product = connection.getMetaData().getDatabaseProductName();
    } catch (SQLException e) {
      // it may come back; the first use says so otherwise
      log.warn(
          "The database that adk.vector.backend=pgvector needs does not answer: {}", e.toString());
      return;
    }
    if (!product.equals("PostgreSQL")) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.vector.backend",
          "pgvector",
          "needs PostgreSQL with the extension vector, and the DataSource bean is "
              + product
              + ": set spring.datasource.url to such a database, or adk.vector.backend to in-memory or spring-ai");
    }
  }
}
