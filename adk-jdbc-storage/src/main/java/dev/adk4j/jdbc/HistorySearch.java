package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.value.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds messages by their words, with one statement restricted to the owner. */
record HistorySearch(JdbcPersistentStorage storage, Database database) {

  static final int MAX_TEXT = 500;
  static final int MAX_WORDS = 10;
  static final int MAX_LIMIT = 100;

  private static final RecordTable TABLE = RecordTable.MESSAGE;

  /** Position of a message in the results, which are ordered by time. */
  record Place(long createdAt, String conversation, long seq) {}

  List<ConversationHistory.Match> find(Scope scope, String text, int limit, @Nullable Place after) {
    List<String> words = List.of(text.strip().split("\\s+"));
    new Violations()
        .check(
            !text.isBlank() && text.length() <= MAX_TEXT && words.size() <= MAX_WORDS,
            "$.text",
            "range",
            "must have 1 to " + MAX_TEXT + " characters and at most " + MAX_WORDS + " words")
        .check(limit >= 1 && limit <= MAX_LIMIT, "$.limit", "range", "must be from 1 to 100")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    String tenant = Owner.ofTenant(scope.tenant()).tenant();
    Condition condition = Condition.of("m.tenant = ?", tenant).and(owner(scope));
    for (String word : words) {
      condition = condition.and(Condition.of("m.content ilike ? escape '!'", pattern(word)));
    }
    if (after != null) {
      condition =
          condition.and(
              Condition.of(
                  "(m.created_at, m.conversation, m.seq) < (?, ?, ?)",
                  after.createdAt(),
                  Owner.key(after.conversation(), "$.after.conversation"),
                  after.seq()));
    }
    Condition all = condition;
    return database.single("searching messages", tenant, on -> read(on, scope, all, limit));
  }

  private static Condition owner(Scope scope) {
    if (scope.subject() == null) {
      return conversation(scope);
    }
    Condition subject = Condition.of("c.subject = ?", Owner.ofSubject(scope).part());
    return scope.conversation() == null ? subject : subject.or(conversation(scope));
  }

  private static Condition conversation(Scope scope) {
    return Condition.of("c.conversation = ?", Owner.ofConversation(scope).part());
  }

  private static String pattern(String word) {
    String escaped = TextEscape.escape(word);
    return "%" + escaped.replace("!", "!!").replace("%", "!%").replace("_", "!_") + "%";
  }

  private List<ConversationHistory.Match> read(
      Statements on, Scope scope, Condition condition, int limit) throws SQLException {
    String sql =
        """
        select m.conversation, m.seq, m.id, %s from %s m \
        join %s c on c.tenant = m.tenant and c.conversation = m.conversation \
        where %s order by m.created_at desc, m.conversation desc, m.seq desc limit %s"""
            .formatted(
                TABLE.columnList("m."),
                database.names().of(TABLE),
                database.names().of(Names.CONVERSATION),
                condition.sql(),
                limit);
    return on.query(row -> match(scope, row), sql, condition.parameters());
  }

  private ConversationHistory.Match match(Scope scope, ResultSet row) throws SQLException {
    String conversation = TextEscape.unescape(row.getString(1));
    return new ConversationHistory.Match(
        conversation,
        row.getLong(2),
        RowCodec.decode(
            RecordKind.MESSAGE,
            storage.codec(scope.withConversation(conversation)),
            RowStatements.read(row, TABLE, 3)));
  }
}
