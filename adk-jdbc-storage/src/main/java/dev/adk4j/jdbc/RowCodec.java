package dev.adk4j.jdbc;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts records to rows and back, through their snapshots. Every field of a snapshot has a
 * column.
 */
final class RowCodec {

  private RowCodec() {}

  static <R extends AbstractRecord<R>> Row encode(
      RecordKind<R> kind, SnapshotCodec codec, R value) {
    RecordTable table = kind.table();
    ObjectNode fields = (ObjectNode) codec.encode(value);
    splitContent(table, fields);
    Set<String> unmapped = new HashSet<>(fields.propertyNames());
    unmapped.remove("id");
    List<@Nullable Object> values = new ArrayList<>(table.columns().size());
    for (Column column : table.columns()) {
      JsonNode field = fields.get(column.field());
      unmapped.remove(column.field());
      values.add(field == null ? null : toColumn(column, field));
    }
    if (!unmapped.isEmpty()) {
      throw new IllegalStateException(table.tableName() + " has no column for " + unmapped);
    }
    return new Row(table, Owner.key(value.id(), "$.id"), values);
  }

  /**
   * Returns the record of a row. Throws {@code E_STORAGE_CORRUPT} with table and id if the row is
   * not a valid record.
   */
  static <R extends AbstractRecord<R>> R decode(RecordKind<R> kind, SnapshotCodec codec, Row row) {
    try {
      ObjectNode fields = JsonNodeFactory.instance.objectNode();
      fields.put("id", TextEscape.unescape(row.id()));
      for (int i = 0; i < row.values().size(); i++) {
        Object value = row.values().get(i);
        if (value != null) {
          Column column = kind.table().columns().get(i);
          fields.set(column.field(), toField(column, value));
        }
      }
      joinContent(kind.table(), fields);
      return kind.decode().apply(codec, fields);
    } catch (RuntimeException e) {
      throw corrupt(kind.table(), row.id(), e);
    }
  }

  static AdkException corrupt(RecordTable table, String id, RuntimeException cause) {
    return AdkException.of(AdkErrorCode.E_STORAGE_CORRUPT)
        .message(
            "The row of "
                + table.tableName()
                + " with the id '"
                + id
                + "' is not a valid "
                + table.label()
                + ": "
                + cause.getMessage())
        .args(table.tableName(), id)
        .cause(cause)
        .build();
  }

  // A retrievable's content is text or an artifact; each has a column, so texts can be searched.
  private static void splitContent(RecordTable table, ObjectNode fields) {
    if (table == RecordTable.RETRIEVABLE && !fields.path("content").isString()) {
      fields.set("artifact", fields.remove("content"));
    }
  }

  private static void joinContent(RecordTable table, ObjectNode fields) {
    if (table == RecordTable.RETRIEVABLE && fields.has("artifact")) {
      fields.set("content", fields.remove("artifact"));
    }
  }

  private static Object toColumn(Column column, JsonNode field) {
    return switch (column.type()) {
      case TEXT -> TextEscape.escape(field.stringValue());
      case JSON -> TextEscape.escape(Json.write(field));
      case BOOLEAN -> field.booleanValue();
      case INSTANT -> SnapshotInstant.millis(field.stringValue());
      case NUMBER -> field.doubleValue();
    };
  }

  private static JsonNode toField(Column column, Object value) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return switch (column.type()) {
      case TEXT -> json.stringNode(TextEscape.unescape((String) value));
      case JSON -> Json.read(TextEscape.unescape((String) value));
      case BOOLEAN -> json.booleanNode((Boolean) value);
      case INSTANT -> json.numberNode((Long) value);
      case NUMBER -> json.numberNode((Double) value);
    };
  }
}
