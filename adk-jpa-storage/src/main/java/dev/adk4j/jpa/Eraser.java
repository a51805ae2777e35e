package dev.adk4j.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts and deletes what an {@link ErasurePlan} names. A conversation goes in a transaction of its
 * own.
 */
final class Eraser {

  private static final int BATCH = 100;

  private final Database database;
  private final Names names;

  Eraser(Database database) {
    this.database = database;
    this.names = database.names();
  }

  ErasureReport count(ErasurePlan plan) throws SQLException {
    return database.transaction(
        plan.tenant(),
        connection -> {
          Condition inConversations =
              new Condition(
                  "(tenant, conversation) in (select tenant, conversation from "
                      + names.conversation()
                      + " where "
                      + plan.conversations().sql()
                      + ")",
                  plan.conversations().parameters());
          Condition blobs = inConversations.or(plan.blobs());
          return new ErasureReport(
              number(connection, "count(*)", Names.CONVERSATION, plan.conversations()),
              count(connection, RecordTable.MESSAGE, inConversations),
              count(connection, RecordTable.THOUGHT, inConversations),
              count(connection, RecordTable.TOOL_CALL, inConversations),
              count(connection, RecordTable.RETRIEVABLE, inConversations.or(plan.retrievables())),
              count(connection, RecordTable.MEMORY, plan.memories()),
              count(connection, RecordTable.STANDING_INSTRUCTION, plan.standingInstructions()),
              number(connection, "count(*)", Names.BLOB, blobs),
              number(connection, "coalesce(sum(byte_length), 0)", Names.BLOB, blobs),
              number(connection, "count(*)", Names.GATE, inConversations.or(plan.gates())),
              number(connection, "count(*)", Names.MEMORY_RECORD, plan.memoryRecords()),
              captured(connection, inConversations.or(plan.captures())),
              number(connection, "count(*)", Names.SUMMARY, inConversations.or(plan.summaries())),
              number(
                  connection, "count(*)", Names.BUDGET, ofConversations(plan).or(plan.budgets())));
        });
  }

  ErasureReport erase(ErasurePlan plan) throws SQLException {
    ErasureReport total = ErasureReport.NOTHING;
    List<Owner> batch = List.of();
    do {
      // onwards by key: a conversation that a running turn begins anew is not erased twice
      Condition next =
          batch.isEmpty() ? plan.conversations() : plan.conversations().and(after(batch.getLast()));
      batch = database.transaction(plan.tenant(), connection -> conversations(connection, next));
      for (Owner conversation : batch) {
        total =
            total.plus(
                database.transaction(
                    conversation.tenant(),
                    connection -> eraseConversation(connection, conversation, plan)));
      }
    } while (batch.size() == BATCH);
    return total.plus(
        database.transaction(plan.tenant(), connection -> eraseRest(connection, plan)));
  }

  private List<Owner> conversations(Connection connection, Condition condition)
      throws SQLException {
    String sql =
        "select tenant, conversation from "
            + names.conversation()
            + " where "
            + condition.sql()
            + " order by tenant, conversation limit "
            + BATCH;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      condition.bind(statement);
      try (ResultSet rows = statement.executeQuery()) {
        List<Owner> found = new ArrayList<>();
        while (rows.next()) {
          found.add(new Owner(rows.getString(1), rows.getString(2), null));
        }
        return found;
      }
    }
  }

  private static Condition after(Owner last) {
    return Condition.of("(tenant, conversation) > (?, ?)", last.tenant(), last.part());
  }

  // The counter's row is locked, and looked at again: a turn may have stored something meanwhile.
  private ErasureReport eraseConversation(
      Connection connection, Owner conversation, ErasurePlan plan) throws SQLException {
    Condition own =
        Condition.of("tenant = ? and conversation = ?", conversation.tenant(), conversation.part());
    Condition still = own.and(plan.conversations());
    try (PreparedStatement lock =
        connection.prepareStatement(
            "select 1 from " + names.conversation() + " where " + still.sql() + " for update")) {
      still.bind(lock);
      try (ResultSet rows = lock.executeQuery()) {
        if (!rows.next()) {
          return ErasureReport.NOTHING;
        }
      }
    }
    long bytes = number(connection, "coalesce(sum(byte_length), 0)", Names.BLOB, own);
    long captured = eraseCaptures(connection, own);
    return new ErasureReport(
        delete(connection, Names.CONVERSATION, own),
        delete(connection, RecordTable.MESSAGE.tableName(), own),
        delete(connection, RecordTable.THOUGHT.tableName(), own),
        delete(connection, RecordTable.TOOL_CALL.tableName(), own),
        delete(connection, RecordTable.RETRIEVABLE.tableName(), own),
        0,
        0,
        delete(connection, Names.BLOB, own),
        bytes,
        delete(connection, Names.GATE, own),
        0,
        captured,
        delete(connection, Names.SUMMARY, own),
        delete(
            connection,
            Names.BUDGET,
            Condition.of(
                "tenant = ? and level = 'conversation' and owner = ?",
                conversation.tenant(),
                conversation.part())));
  }

  /** The accounts of the conversations that are to be erased. */
  private Condition ofConversations(ErasurePlan plan) {
    return new Condition(
        "level = 'conversation' and (tenant, owner) in (select tenant, conversation from "
            + names.conversation()
            + " where "
            + plan.conversations().sql()
            + ")",
        plan.conversations().parameters());
  }

  private ErasureReport eraseRest(Connection connection, ErasurePlan plan) throws SQLException {
    long bytes = number(connection, "coalesce(sum(byte_length), 0)", Names.BLOB, plan.blobs());
    return new ErasureReport(
        0,
        0,
        0,
        0,
        delete(connection, RecordTable.RETRIEVABLE.tableName(), plan.retrievables()),
        delete(connection, RecordTable.MEMORY.tableName(), plan.memories()),
        delete(
            connection, RecordTable.STANDING_INSTRUCTION.tableName(), plan.standingInstructions()),
        delete(connection, Names.BLOB, plan.blobs()),
        bytes,
        delete(connection, Names.GATE, plan.gates()),
        delete(connection, Names.MEMORY_RECORD, plan.memoryRecords()),
        eraseCaptures(connection, plan.captures()),
        delete(connection, Names.SUMMARY, plan.summaries()),
        delete(connection, Names.BUDGET, plan.budgets()));
  }

  /** The messages go with the row that numbers them, and so do cursors, counts and turns. */
  private long eraseCaptures(Connection connection, Condition conversations) throws SQLException {
    long captured = captured(connection, conversations);
    delete(connection, Names.MEMORY_CONVERSATION, conversations);
    return captured;
  }

  private long captured(Connection connection, Condition conversations) throws SQLException {
    return number(
        connection,
        "count(*)",
        Names.MEMORY_JOURNAL,
        new Condition(
            "(tenant, scope_key) in (select tenant, scope_key from "
                + aliased(Names.MEMORY_CONVERSATION)
                + " where "
                + conversations.sql()
                + ")",
            conversations.parameters()));
  }

  private long count(Connection connection, RecordTable table, Condition condition)
      throws SQLException {
    return number(connection, "count(*)", table.tableName(), condition);
  }

  private long number(Connection connection, String what, String table, Condition condition)
      throws SQLException {
    String sql = "select " + what + " from " + aliased(table) + " where " + condition.sql();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      condition.bind(statement);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private long delete(Connection connection, String table, Condition condition)
      throws SQLException {
    String sql = "delete from " + aliased(table) + " where " + condition.sql();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      condition.bind(statement);
      return statement.executeUpdate();
    }
  }

  /** The table, with or without a schema, under its plain name. */
  private String aliased(String table) {
    return names.of(table) + " " + table;
  }
}
