package dev.adk4j.benchmarks.database;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import dev.adk4j.jdbc.JdbcStorageOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The floor: the same tables in a schema of their own, the same six fetches and two appends,
 * written by hand with JDBC, without records, checks or JSON.
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

  /** In one round trip, as the library does it. */
  private static final String ALL =
      String.join("; ", INSTRUCTIONS, MEMORIES, RETRIEVABLES, MESSAGES, THOUGHTS, TOOL_CALLS);

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
    AdkSchema.of(database.dataSource(), JdbcStorageOptions.DEFAULT.withSchema(SCHEMA))
        .apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  @Override
  public void seed(String conversation, int history) {
    tables.seed(conversation, history);
  }

  @Override
  public int turn(String conversation, String user, String assistant) throws SQLException {
    int loaded = load(conversation);
    append(conversation, "user", user);
    append(conversation, "assistant", assistant);
    return loaded;
  }

  private int load(String conversation) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(ALL)) {
      int parameter = 0;
      for (String owner : List.of(AdkTables.SUBJECT, conversation)) {
        for (int i = 0; i < (owner.equals(conversation) ? 4 : 2); i++) {
          statement.setString(++parameter, AdkTables.TENANT);
          statement.setString(++parameter, owner);
          statement.setInt(++parameter, AdkArm.TAIL);
        }
      }
      int loaded = 0;
      for (boolean more = statement.execute(); more; more = statement.getMoreResults()) {
        try (ResultSet rows = statement.getResultSet()) {
          loaded += read(rows).size();
        }
      }
      return loaded;
    }
  }

  private static List<Object[]> read(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    List<Object[]> records = new ArrayList<>();
    while (rows.next()) {
      Object[] record = new Object[columns];
      for (int i = 0; i < columns; i++) {
        record[i] = rows.getObject(i + 1);
      }
      records.add(record);
    }
    return records;
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
