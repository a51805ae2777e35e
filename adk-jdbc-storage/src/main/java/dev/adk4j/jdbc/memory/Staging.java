package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import dev.adk4j.memory.journal.ExtractionJournal.StagedFact;
import dev.adk4j.memory.store.Extractor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Extracted facts that a store has not confirmed yet. A row without a fact marks a batch, even if
 * all its facts are confirmed.
 */
final class Staging {

  private static final String FACTS =
      " from {adk_memory_staged_fact} where tenant = ? and scope_key = ? and store_name = ?";

  private Staging() {}

  static void put(Statements on, StoreKey key, StagedBatch batch) throws SQLException {
    clear(on, key);
    insert(on, key, 0, batch.lastSeq(), null);
    int ordinal = 1;
    for (StagedFact fact : batch.facts()) {
      insert(on, key, ordinal++, batch.lastSeq(), fact);
    }
  }

  private static void insert(
      Statements on, StoreKey key, int ordinal, long lastSeq, @Nullable StagedFact fact)
      throws SQLException {
    on.update(
        "insert into {adk_memory_staged_fact} (tenant, scope_key, store_name, ordinal, last_seq,"
            + " fact_key, content, metadata) values (?, ?, ?, ?, ?, ?, ?, ?)",
        key.columns(),
        ordinal,
        lastSeq,
        fact == null ? null : fact.key(),
        fact == null ? null : TextEscape.escape(fact.fact().content()),
        fact == null ? null : MetadataJson.write(fact.fact().metadata()));
  }

  static void confirm(Statements on, StoreKey key, String factKey) throws SQLException {
    String delete = "delete" + FACTS + " and fact_key = ?";
    on.update(delete, key.columns(), factKey);
  }

  static void clear(Statements on, StoreKey key) throws SQLException {
    on.update("delete" + FACTS, key.columns());
  }

  static Optional<StagedBatch> read(Statements on, StoreKey key) throws SQLException {
    List<StagedFact> facts = new ArrayList<>();
    List<Long> lastSeqs =
        on.query(
            row -> {
              if (row.getString(2) != null) {
                facts.add(fact(row));
              }
              return row.getLong(1);
            },
            "select last_seq, fact_key, content, metadata" + FACTS + " order by ordinal",
            key.columns());
    return lastSeqs.stream().findFirst().map(lastSeq -> new StagedBatch(lastSeq, facts));
  }

  @SuppressWarnings("NullAway") // ignores null values in the record's constructor
  private static StagedFact fact(ResultSet row) throws SQLException {
    return new StagedFact(
        row.getString(2),
        new Extractor.ExtractedFact(
            TextEscape.unescape(row.getString(3)), MetadataJson.read(row.getString(4))));
  }
}
