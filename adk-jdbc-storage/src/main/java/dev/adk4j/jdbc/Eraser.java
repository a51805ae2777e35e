package dev.adk4j.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts and deletes the rows of an {@link ErasurePlan}. Each conversation is deleted in a separate
 * transaction.
 */
final class Eraser {

  private static final int BATCH = 100;

  private final Database database;
  private final Names names;
  private final BlobRemoval bytes;

  Eraser(Database database) {
    this.database = database;
    this.bytes = new BlobRemoval(database);
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
              count(connection, RecordTable.MESSAGE, inConversations.or(plan.records())),
              count(connection, RecordTable.THOUGHT, inConversations.or(plan.records())),
              count(connection, RecordTable.TOOL_CALL, inConversations.or(plan.records())),
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
                  connection, "count(*)", Names.BUDGET, ofConversations(plan).or(plan.budgets())),
              number(connection, "count(*)", Names.RATE, plan.rates()),
              0);
        });
  }

  ErasureReport erase(ErasurePlan plan) throws SQLException {
    ErasureReport total = ErasureReport.NOTHING;
    List<Owner> batch = List.of();
    do {
      // Continue by key: do not erase again a conversation that a running turn recreates.
      Condition next =
          batch.isEmpty() ? plan.conversations() : plan.conversations().and(after(batch.getLast()));
      batch = database.transaction(plan.tenant(), connection -> conversations(connection, next));
      for (Owner conversation : batch) {
        total = total.plus(eraseConversation(conversation, plan));
      }
    } while (batch.size() == BATCH);
    return total
        .plus(removed(bytes.remove(plan.tenant(), plan.blobs())))
        .plus(
            Retry.onLostRace(
                () ->
                    database.transaction(
                        plan.tenant(), connection -> eraseRest(connection, plan))));
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

  /**
   * Erases a conversation, in one transaction if it has few bytes. If it has many, its row stays
   * until all batches of bytes are removed, so a retry after a failure finds them.
   */
  private ErasureReport eraseConversation(Owner conversation, ErasurePlan plan)
      throws SQLException {
    Condition own =
        Condition.of("tenant = ? and conversation = ?", conversation.tenant(), conversation.part());
    ErasureReport total = ErasureReport.NOTHING;
    for (; ; ) {
      Step step =
          Retry.onLostRace(
              () ->
                  database.transaction(
                      conversation.tenant(),
                      connection -> step(connection, own, own.and(plan.conversations()))));
      total = total.plus(step.erased());
      if (step.last()) {
        return total;
      }
      total =
          total.plus(
              removed(
                  bytes.remove(
                      conversation.tenant(), own.and(Condition.of("replaced_at is not null")))));
    }
  }

  // Lock the counter's row and check it again: a turn may have stored something meanwhile.
  private Step step(Connection connection, Condition own, Condition still) throws SQLException {
    lock(
        connection,
        names.of(Names.WAITING_TURN),
        own); // like the writes of a durable turn: it first
    if (!lock(connection, names.conversation(), still)) {
      return new Step(ErasureReport.NOTHING, true);
    }
    // the size of an unfinished upload is unknown
    String weight = "coalesce(sum(coalesce(byte_length, " + (BlobRemoval.PIECE + 1) + ")), 0)";
    boolean last = number(connection, weight, Names.BLOB, own) <= BlobRemoval.PIECE;
    long size = last ? number(connection, "coalesce(sum(byte_length), 0)", Names.BLOB, own) : 0;
    long captured = eraseCaptures(connection, own);
    eraseTurns(connection, own);
    delete(connection, Names.SCHEDULE, own);
    Condition account =
        new Condition(
            "level = 'conversation' and (tenant, owner) in (select tenant, conversation from "
                + names.conversation()
                + " where "
                + own.sql()
                + ")",
            own.parameters());
    ErasureReport erased =
        new ErasureReport(
            0,
            delete(connection, RecordTable.MESSAGE.tableName(), own),
            delete(connection, RecordTable.THOUGHT.tableName(), own),
            delete(connection, RecordTable.TOOL_CALL.tableName(), own),
            delete(connection, RecordTable.RETRIEVABLE.tableName(), own),
            0,
            0,
            last ? delete(connection, Names.BLOB, own) : 0,
            size,
            delete(connection, Names.GATE, own),
            0,
            captured,
            delete(connection, Names.SUMMARY, own),
            delete(connection, Names.BUDGET, account),
            0,
            0);
    if (last) {
      long rows = delete(connection, Names.CONVERSATION, own);
      return new Step(erased.plus(ErasureReport.ofConversations(rows)), true);
    }
    update(connection, Names.BLOB, "current_id = null, replaced_at = created_at", own);
    return new Step(erased, false);
  }

  /** Returns false if the row does not exist. */
  private static boolean lock(Connection connection, String table, Condition condition)
      throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement(
            "select 1 from " + table + " where " + condition.sql() + " for update")) {
      condition.bind(lock);
      try (ResultSet rows = lock.executeQuery()) {
        return rows.next();
      }
    }
  }

  /**
   * Result of one transaction on a conversation.
   *
   * @param last true if nothing of the conversation remains
   */
  private record Step(ErasureReport erased, boolean last) {}

  private static ErasureReport removed(BlobRemoval.Removed bytes) {
    return ErasureReport.ofBytes(bytes.blobs(), bytes.bytes());
  }

  /** Returns the condition for budget accounts of the conversations being erased. */
  private Condition ofConversations(ErasurePlan plan) {
    return new Condition(
        "level = 'conversation' and (tenant, owner) in (select tenant, conversation from "
            + names.conversation()
            + " where "
            + plan.conversations().sql()
            + ")",
        plan.conversations().parameters());
  }

  /**
   * Erases rows outside of erased conversations. Summaries are found by the records that they
   * cover, so they are erased first.
   */
  private ErasureReport eraseRest(Connection connection, ErasurePlan plan) throws SQLException {
    if (plan.owner() != null) {
      database.dialect().lockOwner(connection, names, plan.owner());
    }
    long summaries = delete(connection, Names.SUMMARY, plan.summaries());
    eraseTurns(connection, plan.waitingTurns());
    delete(connection, Names.SCHEDULE, plan.schedules());
    update(
        connection,
        Names.GATE_DECISION,
        "answer = null, answer_kept = false, remark = null, detail = null",
        plan.decisions());
    return new ErasureReport(
        0,
        delete(connection, RecordTable.MESSAGE.tableName(), plan.records()),
        delete(connection, RecordTable.THOUGHT.tableName(), plan.records()),
        delete(connection, RecordTable.TOOL_CALL.tableName(), plan.records()),
        delete(connection, RecordTable.RETRIEVABLE.tableName(), plan.retrievables()),
        delete(connection, RecordTable.MEMORY.tableName(), plan.memories()),
        delete(
            connection, RecordTable.STANDING_INSTRUCTION.tableName(), plan.standingInstructions()),
        0,
        0,
        delete(connection, Names.GATE, plan.gates()),
        delete(connection, Names.MEMORY_RECORD, plan.memoryRecords()),
        eraseCaptures(connection, plan.captures()),
        summaries,
        delete(connection, Names.BUDGET, plan.budgets()),
        delete(connection, Names.RATE, plan.rates()),
        0);
  }

  /** Erases turns, their events, and the tasks that run them. */
  private void eraseTurns(Connection connection, Condition turns) throws SQLException {
    if (turns != Condition.NEVER) {
      Condition tasks =
          new Condition(
              "task_name = 'adk-turn' and task_instance in (select"
                  + " replace(replace(turn_id, '%', '%25'), ' ', '%20') || ' ' || tenant from "
                  + names.aliased(Names.WAITING_TURN)
                  + " where "
                  + turns.sql()
                  + ")",
              turns.parameters());
      delete(connection, Names.TASK, tasks);
      Condition events =
          new Condition(
              "(tenant, turn_id) in (select tenant, turn_id from "
                  + names.aliased(Names.WAITING_TURN)
                  + " where "
                  + turns.sql()
                  + ")",
              turns.parameters());
      delete(connection, Names.TURN_EVENT, events);
      delete(connection, Names.WAITING_TURN, turns);
    }
  }

  /** Erases captured conversations. Messages, cursors, counts and turns are deleted by cascade. */
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
                + names.aliased(Names.MEMORY_CONVERSATION)
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
    String sql = "select " + what + " from " + names.aliased(table) + " where " + condition.sql();
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
    return execute(connection, "delete from " + names.aliased(table), condition);
  }

  private void update(Connection connection, String table, String set, Condition condition)
      throws SQLException {
    execute(connection, "update " + names.aliased(table) + " set " + set, condition);
  }

  private static long execute(Connection connection, String sql, Condition condition)
      throws SQLException {
    if (condition == Condition.NEVER) {
      return 0;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(sql + " where " + condition.sql())) {
      condition.bind(statement);
      return statement.executeUpdate();
    }
  }
}
