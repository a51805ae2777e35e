package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a page of conversations with their counts in one statement. */
record ConversationList(Database database) {

  private static final String SELECT =
      ("select tenant, conversation, subject, created_at, last_activity_at, %s, %s, %s"
              + " from {adk_conversation} c where ")
          .formatted(
              count(RecordTable.MESSAGE), count(RecordTable.THOUGHT), count(RecordTable.TOOL_CALL));

  ConversationPage page(ConversationQuery query) throws SQLException {
    String tenant = Owner.key(query.tenant(), "$.tenant");
    Condition condition = Condition.of("tenant = ?", tenant);
    if (query.subject() != null) {
      condition =
          condition.and(Condition.of("subject = ?", Owner.key(query.subject(), "$.subject")));
    }
    ConversationQuery.Place after = query.after();
    if (after != null) {
      long at = after.lastActivityAt().toEpochMilli();
      condition =
          condition.and(
              Condition.of(
                  "last_activity_at < ? or (last_activity_at = ? and conversation > ?)",
                  at,
                  at,
                  Owner.key(after.conversation(), "$.after.conversation")));
    }
    Condition all = condition;
    List<ConversationSummary> found =
        database.single(tenant, on -> read(on, all, query.limit() + 1));
    if (found.size() <= query.limit()) {
      return new ConversationPage(List.copyOf(found), null);
    }
    List<ConversationSummary> page = List.copyOf(found.subList(0, query.limit()));
    ConversationSummary last = page.getLast();
    return new ConversationPage(
        page,
        query.withAfter(new ConversationQuery.Place(last.lastActivityAt(), last.conversation())));
  }

  Optional<ConversationSummary> find(String tenant, String conversation) throws SQLException {
    String key = Owner.key(tenant, "$.tenant");
    Condition one =
        Condition.of(
            "tenant = ? and conversation = ?", key, Owner.key(conversation, "$.conversation"));
    return database.single(key, on -> read(on, one, 1)).stream().findFirst();
  }

  private List<ConversationSummary> read(Statements on, Condition condition, int limit)
      throws SQLException {
    String sql =
        SELECT + condition.sql() + " order by last_activity_at desc, conversation limit " + limit;
    return on.query(ConversationList::summary, sql, condition.parameters());
  }

  private static ConversationSummary summary(ResultSet row) throws SQLException {
    return new ConversationSummary(
        TextEscape.unescape(row.getString(1)),
        TextEscape.unescape(row.getString(2)),
        unescaped(row.getString(3)),
        row.getLong(6),
        row.getLong(7),
        row.getLong(8),
        Instant.ofEpochMilli(row.getLong(4)),
        Instant.ofEpochMilli(row.getLong(5)));
  }

  private static @Nullable String unescaped(@Nullable String stored) {
    return stored == null ? null : TextEscape.unescape(stored);
  }

  private static String count(RecordTable table) {
    return "(select count(*) from {"
        + table.tableName()
        + "} r where r.tenant = c.tenant and r.conversation = c.conversation)";
  }
}
