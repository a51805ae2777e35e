package dev.adk4j.jdbc;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** The migrations' SQL, run without a migration tool. */
final class SchemaScript {

  /** In the order of their versions. */
  private static final List<String> SCRIPTS =
      List.of(
          "V1__adk_storage.sql", //
          "V2__adk_gate.sql",
          "V3__adk_memory_stores.sql",
          "V4__adk_budget_and_summary.sql",
          "V5__adk_memory_staging.sql",
          "V6__adk_call_ids.sql",
          "V7__adk_erasure.sql",
          "V8__adk_gate_refusals.sql",
          "V9__adk_memory_set_aside.sql",
          "V10__adk_rate.sql",
          "V11__adk_waiting_turn.sql");

  private SchemaScript() {}

  static String read(String dialect, String tablePrefix) {
    StringBuilder all = new StringBuilder();
    for (String script : SCRIPTS) {
      all.append(resource("/db/adk/" + dialect + "/" + script)).append('\n');
    }
    return all.toString().replace("${prefix}", tablePrefix);
  }

  static String resource(String name) {
    try (InputStream in = SchemaScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates what is missing; the script leaves alone what is there. One at a time in this process:
   * H2 fails when two sessions change a table at once, and PostgreSQL lets them wait anyway. Sent
   * statement by statement: a driver may ask about all that it is given before it runs the first,
   * and some read tables that others make.
   */
  static synchronized boolean run(Connection connection, Dialect dialect, String script)
      throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      dialect.lockSchema(connection);
      execute(connection, script);
      connection.commit();
      return true;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static void execute(Connection connection, String script) throws SQLException {
    try {
      ScriptUtils.executeSqlScript(
          connection,
          new EncodedResource(
              new ByteArrayResource(script.getBytes(StandardCharsets.UTF_8)),
              StandardCharsets.UTF_8));
    } catch (ScriptException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
