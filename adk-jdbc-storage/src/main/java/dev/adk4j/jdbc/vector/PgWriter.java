package dev.adk4j.jdbc.vector;

import dev.adk4j.value.JsonValue;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Writes records in batches, after a check that PostgreSQL can store them. */
final class PgWriter {

  private static final int BATCH = 500;

  private PgWriter() {}

  static void requireHoldable(VectorRecord record, int index) {
    String path = PgText.unholdable(record.id(), "$.id");
    path = path != null ? path : PgText.unholdable(record.document().orElse(""), "$.document");
    path = path != null ? path : PgText.unholdable(record.metadata(), "$.metadata");
    if (path != null) {
      throw VectorErrors.invalidRecord(
          index,
          path
              + " contains U+0000 or half of a surrogate pair, which PostgreSQL cannot "
              + "store; remove it");
    }
  }

  static void write(Connection connection, String table, Iterable<VectorRecord> records)
      throws SQLException {
    String sql =
        "insert into "
            + table
            + " (id, embedding, document, metadata) values (?, cast(? as vector), ?, cast(? as jsonb))"
            + " on conflict (id) do update set embedding = excluded.embedding, document = excluded.document,"
            + " metadata = excluded.metadata";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int waiting = 0;
      for (VectorRecord record : records) {
        statement.setString(1, record.id());
        statement.setString(2, record.vector().map(PgVectors::text).orElse(null));
        statement.setString(3, record.document().orElse(null));
        statement.setString(4, JsonValue.of((Object) record.metadata()).text());
        statement.addBatch();
        if (++waiting == BATCH) {
          statement.executeBatch();
          waiting = 0;
        }
      }
      if (waiting > 0) {
        statement.executeBatch();
      }
    }
  }
}
