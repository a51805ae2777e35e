package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.store.Extractor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Extracted facts that a store has not confirmed yet. A row without a fact marks a batch, even if
 * all its facts are confirmed.
 */
final class Staging {

  private static final String KEY = " where tenant = ? and scope_key = ? and store_name = ?";

  private final String table;

  Staging(Sql sql) {
    this.table = sql.table("adk_memory_staged_fact");
  }

  void put(Connection connection, StoreKey key, StagedBatch batch) throws SQLException {
    clear(connection, key);
    insert(connection, key, 0, batch.lastSeq(), null);
    int ordinal = 1;
    for (StagedFact fact : batch.facts()) {
      insert(connection, key, ordinal++, batch.lastSeq(), fact);
    }
  }

  private void insert(
      Connection connection, StoreKey key, int ordinal, long lastSeq, @Nullable StagedFact fact)
      throws SQLException {
    Statements.update(
        connection,
        "insert into "
            + table
            + " (tenant, scope_key, store_name, ordinal, last_seq, fact_key, content, metadata)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?)",
        key.columns(),
        ordinal,
        lastSeq,
        fact == null ? null : fact.key(),
        fact == null ? null : TextEscape.escape(fact.fact().content()),
        fact == null ? null : MetadataJson.write(fact.fact().metadata()));
  }

  void confirm(Connection connection, StoreKey key, String factKey) throws SQLException {
    Statements.update(
        connection, "delete from " + table + KEY + " and fact_key = ?", key.columns(), factKey);
  }

  void clear(Connection connection, StoreKey key) throws SQLException {
    Statements.update(connection, "delete from " + table + KEY, key.columns());
  }

  Optional<StagedBatch> read(Connection connection, StoreKey key) throws SQLException {
    List<Row> rows =
        Statements.query(
            connection,
            Staging::row,
            "select last_seq, fact_key, content, metadata from "
                + table
                + KEY
                + " order by ordinal",
            key.columns());
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StagedBatch(
                rows.getFirst().lastSeq(), rows.stream().flatMap(r -> r.fact().stream()).toList()));
  }

  @SuppressWarnings("NullAway") // ignores null values in the record's constructor
  private static Row row(ResultSet row) throws SQLException {
    String factKey = row.getString(2);
    return new Row(
        row.getLong(1),
        factKey == null
            ? Optional.empty()
            : Optional.of(
                new StagedFact(
                    factKey,
                    new Extractor.ExtractedFact(
                        TextEscape.unescape(row.getString(3)),
                        MetadataJson.read(row.getString(4))))));
  }

  private record Row(long lastSeq, Optional<StagedFact> fact) {}
}
