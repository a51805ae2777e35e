package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Counts and deletes the rows of an {@link ErasurePlan}. Each conversation is deleted in a separate
 * transaction.
 */
final class Eraser {

  private static final int BATCH = 100;

  private static final String SIZE = "coalesce(sum(byte_length), 0)";

  /**
   * Tables in the order in which their rows are erased. Summaries are found by the records that
   * they cover, so they are erased first.
   */
  private static final List<String> ORDER =
      List.of(
          Names.SUMMARY,
          Names.WAITING_TURN,
          Names.SCHEDULE,
          Names.GATE_DECISION,
          RecordTable.MESSAGE.tableName(),
          RecordTable.THOUGHT.tableName(),
          RecordTable.TOOL_CALL.tableName(),
          RecordTable.RETRIEVABLE.tableName(),
          RecordTable.MEMORY.tableName(),
          RecordTable.STANDING_INSTRUCTION.tableName(),
          Names.GATE,
          Names.MEMORY_RECORD,
          Names.MEMORY_CONVERSATION,
          Names.BUDGET,
          Names.RATE);

  /** Tables whose rows a report does not count. */
  private static final List<String> UNCOUNTED =
      List.of(Names.WAITING_TURN, Names.SCHEDULE, Names.GATE_DECISION);

  private final Database database;
  private final BlobRemoval bytes;

  Eraser(Database database) {
    this.database = database;
    this.bytes = new BlobRemoval(database);
  }

  ErasureReport count(ErasurePlan plan) throws SQLException {
    Condition conversations = plan.conversations();
    Map<String, Condition> rows =
        ErasurePlan.inside(
            conversations.selects(
                "(tenant, conversation)", "tenant, conversation", "{adk_conversation}"),
            accounts(conversations));
    plan.rest().forEach((table, rest) -> rows.merge(table, rest, Condition::or));
    rows.keySet().removeAll(UNCOUNTED);
    rows.put(Names.CONVERSATION, conversations);
    return database.transaction(
        plan.tenant(),
        on -> {
          Map<String, Long> counts = new HashMap<>();
          for (var entry : rows.entrySet()) {
            String table = entry.getKey();
            counts.put(
                table,
                table.equals(Names.MEMORY_CONVERSATION)
                    ? captured(on, entry.getValue())
                    : number(on, "count(*)", table, entry.getValue()));
          }
          return report(counts, number(on, SIZE, Names.BLOB, blobs(rows)));
        });
  }

  ErasureReport erase(ErasurePlan plan) throws SQLException {
    ErasureReport total = ErasureReport.NOTHING;
    List<Owner> batch = List.of();
    do {
      // Continue by key: do not erase again a conversation that a running turn recreates.
      Condition next =
          batch.isEmpty() ? plan.conversations() : plan.conversations().and(after(batch.getLast()));
      batch = database.transaction(plan.tenant(), on -> conversations(on, next));
      for (Owner conversation : batch) {
        total = total.plus(eraseConversation(conversation, plan));
      }
    } while (batch.size() == BATCH);
    return total
        .plus(bytes.remove(plan.tenant(), blobs(plan.rest())))
        .plus(database.repeated(plan.tenant(), on -> eraseRest(on, plan)));
  }

  private List<Owner> conversations(Statements on, Condition condition) throws SQLException {
    String select =
        "select tenant, conversation from {adk_conversation} where "
            + condition.sql()
            + " order by tenant, conversation limit "
            + BATCH;
    return on.query(Owner::read, select, condition.parameters());
  }

  private static Condition blobs(Map<String, Condition> rows) {
    return Objects.requireNonNull(rows.get(Names.BLOB));
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
          database.repeated(
              conversation.tenant(), on -> step(on, own, own.and(plan.conversations())));
      total = total.plus(step.erased());
      if (step.last()) {
        return total;
      }
      Condition replaced = own.and(Condition.of("replaced_at is not null"));
      total = total.plus(bytes.remove(conversation.tenant(), replaced));
    }
  }

  // Lock the counter's row and check it again: a turn may have stored something meanwhile.
  private Step step(Statements on, Condition own, Condition still) throws SQLException {
    lock(on, Names.WAITING_TURN, own); // like the writes of a durable turn: it first
    if (!lock(on, Names.CONVERSATION, still)) {
      return new Step(ErasureReport.NOTHING, true);
    }
    // the size of an unfinished upload is unknown
    String weight = "coalesce(sum(coalesce(byte_length, " + (BlobRemoval.PIECE + 1) + ")), 0)";
    boolean last = number(on, weight, Names.BLOB, own) <= BlobRemoval.PIECE;
    ErasureReport erased = erase(on, ErasurePlan.inside(own, accounts(own)));
    if (!last) {
      update(on, Names.BLOB, "current_id = null, replaced_at = created_at", own);
      return new Step(erased, false);
    }
    long size = number(on, SIZE, Names.BLOB, own);
    long blobs = delete(on, Names.BLOB, own);
    long rows = delete(on, Names.CONVERSATION, own);
    return new Step(
        erased.plus(report(Map.of(Names.BLOB, blobs, Names.CONVERSATION, rows), size)), true);
  }

  /** Returns false if the row does not exist. */
  private boolean lock(Statements on, String table, Condition condition) throws SQLException {
    String lock = "select 1 from {" + table + "} where " + condition.sql() + " for update";
    return on.first(row -> true, lock, condition.parameters()) != null;
  }

  /**
   * Result of one transaction on a conversation.
   *
   * @param last true if nothing of the conversation remains
   */
  private record Step(ErasureReport erased, boolean last) {}

  /** Returns the condition for budget accounts of conversations. */
  private Condition accounts(Condition conversations) {
    return conversations.selects(
        "level = 'conversation' and (tenant, owner)", "tenant, conversation", "{adk_conversation}");
  }

  /** Erases rows outside of erased conversations. */
  private ErasureReport eraseRest(Statements on, ErasurePlan plan) throws SQLException {
    if (plan.owner() != null) {
      database.dialect().lockOwner(on, plan.owner());
    }
    return erase(on, plan.rest());
  }

  /** Erases rows of tables other than those of conversations and bytes. */
  private ErasureReport erase(Statements on, Map<String, Condition> rows) throws SQLException {
    Map<String, Long> erased = new HashMap<>();
    for (String table : ORDER) {
      Condition condition = rows.get(table);
      if (condition != null) {
        erased.put(table, erase(on, table, condition));
      }
    }
    return report(erased, 0);
  }

  private long erase(Statements on, String table, Condition rows) throws SQLException {
    return switch (table) {
      case Names.WAITING_TURN -> eraseTurns(on, rows);
      case Names.GATE_DECISION ->
          update(
              on, table, "answer = null, answer_kept = false, remark = null, detail = null", rows);
      case Names.MEMORY_CONVERSATION -> {
        // Messages, cursors, counts and turns are deleted by cascade.
        long captured = captured(on, rows);
        delete(on, table, rows);
        yield captured;
      }
      default -> delete(on, table, rows);
    };
  }

  /** Erases turns, their events, and the tasks that run them. */
  private long eraseTurns(Statements on, Condition turns) throws SQLException {
    String table = aliased(Names.WAITING_TURN);
    delete(
        on,
        Names.TASK,
        turns.selects(
            "task_name = 'adk-turn' and task_instance",
            "replace(replace(turn_id, '%', '%25'), ' ', '%20') || ' ' || tenant",
            table));
    delete(on, Names.TURN_EVENT, turns.selects("(tenant, turn_id)", "tenant, turn_id", table));
    return delete(on, Names.WAITING_TURN, turns);
  }

  /** Counts captured messages of conversations. */
  private long captured(Statements on, Condition conversations) throws SQLException {
    String table = aliased(Names.MEMORY_CONVERSATION);
    return number(
        on,
        "count(*)",
        Names.MEMORY_JOURNAL,
        conversations.selects("(tenant, scope_key)", "tenant, scope_key", table));
  }

  private long number(Statements on, String what, String table, Condition condition)
      throws SQLException {
    String select = "select " + what + " from " + aliased(table) + " where " + condition.sql();
    return on.number(select, condition.parameters());
  }

  private long delete(Statements on, String table, Condition condition) throws SQLException {
    String delete = "delete from " + aliased(table) + " where " + condition.sql();
    return on.update(delete, condition.parameters());
  }

  private long update(Statements on, String table, String set, Condition condition)
      throws SQLException {
    String update = "update " + aliased(table) + " set " + set + " where " + condition.sql();
    return on.update(update, condition.parameters());
  }

  /** Returns a table with its name in the code as alias, which conditions use. */
  private static String aliased(String table) {
    return "{" + table + "} " + table;
  }

  /**
   * Returns a report.
   *
   * @param rows numbers of rows by table
   * @param bytes size of the contents
   */
  private static ErasureReport report(Map<String, Long> rows, long bytes) {
    return new ErasureReport(
        rows.getOrDefault(Names.CONVERSATION, 0L),
        rows.getOrDefault(RecordTable.MESSAGE.tableName(), 0L),
        rows.getOrDefault(RecordTable.THOUGHT.tableName(), 0L),
        rows.getOrDefault(RecordTable.TOOL_CALL.tableName(), 0L),
        rows.getOrDefault(RecordTable.RETRIEVABLE.tableName(), 0L),
        rows.getOrDefault(RecordTable.MEMORY.tableName(), 0L),
        rows.getOrDefault(RecordTable.STANDING_INSTRUCTION.tableName(), 0L),
        rows.getOrDefault(Names.BLOB, 0L),
        bytes,
        rows.getOrDefault(Names.GATE, 0L),
        rows.getOrDefault(Names.MEMORY_RECORD, 0L),
        rows.getOrDefault(Names.MEMORY_CONVERSATION, 0L),
        rows.getOrDefault(Names.SUMMARY, 0L),
        rows.getOrDefault(Names.BUDGET, 0L),
        rows.getOrDefault(Names.RATE, 0L),
        0);
  }
}
