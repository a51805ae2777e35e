package dev.adk4j.jdbc;

import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an erasure target. All conditions use the table's own name.
 *
 * @param conversations rows of adk_conversation, each erased with all its data
 * @param rest conditions by table for rows outside of these conversations. Captured messages are
 *     those of rows of adk_memory_conversation; rows of adk_gate_decision are kept without value
 *     and comment
 * @param owner owner whose writers wait until the remaining data is erased; null for several owners
 */
record ErasurePlan(
    String tenant, Condition conversations, Map<String, Condition> rest, @Nullable Owner owner) {

  /** Tables of records, which have a conversation's row. */
  private static final List<String> RECORDS =
      List.of(
          RecordTable.MESSAGE.tableName(),
          RecordTable.THOUGHT.tableName(),
          RecordTable.TOOL_CALL.tableName());

  /** Tables whose rows belong to a conversation, which may have no row. */
  private static final List<String> OF_CONVERSATIONS =
      List.of(
          RecordTable.RETRIEVABLE.tableName(),
          Names.BLOB,
          Names.GATE,
          Names.MEMORY_CONVERSATION,
          Names.SUMMARY,
          Names.WAITING_TURN,
          Names.SCHEDULE);

  private static final List<String> OF_SUBJECTS =
      List.of(
          RecordTable.MEMORY.tableName(),
          RecordTable.STANDING_INSTRUCTION.tableName(),
          Names.MEMORY_RECORD,
          Names.RATE);

  static ErasurePlan of(ErasureTarget target) {
    return switch (target) {
      case ErasureTarget.Conversation(String tenant, String conversation) ->
          conversation(owner(tenant, conversation, "$.conversation"));
      case ErasureTarget.Subject(String tenant, String subject, boolean keep) ->
          subject(owner(tenant, subject, "$.subject"), keep);
      case ErasureTarget.Tenant(String tenant) -> {
        String key = Owner.key(tenant, "$.tenant");
        Condition all = Condition.of("tenant = ?", key);
        Map<String, Condition> rest = new HashMap<>(Map.of(Names.BUDGET, all));
        put(rest, OF_CONVERSATIONS, all);
        put(rest, OF_SUBJECTS, all);
        yield new ErasurePlan(key, all, rest, null);
      }
      case ErasureTarget.OlderThan(String tenant, var before) ->
          olderThan(tenant == null ? "" : Owner.key(tenant, "$.tenant"), before.toEpochMilli());
    };
  }

  /**
   * Returns the conditions by table for all rows inside conversations.
   *
   * @param rows condition on the columns tenant and conversation
   * @param accounts condition on budget accounts
   */
  static Map<String, Condition> inside(Condition rows, Condition accounts) {
    Map<String, Condition> inside = new HashMap<>(Map.of(Names.BUDGET, accounts));
    put(inside, RECORDS, rows);
    put(inside, OF_CONVERSATIONS, rows);
    return inside;
  }

  private static void put(
      Map<String, Condition> conditions, List<String> tables, Condition condition) {
    tables.forEach(table -> conditions.put(table, condition));
  }

  private static Owner owner(String tenant, String part, String path) {
    return new Owner(Owner.key(tenant, "$.tenant"), Owner.key(part, path), null);
  }

  private static ErasurePlan conversation(Owner owner) {
    Condition all =
        Condition.of(
            "tenant = ? and (conversation = ? or conversation like ? escape '!')",
            owner.tenant(),
            owner.part(),
            inner(owner.part()));
    Map<String, Condition> rest =
        new HashMap<>(Map.of(Names.BUDGET, account(owner, "conversation")));
    put(rest, OF_CONVERSATIONS, all);
    return new ErasurePlan(owner.tenant(), all, rest, owner);
  }

  private static ErasurePlan subject(Owner owner, boolean keep) {
    Condition all = Condition.of("tenant = ? and subject = ?", owner.tenant(), owner.part());
    Map<String, Condition> rest = new HashMap<>(Map.of(Names.BUDGET, account(owner, "subject")));
    put(rest, OF_CONVERSATIONS, all);
    put(rest, OF_SUBJECTS, all);
    if (keep) {
      rest.remove(Names.SUMMARY);
      for (String table : List.of(RecordTable.RETRIEVABLE.tableName(), Names.BLOB)) {
        rest.put(table, outsideOfOthers(all, table));
      }
    } else {
      put(rest, RECORDS, all);
      rest.put(Names.SUMMARY, summaries(all));
      rest.put(
          Names.GATE_DECISION,
          Condition.of("tenant = ? and actor = ?", owner.tenant(), owner.part()));
    }
    return new ErasurePlan(owner.tenant(), all, rest, owner);
  }

  private static Condition account(Owner owner, String level) {
    return Condition.of(
        "tenant = ? and level = '" + level + "' and owner = ?", owner.tenant(), owner.part());
  }

  private static ErasurePlan olderThan(String tenant, long before) {
    String retrievable = RecordTable.RETRIEVABLE.tableName();
    Map<String, Condition> rest = new HashMap<>();
    rest.put(retrievable, orphans(retrievable, "stored_at", before));
    rest.put(Names.BLOB, orphans(Names.BLOB, "created_at", before));
    rest.put(RecordTable.MEMORY.tableName(), Condition.of("stored_at < ?", before));
    rest.put(
        RecordTable.STANDING_INSTRUCTION.tableName(),
        Condition.of("stored_at < ? and subject <> ''", before));
    rest.put(
        Names.GATE, Condition.of("asked_at < ? and coalesce(settled_at, 0) < ?", before, before));
    rest.put(
        Names.MEMORY_CONVERSATION, orphans(Names.MEMORY_CONVERSATION, "last_activity_at", before));
    rest.put(Names.MEMORY_RECORD, Condition.of("updated_at < ?", before));
    rest.put(Names.SUMMARY, orphans(Names.SUMMARY, "updated_at", before));
    rest.put(Names.BUDGET, endedBudgets(before));
    rest.put(Names.RATE, Condition.of("ends_at < ?", before));
    rest.put(
        Names.WAITING_TURN,
        Condition.of("updated_at < ? and state in ('completed', 'failed', 'aborted')", before));
    Condition conversations = Condition.of("last_activity_at < ?", before);
    if (tenant.isEmpty()) {
      return new ErasurePlan(tenant, conversations, rest, null);
    }
    Condition own = Condition.of("tenant = ?", tenant);
    rest.replaceAll((table, condition) -> own.and(condition));
    return new ErasurePlan(tenant, own.and(conversations), rest, null);
  }

  /**
   * Returns the condition for rows in conversations that belong to no other subject: conversations
   * without a row or without a subject.
   */
  private static Condition outsideOfOthers(Condition all, String table) {
    return all.and(
        Condition.of(withoutConversation(table, "conversation", " and c.subject is not null")));
  }

  /** Returns the condition for summaries of conversations that contain such records. */
  private static Condition summaries(Condition records) {
    return RECORDS.stream()
        .map(
            table ->
                records.selects(
                    "(tenant, conversation)", "tenant, conversation", "{" + table + "}"))
        .reduce(Condition::or)
        .orElseThrow();
  }

  /**
   * Returns the condition for budget accounts whose period has ended. Deleting any other account
   * would reset its budget.
   */
  private static Condition endedBudgets(long before) {
    Instant at = Instant.ofEpochMilli(before);
    return Condition.of(
        "updated_at < ? and (length(period) = 10 and period < ? or length(period) = 7 and period < ?"
            + " or period = '' and level = 'conversation' and "
            + withoutConversation(Names.BUDGET, "owner", "")
            + ")",
        before,
        BudgetLimit.Period.DAY.labelAt(at),
        BudgetLimit.Period.MONTH.labelAt(at));
  }

  private static Condition orphans(String table, String time, long before) {
    return Condition.of(
        time + " < ? and " + withoutConversation(table, "conversation", ""), before);
  }

  /** Returns SQL for a table's rows without a row of such a conversation. */
  private static String withoutConversation(String table, String column, String such) {
    return "not exists (select 1 from {adk_conversation} c where c.tenant = %s.tenant and c.conversation = %s.%s%s)"
        .formatted(table, table, column, such);
  }

  /**
   * Returns the pattern that matches the key and all keys created from it by {@link Scope#within}.
   */
  private static String inner(String conversation) {
    Scope scope = Scope.conversation(conversation.replaceAll("[!%_]", "!$0"));
    boolean outermost = scope.equals(scope.outermost());
    return (outermost ? scope.within("_".repeat(36)) : scope).requireConversation();
  }
}
