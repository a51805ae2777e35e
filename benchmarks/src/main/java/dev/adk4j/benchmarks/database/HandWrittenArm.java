package dev.adk4j.benchmarks.database;

import dev.adk4j.jpa.AdkSchema;
import dev.adk4j.jpa.AdkSchemaMode;
import dev.adk4j.jpa.JpaStorageOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The floor: the same tables in a schema of their own, the same six fetches and two appends,
 * written by hand with JDBC on one connection, without records, checks or JSON.
 */
final class HandWrittenArm implements Arm {

  private static final String SCHEMA = "by_hand";

  private static final String MESSAGES =
      "select id, role, content, attachments, identity, created_at, updated_at from by_hand.adk_message"
          + " where tenant = ? and conversation = ? order by seq desc limit ?";
  private static final String THOUGHTS =
      "select id, content, identity, payload, replay_compatibility, created_at, updated_at from by_hand.adk_thought"
          + " where tenant = ? and conversation = ? order by seq desc limit ?";
  private static final String TOOL_CALLS =
      "select id, tool, args, checksum, results, payload, created_at, updated_at, completed_at from by_hand.adk_tool_call"
          + " where tenant = ? and conversation = ? order by seq desc limit ?";
  private static final String RETRIEVABLES =
      "select id, content, artifact, trust_tier, source, kind, score from by_hand.adk_retrievable"
          + " where tenant = ? and conversation = ? order by ordinal desc limit ?";
  private static final String MEMORIES =
      "select id, content, confidence, importance, created_at, updated_at from by_hand.adk_memory"
          + " where tenant = ? and subject = ? order by ordinal desc limit ?";
  private static final String INSTRUCTIONS =
      "select id, content from by_hand.adk_standing_instruction"
          + " where tenant = ? and subject in ('', ?) order by subject, ordinal limit ?";

  private static final String APPEND =
      "with c as (insert into by_hand.adk_conversation as x (tenant, conversation, subject, last_seq, created_at,"
          + " last_activity_at) values (?, ?, ?, 1, ?, ?) on conflict (tenant, conversation) do update"
          + " set last_seq = x.last_seq + 1, last_activity_at = excluded.last_activity_at returning last_seq)"
          + " insert into by_hand.adk_message (tenant, conversation, seq, id, role, content, identity, created_at, updated_at)"
          + " select ?, ?, c.last_seq, ?, ?, ?, ?, ?, ? from c";

  private final BenchmarkDatabase database;
  private final AdkTables tables;

  HandWrittenArm(BenchmarkDatabase database) {
    this.database = database;
    this.tables = new AdkTables(database, SCHEMA + ".");
  }

  @Override
  public String name() {
    return "JDBC by hand";
  }

  @Override
  public void createTables() {
    database.jdbc().execute("create schema if not exists " + SCHEMA);
    AdkSchema.of(database.dataSource(), JpaStorageOptions.DEFAULT.withSchema(SCHEMA))
        .apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  @Override
  public void seed(String conversation, int history) {
    tables.seed(conversation, history);
  }

  @Override
  public int turn(String conversation, String user, String assistant) throws SQLException {
    int loaded;
    try (Connection connection = database.dataSource().getConnection()) {
      loaded =
          read(connection, INSTRUCTIONS, AdkTables.SUBJECT, 2)
              + read(connection, MEMORIES, AdkTables.SUBJECT, 6)
              + read(connection, RETRIEVABLES, conversation, 7)
              + read(connection, MESSAGES, conversation, 7)
              + read(connection, THOUGHTS, conversation, 7)
              + read(connection, TOOL_CALLS, conversation, 9);
    }
    append(conversation, "user", user);
    append(conversation, "assistant", assistant);
    return loaded;
  }

  private static int read(Connection connection, String sql, String owner, int columns)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, AdkTables.TENANT);
      statement.setString(2, owner);
      statement.setInt(3, AdkArm.TAIL);
      try (ResultSet rows = statement.executeQuery()) {
        List<Object[]> records = new ArrayList<>();
        while (rows.next()) {
          Object[] record = new Object[columns];
          for (int i = 0; i < columns; i++) {
            record[i] = rows.getObject(i + 1);
          }
          records.add(record);
        }
        return records.size();
      }
    }
  }

  private void append(String conversation, String role, String text) throws SQLException {
    long now = System.currentTimeMillis();
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(APPEND)) {
      statement.setString(1, AdkTables.TENANT);
      statement.setString(2, conversation);
      statement.setString(3, AdkTables.SUBJECT);
      statement.setLong(4, now);
      statement.setLong(5, now);
      statement.setString(6, AdkTables.TENANT);
      statement.setString(7, conversation);
      statement.setString(8, UUID.randomUUID().toString());
      statement.setString(9, role);
      statement.setString(10, text);
      statement.setString(11, "{\"identifier\":1,\"representation\":\"" + role + "\"}");
      statement.setLong(12, now);
      statement.setLong(13, now);
      statement.executeUpdate();
    }
  }

  @Override
  public List<String> stored(String conversation) {
    return tables.stored(conversation);
  }

  @Override
  public boolean gapFree(String conversation) {
    return tables.gapFree(conversation);
  }
}
