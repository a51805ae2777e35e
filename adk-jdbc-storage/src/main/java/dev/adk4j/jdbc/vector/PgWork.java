package dev.adk4j.jdbc.vector;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Work on a connection. */
@FunctionalInterface
interface PgWork<T extends @Nullable Object, E extends Exception> {

  T run(Connection connection) throws SQLException, E;
}
