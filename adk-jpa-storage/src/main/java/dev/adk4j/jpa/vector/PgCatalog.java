package dev.adk4j.jpa.vector;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collections as tables. The metric is kept in the table's comment and the dimension in the
 * column's type, and both are looked up for each operation: another process may have made the table
 * anew.
 */
record PgCatalog(PgNames names, DistanceMetric defaultMetric, PgIndexKind indexKind) {

  private static final Logger LOG = LoggerFactory.getLogger(PgCatalog.class);

  /** The most that pgvector can index. */
  private static final int MAX_INDEXED_DIMENSIONS = 2000;

  private static final String COMMENT = "adk4j vector collection, metric=";

  Optional<PgCollection> find(Connection connection, String table) throws SQLException {
    List<PgCollection> found =
        PgJdbc.query(connection, lookUp(table, Sql.of("")), row -> collection(table, row));
    return found.stream().findFirst();
  }

  /**
   * A query that gives one row where the collection exists, else none.
   *
   * @param more further columns, each after a comma
   */
  static Sql lookUp(String table, Sql more) {
    return Sql.of("select a.atttypmod, d.description")
        .add(more)
        .add(
            " from pg_catalog.pg_attribute a left join pg_catalog.pg_description d"
                + " on d.objoid = a.attrelid and d.objsubid = 0"
                + " and d.classoid = 'pg_catalog.pg_class'::regclass"
                + " where a.attrelid = to_regclass(?) and a.attname = 'embedding' and not a.attisdropped",
            table);
  }

  PgCollection collection(String table, ResultSet row) throws SQLException {
    return new PgCollection(table, Math.max(0, row.getInt(1)), metric(row.getString(2)));
  }

  private DistanceMetric metric(@Nullable String comment) {
    return comment != null && comment.startsWith(COMMENT)
        ? DistanceMetric.fromWire(comment.substring(COMMENT.length()))
        : defaultMetric;
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
        connection, "comment on table " + table + " is '" + COMMENT + spec.metric().wire() + "'");
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
      // Vector indexes leave zero vectors out, and a search asks for them separately.
      PgJdbc.execute(
          connection, "create index on " + table + " (id) where vector_norm(embedding) = 0");
    }
    if (indexKind == PgIndexKind.NONE) {
      return;
    }
    if (spec.dimensions() > MAX_INDEXED_DIMENSIONS) {
      LOG.warn(
          "The collection '{}' has {} dimensions; pgvector indexes at most {}, so its searches compare with every record.",
          spec.collection(),
          spec.dimensions(),
          MAX_INDEXED_DIMENSIONS);
      return;
    }
    String method = indexKind == PgIndexKind.HNSW ? "hnsw" : "ivfflat";
    PgJdbc.execute(
        connection,
        "create index on "
            + table
            + " using "
            + method
            + " (embedding "
            + PgCollection.operatorClass(spec.metric())
            + ")");
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
