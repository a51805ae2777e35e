package dev.adk4j.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.jdbc.datasource.init.ScriptException;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** Runs the SQL of the migrations without a migration tool. */
final class SchemaScript {

  /** Scripts in version order. */
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
          "V11__adk_waiting_turn.sql",
          "V12__adk_durable_turn.sql",
          "V13__adk_task_and_event.sql",
          "V14__adk_turn_pages.sql",
          "V15__adk_turn_inbox.sql",
          "V16__adk_schedule.sql",
          "V17__adk_waiting_bytes.sql",
          "V18__adk_turn_priority.sql",
          "V19__adk_decided_gates.sql");

  private SchemaScript() {}

  static String read(String dialect, String tablePrefix) {
    StringBuilder all = new StringBuilder();
    for (String script : SCRIPTS) {
      all.append(resource("/db/adk/" + dialect + "/" + script)).append('\n');
    }
    return all.toString().replace("${prefix}", tablePrefix);
  }

  static String resource(String name) {
    try {
      return new ClassPathResource(name, SchemaScript.class)
          .getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates missing tables, columns and indexes. Runs one call at a time in this process, because
   * H2 fails if two sessions change a table concurrently. Sends statements one by one: a driver may
   * prepare a whole batch before it runs the first statement, and some statements read tables
   * created by earlier ones.
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
