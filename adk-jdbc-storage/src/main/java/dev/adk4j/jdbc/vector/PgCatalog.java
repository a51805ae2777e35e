package dev.adk4j.jdbc.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.CollectionSummary;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.VectorErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps collections to tables. The table's comment contains the metric, the column's type the
 * dimension. Both are read for each operation, because another process may have recreated the
 * table.
 */
record PgCatalog(PgNames names, DistanceMetric defaultMetric, PgIndex index) {

  private static final Logger LOG = LoggerFactory.getLogger(PgCatalog.class);

  /**
   * The column of words covers only the beginning of a document, because PostgreSQL limits its
   * size.
   */
  private static final int WORDS_FROM = 100_000;

  /** Number of records from which a table is estimated instead of counted. */
  private static final int COUNTED = 100_000;

  /** Expression: the schema of the extension {@code pg_trgm}, or null. */
  static final String TRIGRAMS =
      "(select n.nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n"
          + " on n.oid = e.extnamespace where e.extname = 'pg_trgm')";

  Optional<PgCollection> find(Connection connection, String table) throws SQLException {
    List<PgCollection> found =
        PgJdbc.query(connection, lookUp(table, true, Sql.of("")), row -> collection(table, row));
    return found.stream().findFirst();
  }

  /**
   * Returns the collection.
   *
   * @param error creates the exception for a collection that does not exist
   */
  PgCollection require(
      Connection connection,
      String table,
      String name,
      BiFunction<String, @Nullable Throwable, AdkException> error)
      throws SQLException {
    return find(connection, table).orElseThrow(() -> error.apply(missing(name), null));
  }

  static String missing(String name) {
    return "There is no collection '" + name + "'; create it first.";
  }

  /**
   * Returns a query with one row if the collection exists, otherwise none.
   *
   * @param filtered plans the transaction's following statements for their actual values: a generic
   *     plan cannot use the index of a field, because the field's path is a parameter
   * @param more further columns, each after a comma
   */
  static Sql lookUp(String table, boolean filtered, Sql more) {
    return Sql.of("select a.atttypmod, d.description")
        .add(filtered ? ", set_config('plan_cache_mode', 'force_custom_plan', true)" : "")
        .add(more)
        .add(
            " from pg_catalog.pg_attribute a left join pg_catalog.pg_description d"
                + " on d.objoid = a.attrelid and d.objsubid = 0"
                + " and d.classoid = 'pg_catalog.pg_class'::regclass"
                + " where a.attrelid = to_regclass(?) and a.attname = 'embedding' and not a.attisdropped",
            table);
  }

  PgCollection collection(String table, ResultSet row) throws SQLException {
    return collection(table, row, 1);
  }

  private PgCollection collection(String table, ResultSet row, int at) throws SQLException {
    return PgCollection.read(
        table, Math.max(0, row.getInt(at)), row.getString(at + 1), defaultMetric);
  }

  /**
   * Returns the collections of the schema. For large tables, and for tables with rows hidden by a
   * policy, the number is PostgreSQL's estimate.
   */
  List<CollectionSummary> list(Connection connection) throws SQLException {
    Sql tables =
        Sql.of(
            """
            select c.relname, c.reltuples::bigint, c.relrowsecurity, a.atttypmod, d.description
            from pg_catalog.pg_class c
            join pg_catalog.pg_attribute a
              on a.attrelid = c.oid and a.attname = 'embedding' and not a.attisdropped
            join pg_catalog.pg_description d on d.objoid = c.oid and d.objsubid = 0
              and d.classoid = 'pg_catalog.pg_class'::regclass
            where c.relkind = 'r' and starts_with(d.description, ?)
              and c.relnamespace = to_regnamespace(coalesce(?, quote_ident(current_schema())))
            order by c.relname collate "C"
            """,
            PgCollection.COMMENT,
            names.schema() == null ? null : PgNames.quote(names.schema()));
    return PgJdbc.query(connection, tables, row -> summary(connection, row));
  }

  private CollectionSummary summary(Connection connection, ResultSet row) throws SQLException {
    String name = row.getString(1);
    PgCollection table = collection(names.table("collections", name), row, 4);
    boolean estimated = row.getBoolean(3) || row.getLong(2) >= COUNTED;
    Sql count = Sql.of("select count(*) from " + table.table());
    long records =
        estimated
            ? Math.max(0, row.getLong(2))
            : PgJdbc.query(connection, count, counted -> counted.getLong(1)).getFirst();
    return new CollectionSummary(
        name, records, table.dimensions(), table.metric(), table.language());
  }

  /**
   * Reads the table of tables first: otherwise PostgreSQL does not see tables created by other
   * processes.
   */
  boolean exists(Connection connection, String table) throws SQLException {
    return PgJdbc.exists(
        connection, Sql.of("select 1 from pg_catalog.pg_class where oid = to_regclass(?)", table));
  }

  void create(Connection connection, CollectionSpec spec, String table) throws SQLException {
    String language = spec.language();
    Optional<String> trigrams = language == null ? Optional.empty() : trigrams(connection);
    PgJdbc.execute(
        connection,
        """
        create table %s (id text collate "C" primary key, embedding vector(%s), document text,
          metadata jsonb not null default '{}'%s)
        """
            .formatted(table, spec.dimensions(), language == null ? "" : words(language)));
    PgCollection made =
        new PgCollection(
            table,
            spec.dimensions(),
            spec.metric(),
            index.half() && isIndexed(spec),
            language,
            trigrams.isPresent());
    PgJdbc.execute(connection, "comment on table " + table + " is '" + made.comment() + "'");
    if (language != null) {
      PgJdbc.execute(connection, "create index on " + table + " using gin (words)");
    }
    if (trigrams.isPresent()) {
      PgJdbc.execute(
          connection,
          "create index on %s using gin (document %s.gin_trgm_ops)"
              .formatted(table, PgNames.quote(trigrams.get())));
    }
    indexVectors(connection, spec, table);
    for (CollectionSpec.Field field : spec.fields()) {
      if (field.index()) {
        indexField(connection, field, table);
      }
    }
  }

  /** Returns the column; the language's name was checked before. */
  private static String words(String language) {
    return ", words tsvector generated always as (to_tsvector('%s', left(coalesce(document, ''), %s))) stored"
        .formatted(language, WORDS_FROM);
  }

  /** Returns the schema of the extension {@code pg_trgm}; empty without it. */
  private static Optional<String> trigrams(Connection connection) throws SQLException {
    return PgJdbc.query(connection, Sql.of("select " + TRIGRAMS), row -> row.getString(1)).stream()
        .filter(Objects::nonNull)
        .findFirst();
  }

  /**
   * Creates the index without a name: PostgreSQL chooses a free one, also after a rename of the
   * table.
   */
  private void indexVectors(Connection connection, CollectionSpec spec, String table)
      throws SQLException {
    if (spec.metric() == DistanceMetric.COSINE) {
      // A vector index skips zero vectors; a search reads them by this index.
      PgJdbc.execute(
          connection, "create index on " + table + " (id) where " + PgCollection.UNUSUAL_NORM);
    }
    if (isIndexed(spec)) {
      PgJdbc.execute(
          connection,
          "create index on "
              + table
              + index.definition(spec.dimensions(), PgCollection.operatorClass(spec.metric())));
    } else if (index.kind() != PgVectorBackend.IndexKind.NONE) {
      LOG.warn(
          "The collection '{}' has {} dimensions; pgvector indexes at most {}, so its "
              + "searches compare with every record.",
          spec.collection(),
          spec.dimensions(),
          index.maxDimensions());
    }
  }

  private boolean isIndexed(CollectionSpec spec) {
    return index.kind() != PgVectorBackend.IndexKind.NONE
        && spec.dimensions() <= index.maxDimensions();
  }

  private static void indexField(Connection connection, CollectionSpec.Field field, String table)
      throws SQLException {
    FieldPath path = FieldPath.of(field.name());
    if (!path.steps().stream().allMatch(PgText::holds)) {
      throw VectorErrors.collectionFailed(
          "createCollection",
          "a field's name contains a character that PostgreSQL cannot store",
          null);
    }
    PgJdbc.execute(
        connection,
        "create index on " + table + " ((metadata #> " + PgNames.pathLiteral(path.steps()) + "))");
  }
}
