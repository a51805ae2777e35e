package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import dev.adk4j.memory.internal.Digests;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.value.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of one full-text store. Every statement is restricted to the owner. */
final class Records {

  private static final String OWNED = " where tenant = ? and subject = ? and store_name = ?";
  private static final String DELETE = "delete from {adk_memory_record}" + OWNED;

  private final String store;
  private final Terms terms;
  private final SimilarWords similar;

  Records(StorageSql sql, String store) {
    this.store = StorageConnections.key(store, "$.name");
    this.terms = sql.isPostgres() ? Terms.POSTGRES : Terms.H2;
    this.similar = new SimilarWords(sql);
  }

  /**
   * Returns the records that contain the most words, the newest first among equals. May return
   * other records, too.
   */
  List<MemoryRecord> candidates(Statements on, MemoryOwner owner, Set<String> words, int limit)
      throws SQLException {
    List<String> owned = owned(owner);
    List<Object> any = new ArrayList<>();
    String condition = terms.condition(words, any);
    List<Object> counted = new ArrayList<>();
    String best = terms.matches(words, counted);
    String rest = condition == null ? "" : " and " + condition;
    String wanted = best == null ? "" : similar.wanted(on, words);
    if (wanted.isEmpty()) {
      return select(on, "", "0", "", rest + best(best, limit), owned, any, counted);
    }
    return select(
        on,
        similar.with(on, OWNED, limit)
            + ", same as (select ordinal from {adk_memory_record}"
            + OWNED
            + rest
            + best(best, limit)
            + ") ",
        "coalesce(similarity, 0)",
        " left join alike using (ordinal)",
        " and ordinal in (select ordinal from same union select ordinal from alike)"
            + best(best + " + coalesce(similarity, 0)", limit),
        wanted,
        owned,
        owned,
        owned,
        any,
        counted,
        owned,
        counted);
  }

  /** Returns records, newest first. */
  List<MemoryRecord> newest(Statements on, MemoryOwner owner, int limit) throws SQLException {
    return select(on, "", "0", "", best(null, limit), owned(owner));
  }

  private static String best(@Nullable String best, int limit) {
    return " order by " + (best == null ? "" : best + " desc, ") + "ordinal desc limit " + limit;
  }

  private List<MemoryRecord> select(
      Statements on, String with, String similarity, String join, String rest, Object... args)
      throws SQLException {
    String select =
        "%sselect ordinal, id, content, metadata, created_at, updated_at, %s from {adk_memory_record}%s%s%s"
            .formatted(with, similarity, join, OWNED, rest);
    return on.query(Records::read, select, args);
  }

  private static MemoryRecord read(ResultSet row) throws SQLException {
    return new MemoryRecord(
        row.getLong(1),
        TextEscape.unescape(row.getString(2)),
        TextEscape.unescape(row.getString(3)),
        MetadataJson.read(row.getString(4)),
        Instant.ofEpochMilli(row.getLong(5)),
        Instant.ofEpochMilli(row.getLong(6)),
        row.getDouble(7));
  }

  /** Adds a record. Returns its id, or that of an existing record with equal content. */
  String add(
      Statements on,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context)
      throws SQLException {
    MemoryOwner owner = context.requireOwner(store);
    String hash = Digests.sha256(content.strip());
    String key = context.idempotencyKey();
    String writeHash = key == null ? null : Digests.sha256(key);
    String known = known(on, owner, hash, writeHash);
    if (known != null) {
      return known;
    }
    String id = Ids.next();
    insert(on, owner, id, content, hash, writeHash, metadata, context);
    return id;
  }

  private @Nullable String known(
      Statements on, MemoryOwner owner, String hash, @Nullable String writeHash)
      throws SQLException {
    String select =
        "select id from {adk_memory_record}"
            + OWNED
            + " and (content_hash = ?"
            + (writeHash == null ? ")" : " or write_hash = ?)")
            + " order by ordinal";
    List<String> hashes = writeHash == null ? List.of(hash) : List.of(hash, writeHash);
    return on.first(row -> TextEscape.unescape(row.getString(1)), select, owned(owner), hashes);
  }

  private void insert(
      Statements on,
      MemoryOwner owner,
      String id,
      String content,
      String hash,
      @Nullable String writeHash,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context)
      throws SQLException {
    String insert =
        "insert into {adk_memory_record} (tenant, subject, store_name, id, content, content_hash,"
            + " write_hash, terms, metadata, origin, turn_id, created_at, updated_at, version)"
            + " values (?, ?, ?, ?, ?, ?, ?, cast(? as "
            + terms.type()
            + "), ?, ?, ?, {began}, {began}, 0)";
    String turn = context.turnId();
    on.update(
        insert,
        owned(owner),
        TextEscape.escape(id),
        TextEscape.escape(content),
        hash,
        writeHash,
        terms.stored(Words.of(content)),
        MetadataJson.write(metadata),
        context.origin().name().toLowerCase(Locale.ROOT),
        turn == null ? null : StorageConnections.key(turn, "$.turnId"));
  }

  /** Replaces a record. Deletes another record with equal content. */
  boolean put(
      Statements on,
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      MemoryWriteContext context)
      throws SQLException {
    MemoryOwner owner = context.requireOwner(store);
    String stored = TextEscape.escape(id);
    String hash = Digests.sha256(content.strip());
    on.update(DELETE + " and content_hash = ? and id <> ?", owned(owner), hash, stored);
    String update =
        "update {adk_memory_record} set content = ?, content_hash = ?, terms = cast(? as "
            + terms.type()
            + "), metadata = ?, updated_at = {now}, version = version + 1"
            + OWNED
            + " and id = ?";
    int updated =
        on.update(
            update,
            TextEscape.escape(content),
            hash,
            terms.stored(Words.of(content)),
            MetadataJson.write(metadata),
            owned(owner),
            stored);
    if (updated == 0) {
      insert(on, owner, id, content, hash, null, metadata, context);
    }
    return true;
  }

  int delete(Statements on, MemoryOwner owner, String id) throws SQLException {
    String delete = DELETE + " and id = ?";
    return on.update(delete, owned(owner), TextEscape.escape(id));
  }

  int deleteAll(Statements on, MemoryOwner owner) throws SQLException {
    return on.update(DELETE, owned(owner));
  }

  private List<String> owned(MemoryOwner owner) {
    return List.of(
        tenant(owner), StorageConnections.key(owner.subject(), "$.scope.subject"), store);
  }

  static String tenant(MemoryOwner owner) {
    return StorageConnections.key(owner.tenant(), "$.scope.tenant");
  }

  /**
   * Record with its position.
   *
   * @param similarity sum of the similarities to the query's words that no record contains
   */
  record MemoryRecord(
      long ordinal,
      String id,
      String content,
      Map<String, @Nullable Object> metadata,
      Instant createdAt,
      Instant updatedAt,
      double similarity) {}
}
