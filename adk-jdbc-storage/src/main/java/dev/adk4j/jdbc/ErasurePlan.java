package dev.adk4j.jdbc;

import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.value.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an erasure target. All conditions use the table's own name.
 *
 * @param conversations rows of adk_conversation, each erased with all its data
 * @param records messages, thoughts and tool calls outside of these conversations
 * @param retrievables rows outside of these conversations
 * @param blobs rows outside of these conversations
 * @param gates rows of adk_gate outside of these conversations
 * @param captures rows of adk_memory_conversation outside of these conversations
 * @param summaries rows outside of these conversations
 * @param budgets rows of adk_budget outside of these conversations
 * @param rates rows of adk_rate
 * @param waitingTurns rows of adk_waiting_turn outside of these conversations
 * @param schedules rows of adk_schedule outside of these conversations
 * @param decisions rows of adk_gate_decision that are kept without value and comment
 * @param owner owner whose writers wait until the remaining data is erased; null for several owners
 */
record ErasurePlan(
    String tenant,
    Condition conversations,
    Condition records,
    Condition retrievables,
    Condition blobs,
    Condition memories,
    Condition standingInstructions,
    Condition gates,
    Condition captures,
    Condition memoryRecords,
    Condition summaries,
    Condition budgets,
    Condition rates,
    Condition waitingTurns,
    Condition schedules,
    Condition decisions,
    @Nullable Owner owner) {

  static ErasurePlan of(ErasureTarget target, Names names) {
    return switch (target) {
      case ErasureTarget.Conversation(String tenant, String conversation) -> {
        Condition all =
            Condition.of(
                "tenant = ? and (conversation = ? or conversation like ? escape '!')",
                Owner.key(tenant, "$.tenant"),
                Owner.key(conversation, "$.conversation"),
                inner(Owner.key(conversation, "$.conversation")));
        yield new ErasurePlan(
            Owner.key(tenant, "$.tenant"),
            all,
            Condition.NEVER,
            all,
            all,
            Condition.NEVER,
            Condition.NEVER,
            all,
            all,
            Condition.NEVER,
            all,
            Condition.of(
                "tenant = ? and level = 'conversation' and owner = ?",
                Owner.key(tenant, "$.tenant"),
                Owner.key(conversation, "$.conversation")),
            Condition.NEVER,
            all,
            all,
            Condition.NEVER,
            new Owner(
                Owner.key(tenant, "$.tenant"), Owner.key(conversation, "$.conversation"), null));
      }
      case ErasureTarget.Subject(String tenant, String subject, boolean keep) -> {
        Condition all =
            Condition.of(
                "tenant = ? and subject = ?",
                Owner.key(tenant, "$.tenant"),
                Owner.key(subject, "$.subject"));
        yield new ErasurePlan(
            Owner.key(tenant, "$.tenant"),
            all,
            keep ? Condition.NEVER : all,
            keep ? outsideOfOthers(all, RecordTable.RETRIEVABLE.tableName(), names) : all,
            keep ? outsideOfOthers(all, Names.BLOB, names) : all,
            all,
            all,
            all,
            all,
            all,
            keep ? Condition.NEVER : summaries(all, names),
            Condition.of(
                "tenant = ? and level = 'subject' and owner = ?",
                Owner.key(tenant, "$.tenant"),
                Owner.key(subject, "$.subject")),
            all,
            all,
            all,
            keep
                ? Condition.NEVER
                : Condition.of(
                    "tenant = ? and actor = ?",
                    Owner.key(tenant, "$.tenant"),
                    Owner.key(subject, "$.subject")),
            new Owner(Owner.key(tenant, "$.tenant"), Owner.key(subject, "$.subject"), null));
      }
      case ErasureTarget.Tenant(String tenant) -> {
        Condition all = Condition.of("tenant = ?", Owner.key(tenant, "$.tenant"));
        yield new ErasurePlan(
            Owner.key(tenant, "$.tenant"),
            all,
            Condition.NEVER,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            all,
            Condition.NEVER,
            null);
      }
      case ErasureTarget.OlderThan(String tenant, var before) ->
          olderThan(tenant, before.toEpochMilli(), names);
    };
  }

  private static ErasurePlan olderThan(@Nullable String tenant, long before, Names names) {
    return new ErasurePlan(
        tenant == null ? "" : Owner.key(tenant, "$.tenant"),
        within(tenant, Condition.of("last_activity_at < ?", before)),
        Condition.NEVER,
        within(tenant, orphans(names, RecordTable.RETRIEVABLE.tableName(), "stored_at", before)),
        within(tenant, orphans(names, Names.BLOB, "created_at", before)),
        within(tenant, Condition.of("stored_at < ?", before)),
        within(tenant, Condition.of("stored_at < ? and subject <> ''", before)),
        within(
            tenant, Condition.of("asked_at < ? and coalesce(settled_at, 0) < ?", before, before)),
        within(tenant, orphans(names, Names.MEMORY_CONVERSATION, "last_activity_at", before)),
        within(tenant, Condition.of("updated_at < ?", before)),
        within(tenant, orphans(names, Names.SUMMARY, "updated_at", before)),
        within(tenant, endedBudgets(names, before)),
        within(tenant, Condition.of("ends_at < ?", before)),
        within(
            tenant,
            Condition.of("updated_at < ? and state in ('completed', 'failed', 'aborted')", before)),
        Condition.NEVER,
        Condition.NEVER,
        null);
  }

  /**
   * Returns the condition for rows in conversations that belong to no other subject: conversations
   * without a row or without a subject.
   */
  private static Condition outsideOfOthers(Condition all, String table, Names names) {
    return all.and(
        Condition.of(
            "not exists (select 1 from "
                + names.conversation()
                + " c where c.tenant = "
                + table
                + ".tenant and c.conversation = "
                + table
                + ".conversation and c.subject is not null)"));
  }

  /** Returns the condition for summaries of conversations that contain such records. */
  private static Condition summaries(Condition records, Names names) {
    Condition any = Condition.NEVER;
    for (RecordTable table : RecordTable.values()) {
      if (table.numbered()) {
        any =
            any.or(
                new Condition(
                    "(tenant, conversation) in (select tenant, conversation from "
                        + names.of(table)
                        + " where "
                        + records.sql()
                        + ")",
                    records.parameters()));
      }
    }
    return any;
  }

  /**
   * Returns the condition for budget accounts whose period has ended. Deleting any other account
   * would reset its budget.
   */
  private static Condition endedBudgets(Names names, long before) {
    Instant at = Instant.ofEpochMilli(before);
    return Condition.of(
        "updated_at < ? and (length(period) = 10 and period < ? or length(period) = 7 and period < ?"
            + " or period = '' and level = 'conversation' and not exists (select 1 from "
            + names.conversation()
            + " c where c.tenant = "
            + Names.BUDGET
            + ".tenant and c.conversation = "
            + Names.BUDGET
            + ".owner))",
        before,
        BudgetLimit.Period.DAY.labelAt(at),
        BudgetLimit.Period.MONTH.labelAt(at));
  }

  private static Condition orphans(Names names, String table, String time, long before) {
    return Condition.of(
        time
            + " < ? and not exists (select 1 from "
            + names.conversation()
            + " c where c.tenant = "
            + table
            + ".tenant and c.conversation = "
            + table
            + ".conversation)",
        before);
  }

  /**
   * Returns the pattern that matches the key and all keys created from it by {@link Scope#within}.
   */
  private static String inner(String conversation) {
    Scope scope = Scope.conversation(conversation.replaceAll("[!%_]", "!$0"));
    boolean outermost = scope.equals(scope.outermost());
    return (outermost ? scope.within("_".repeat(36)) : scope).requireConversation();
  }

  private static Condition within(@Nullable String tenant, Condition condition) {
    return tenant == null
        ? condition
        : Condition.of("tenant = ?", Owner.key(tenant, "$.tenant")).and(condition);
  }
}
