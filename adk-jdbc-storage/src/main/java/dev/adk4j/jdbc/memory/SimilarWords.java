package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.jdbc.internal.StorageSql;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds similar words for those words of a query that no record contains. Needs PostgreSQL's
 * extension {@code pg_trgm} and a trigram index on the contents; without the index, searching a
 * hundred thousand records takes seconds. Thread-safe.
 */
final class SimilarWords {

  /**
   * Lowest similarity. A word of six letters with one missing or two exchanged letters is above it;
   * words that share only their beginning are below it.
   */
  private static final String THRESHOLD = "0.45";

  private static final int SHORTEST = 4;
  private static final int LONGEST = 100;
  private static final int MOST = 20;

  private static final String DETECT =
      """
      select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_trgm' and has_schema_privilege(n.oid, 'usage') and exists (
        select 1 from pg_index i join pg_opclass o on o.oid = any(i.indclass)
        where i.indrelid = to_regclass(?) and i.indisvalid and o.opcname in ('gin_trgm_ops', 'gist_trgm_ops'))""";

  private final StorageSql sql;

  /** Schema of the extension; null before the first use. */
  private volatile @Nullable Optional<String> schema;

  SimilarWords(StorageSql sql) {
    this.sql = sql;
  }

  /** Returns the words that need similar words; empty if there is no index. */
  String wanted(Statements on, Set<String> words) throws SQLException {
    return schema(on).isEmpty()
        ? ""
        : words.stream()
            .filter(word -> word.length() >= SHORTEST && word.length() <= LONGEST)
            .limit(MOST)
            .collect(Collectors.joining(" "));
  }

  /**
   * Returns the common table expressions {@code unknown}, the words, and {@code alike}, the
   * positions of records and their similarities. For each word, a record's score is the similarity
   * of its most similar word. Parameters are the wanted words and twice the owner.
   */
  String with(Statements on, String owned, int limit) throws SQLException {
    return """
        with unknown as materialized (
          select word from string_to_table(?, ' ') word
          where (select set_config('pg_trgm.word_similarity_threshold', '%1$s', true)) is not null
          and not exists (select 1 from {adk_memory_record}%2$s and terms @@ cast('''' || word || '''' as tsquery))),
        alike as (
          select ordinal, sum(similarity) as similarity from unknown, lateral (
            select ordinal, %3$s.word_similarity(word, content) as similarity
            from {adk_memory_record}%2$s and word operator(%3$s.<%%) content limit %4$s) found
          group by ordinal order by similarity desc, ordinal desc limit %4$s)"""
        .formatted(THRESHOLD, owned, schema(on).orElseThrow(), limit);
  }

  private Optional<String> schema(Statements on) throws SQLException {
    Optional<String> known = schema;
    if (known == null) {
      known =
          sql.isPostgres()
              ? Optional.ofNullable(
                  on.first(row -> row.getString(1), DETECT, sql.text("{adk_memory_record}")))
              : Optional.empty();
      schema = known;
    }
    return known;
  }
}
