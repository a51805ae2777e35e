package dev.adk4j.jdbc;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.value.Json;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Finds bytes that no record references, such as those of failed turns and of deleted or changed
 * records. Checks a conversation if some of its bytes were not checked within the given age, so
 * checking costs no more than writing.
 */
final class BlobSweep {

  private static final Logger log = LoggerFactory.getLogger(BlobSweep.class);

  private static final int PAGE = 100;
  private static final String OWN = " where tenant = ? and conversation = ?";
  private static final String CONTENT = OWN + " and content_id = ?";

  /** Columns in which records reference bytes. */
  private static final Map<RecordTable, String> NAMING =
      Map.of(
          RecordTable.MESSAGE, "attachments",
          RecordTable.TOOL_CALL, "results",
          RecordTable.RETRIEVABLE, "artifact");

  private static final String DUE =
      " completed_at < ? and replaced_at is null and (checked_at is null or checked_at < ?)";

  private final Database database;

  BlobSweep(Database database) {
    this.database = database;
  }

  /**
   * Marks unreferenced bytes as replaced, so that they are cleaned up.
   *
   * @param before bytes completed or checked since this time are skipped
   */
  void run(long before, long now) throws SQLException {
    List<Owner> page;
    do {
      page = database.single("", on -> conversations(on, before));
      for (Owner conversation : page) {
        database.repeated(conversation.tenant(), c -> look(c, conversation, before, now));
      }
    } while (page.size() == PAGE);
  }

  private List<Owner> conversations(Statements on, long before) throws SQLException {
    String select =
        "select distinct tenant, conversation from {adk_blob} where" + DUE + " limit " + PAGE;
    return on.query(Owner::read, select, before, before);
  }

  private boolean look(Statements on, Owner conversation, long before, long now)
      throws SQLException {
    Set<String> names = names(on, conversation);
    String select = "select content_id, kind, id, current_id from {adk_blob}" + OWN + " and" + DUE;
    String checked = "update {adk_blob} set checked_at = ?" + CONTENT;
    String unused = "update {adk_blob} set current_id = null, replaced_at = completed_at" + CONTENT;
    on.query(
        row -> {
          String content = row.getString(1);
          String key = row.getString(2) + ":" + TextEscape.unescape(row.getString(3));
          boolean current = row.getString(4) != null;
          return names == null || current && names.contains(key)
              ? on.update(checked, now, conversation.key(), content)
              : on.update(unused, conversation.key(), content);
        },
        select,
        conversation.key(),
        before,
        before);
    return true;
  }

  /**
   * Returns the keys in the conversation's records; null if a record cannot be read, because it may
   * reference any key.
   */
  private @Nullable Set<String> names(Statements on, Owner conversation) throws SQLException {
    Set<String> names = new HashSet<>();
    for (var naming : NAMING.entrySet()) {
      String column = naming.getValue();
      String select =
          "select %s from %s%s and (%s like '%%\"media:%%' or %s like '%%\"spool:%%')"
              .formatted(column, database.names().of(naming.getKey()), OWN, column, column);
      try (PreparedStatement statement = on.connection().prepareStatement(select)) {
        statement.setFetchSize(PAGE);
        on.bind(statement, 1, conversation.key());
        try (ResultSet row = statement.executeQuery()) {
          while (row.next()) {
            addStrings(TextEscape.unescape(row.getString(1)), names);
          }
        }
      } catch (JacksonException | IllegalArgumentException e) {
        log.warn(
            "A row of {} cannot be read; the bytes of its conversation are kept.",
            naming.getKey().tableName());
        return null;
      }
    }
    return names;
  }

  /** Adds all strings that may be keys. Other strings have no effect. */
  private static void addStrings(String json, Set<String> names) {
    try (JsonParser parser = Json.mapper().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          String text = parser.getString();
          if (BlobKind.isKey(text)) {
            names.add(text);
          }
        }
      }
    }
  }
}
