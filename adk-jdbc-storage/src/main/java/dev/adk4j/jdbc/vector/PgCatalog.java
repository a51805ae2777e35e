package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.FieldPath;
import dev.adk4j.vector.FieldSpec;
import dev.adk4j.vector.VectorErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collections as tables. The metric is kept in the table's comment and the dimension in the
 * column's type, and both are looked up for each operation: another process may have made the table
 * anew.
 */
record PgCatalog(PgNames names, DistanceMetric defaultMetric, PgIndex index) {

  private static final Logger LOG = LoggerFactory.getLogger(PgCatalog.class);

  private static final String COMMENT = "adk4j vector collection, metric=";

  private static final String HALF = ", index=halfvec";

  Optional<PgCollection> find(Connection connection, String table) throws SQLException {
    List<PgCollection> found =
        PgJdbc.query(connection, lookUp(table, Sql.of("")), row -> collection(table, row));
    return found.stream().findFirst();
  }

  /**
   * A query that gives one row where the collection exists, else none. What comes after it in the
   * transaction is planned for its values: a plan for any value cannot use the index of a field,
   * whose path is a value too, and knows nothing of how many rows are wanted.
   *
   * @param more further columns, each after a comma
   */
  static Sql lookUp(String table, Sql more) {
    return Sql.of(
            "select a.atttypmod, d.description, set_config('plan_cache_mode', 'force_custom_plan', true)")
        .add(more)
        .add(
            " from pg_catalog.pg_attribute a left join pg_catalog.pg_description d"
                + " on d.objoid = a.attrelid and d.objsubid = 0"
                + " and d.classoid = 'pg_catalog.pg_class'::regclass"
                + " where a.attrelid = to_regclass(?) and a.attname = 'embedding' and not a.attisdropped",
            table);
  }

  PgCollection collection(String table, ResultSet row) throws SQLException {
    int dimensions = Math.max(0, row.getInt(1));
    String comment = row.getString(2);
    if (comment == null || !comment.startsWith(COMMENT)) {
      return new PgCollection(table, dimensions, defaultMetric, false);
    }
    boolean half = comment.endsWith(HALF);
    int end = comment.length() - (half ? HALF.length() : 0);
    return new PgCollection(
        table, dimensions, DistanceMetric.fromWire(comment.substring(COMMENT.length(), end)), half);
  }

  boolean exists(Connection connection, String table) throws SQLException {
    return PgJdbc.query(
            connection,
            Sql.of("select to_regclass(?) is not null", table),
            row -> row.getBoolean(1))
        .getFirst();
  }

  void create(Connection connection, CollectionSpec spec, String table) throws SQLException {
    PgJdbc.execute(
        connection,
        "create table "
            + table
            + " (id text collate \"C\" primary key, embedding vector("
            + spec.dimensions()
            + "), document text, metadata jsonb not null default '{}')");
    PgJdbc.execute(
        connection,
        "comment on table "
            + table
            + " is '"
            + COMMENT
            + spec.metric().wire()
            + (index.half() && isIndexed(spec) ? HALF : "")
            + "'");
    indexVectors(connection, spec, table);
    for (FieldSpec field : spec.fields()) {
      if (field.index()) {
        indexField(connection, field, table);
      }
    }
  }

  /** Indexes get no name here: PostgreSQL finds a free one, also after the table was renamed. */
  private void indexVectors(Connection connection, CollectionSpec spec, String table)
      throws SQLException {
    if (spec.metric() == DistanceMetric.COSINE) {
      // A vector index leaves zero vectors out; a search asks for these and the like separately.
      PgJdbc.execute(
          connection, "create index on " + table + " (id) where " + PgCollection.UNUSUAL_NORM);
    }
    if (isIndexed(spec)) {
      PgJdbc.execute(
          connection,
          "create index on "
              + table
              + index.definition(spec.dimensions(), PgCollection.operatorClass(spec.metric())));
    } else if (index.kind() != PgIndexKind.NONE) {
      LOG.warn(
          "The collection '{}' has {} dimensions; pgvector indexes at most {} of them, so its searches compare with every record.",
          spec.collection(),
          spec.dimensions(),
          index.maxDimensions());
    }
  }

  private boolean isIndexed(CollectionSpec spec) {
    return index.kind() != PgIndexKind.NONE && spec.dimensions() <= index.maxDimensions();
  }

  private static void indexField(Connection connection, FieldSpec field, String table)
      throws SQLException {
    FieldPath path = FieldPath.of(field.name());
    if (!path.steps().stream().allMatch(PgText::holds)) {
      throw VectorErrors.collectionFailed(
          "createCollection", "a field's name has a character PostgreSQL cannot hold", null);
    }
    PgJdbc.execute(
        connection,
        "create index on " + table + " ((metadata #> " + PgNames.pathLiteral(path.steps()) + "))");
  }
}
