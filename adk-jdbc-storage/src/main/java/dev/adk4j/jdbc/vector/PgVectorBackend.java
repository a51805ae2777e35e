package dev.adk4j.jdbc.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.vector.Capabilities;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.CollectionSummary;
import dev.adk4j.vector.DeletePlan;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.HybridPlan;
import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.UpsertPlan;
import dev.adk4j.vector.VectorBackend;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFeature;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Backend on PostgreSQL with the pgvector extension: one table for each collection, with its name.
 * Names match {@code [A-Za-z_][A-Za-z0-9_]{0,62}} and keep their case. Thread-safe. Joins a Spring
 * transaction on the same data source. The caller owns the data source: {@link #close} does
 * nothing.
 *
 * <p>A search uses the collection's approximate index, also with a filter, if the planner expects
 * that to be fastest; an index on a field of the filter is often faster and exact. If the index
 * finds fewer rows than requested, or if more than 1,000 are requested, the search compares every
 * record that passes the filter. {@link Builder#exactSearch} always compares every record.
 *
 * <p>Ties are ordered by id. Texts are ordered by code point, which differs from Java's order only
 * between characters beyond U+FFFF and those from U+E000 to U+FFFF. A record with U+0000 or half of
 * a surrogate pair throws {@code E_INVALID_VECTOR_RECORD}, because PostgreSQL cannot store it.
 *
 * @since 0.1.0
 */
public final class PgVectorBackend implements VectorBackend {

  static final String NAME = "pgvector";

  private static final Capabilities CAPABILITIES =
      Capabilities.allBut(VectorFeature.NAMED_VECTORS, VectorFeature.BUILT_IN_ENCODING);

  private final PgSession session;
  private final PgExtension extension;
  private final PgCatalog catalog;
  private final boolean exactSearch;
  private final PgSearcher searcher;

  private PgVectorBackend(
      PgSession session, PgExtension extension, PgCatalog catalog, boolean exactSearch) {
    this.session = session;
    this.extension = extension;
    this.catalog = catalog;
    this.exactSearch = exactSearch;
    this.searcher = new PgSearcher(session, extension, catalog, exactSearch);
  }

  /** Returns a backend with cosine, an HNSW index and the schema of the connection. */
  public static PgVectorBackend of(DataSource dataSource) {
    return builder(dataSource).build();
  }

  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  /** Connects, and creates the extension if it is missing and the role is allowed to. */
  @Override
  public void connect() {
    extension.require();
  }

  @Override
  public List<VectorMatch> search(SearchPlan plan) {
    String table = catalog.names().table("search", plan.collection());
    connect();
    return searcher.search(table, plan);
  }

  @Override
  public List<VectorMatch> searchHybrid(HybridPlan plan) {
    String table = catalog.names().table("search", plan.search().collection());
    connect();
    return searcher.hybrid(table, plan);
  }

  @Override
  public void upsert(UpsertPlan plan) {
    String table = catalog.names().table("upsert", plan.collection());
    // Ordered by id, so two writers of the same records cannot deadlock.
    SortedMap<String, VectorRecord> records = new TreeMap<>();
    for (int i = 0; i < plan.records().size(); i++) {
      VectorRecord record = plan.records().get(i);
      PgWriter.requireHoldable(record, i);
      records.put(record.id(), record);
    }
    run(
        VectorErrors::upsertFailed,
        connection -> {
          PgCollection collection =
              catalog.require(connection, table, plan.collection(), VectorErrors::upsertFailed);
          records.values().forEach(r -> r.vector().ifPresent(v -> collection.requireLength(v)));
          PgWriter.write(connection, table, records.values());
          return null;
        });
  }

  @Override
  public void delete(DeletePlan plan) {
    String table = catalog.names().table("delete", plan.collection());
    Sql condition =
        switch (plan.target()) {
          case DeletePlan.Target.Ids(List<String> ids) ->
              Sql.of(
                  " where id = any(?)",
                  (Object) ids.stream().filter(PgText::holds).toArray(String[]::new));
          case DeletePlan.Target.Matching(VectorFilter filter) ->
              Sql.of(" where ").add(PgFilter.translate(filter));
          case DeletePlan.Target.Everything everything -> Sql.of("");
        };
    run(
        VectorErrors::deleteFailed,
        connection -> {
          catalog.require(connection, table, plan.collection(), VectorErrors::deleteFailed);
          return PgJdbc.update(connection, Sql.of("delete from " + table).add(condition));
        });
  }

  @Override
  public void createCollection(CollectionSpec spec, boolean ifNotExists) {
    String operation = "createCollection";
    String table = catalog.names().table(operation, spec.collection());
    change(
        operation,
        connection -> {
          // blocks other nodes that create the table
          PgJdbc.lock(connection, "adk.vector." + table);
          if (!catalog.exists(connection, table)) {
            catalog.create(connection, spec, table);
          } else if (!ifNotExists) {
            throw VectorErrors.collectionFailed(
                operation, "'" + spec.collection() + "' exists", null);
          }
          if (session.isSecured() && !PgPolicy.isOn(connection, table)) {
            PgPolicy.apply(connection, table);
          }
          return null;
        });
  }

  @Override
  public void dropCollection(String collection, boolean ifExists) {
    String operation = "dropCollection";
    String table = catalog.names().table(operation, collection);
    change(
        operation,
        connection -> {
          if (catalog.find(connection, table).isPresent()) {
            PgJdbc.execute(connection, "drop table " + table);
          } else if (!ifExists) {
            throw VectorErrors.collectionFailed(
                operation, "there is no '" + collection + "'", null);
          }
          return null;
        });
  }

  @Override
  public boolean hasCollection(String collection) {
    return PgNames.isName(collection)
        && change(
            "hasCollection",
            connection ->
                catalog
                    .find(connection, catalog.names().table("hasCollection", collection))
                    .isPresent());
  }

  @Override
  public List<CollectionSummary> collections() {
    return change("collections", catalog::list);
  }

  @Override
  public VectorBackend forTenant(String tenant) {
    return session.isSecured()
        ? new PgVectorBackend(session.forTenant(tenant), extension, catalog, exactSearch)
        : this;
  }

  @Override
  public void renameCollection(String from, String to) {
    String operation = "renameCollection";
    String old = catalog.names().table(operation, from);
    String wanted = catalog.names().table(operation, to);
    change(
        operation,
        connection -> {
          if (catalog.find(connection, old).isEmpty()) {
            throw VectorErrors.collectionFailed(operation, "there is no '" + from + "'", null);
          }
          if (catalog.exists(connection, wanted)) {
            throw VectorErrors.collectionFailed(operation, "'" + to + "' exists", null);
          }
          PgJdbc.execute(connection, "alter table " + old + " rename to " + PgNames.quote(to));
          return null;
        });
  }

  @Override
  public <E extends Exception> void inTransaction(VectorBackend.Work<VectorBackend, E> work)
      throws E {
    if (session.isBound()) {
      work.run(this);
      return;
    }
    connect();
    AtomicReference<@Nullable Throwable> mine = new AtomicReference<>();
    try {
      session.<@Nullable Void, E>atomic(
          connection -> {
            try {
              work.run(
                  new PgVectorBackend(session.bind(connection), extension, catalog, exactSearch));
            } catch (Throwable e) {
              mine.set(e);
              throw e;
            }
            return null;
          });
    } catch (SQLException e) {
      if (e == mine.get()) {
        throw PgVectorBackend.<E>asThrown(e);
      }
      throw VectorErrors.connectionFailed("the transaction could not be started or ended", e);
    }
  }

  /** Rethrows the exception of the work, which may be an {@code SQLException} itself. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> E asThrown(Exception e) {
    return (E) e;
  }

  private <T extends @Nullable Object> T change(
      String operation, PgWork<T, RuntimeException> work) {
    return run((detail, cause) -> VectorErrors.collectionFailed(operation, detail, cause), work);
  }

  private <T extends @Nullable Object> T run(
      BiFunction<String, @Nullable Throwable, AdkException> error,
      PgWork<T, RuntimeException> work) {
    connect();
    try {
      return session.atomic(work);
    } catch (SQLException e) {
      throw error.apply(String.valueOf(e.getMessage()), e);
    }
  }

  /** Builds a {@link PgVectorBackend}. Not thread-safe. */
  public static final class Builder {

    private final DataSource dataSource;
    private @Nullable String schema;
    private DistanceMetric metric = DistanceMetric.COSINE;
    private PgIndex index = PgIndex.DEFAULT;
    private int efSearch = PgExtension.DEFAULT_EF_SEARCH;
    private boolean exactSearch;
    private boolean rowLevelSecurity;

    private Builder(DataSource dataSource) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /** Sets the schema of the tables. Default: the first schema of the connection's search path. */
    public Builder schema(String schema) {
      this.schema = Objects.requireNonNull(schema, "schema");
      return this;
    }

    /** Sets the metric of tables that this backend did not create. Default: cosine. */
    public Builder metric(DistanceMetric metric) {
      this.metric = Objects.requireNonNull(metric, "metric");
      return this;
    }

    /** Sets the index of collections created from now on. Default: HNSW. */
    public Builder indexKind(IndexKind indexKind) {
      this.index = index.withKind(Objects.requireNonNull(indexKind, "indexKind"));
      return this;
    }

    /**
     * Sets the quality of the HNSW index of collections created from now on. Higher numbers find
     * more of the nearest rows and cost memory and write time. Numbers that pgvector rejects throw
     * {@code E_INVALID_VECTOR_STORE_CONFIG}.
     *
     * @param m links of each vector, from 2 to 100. Default: 16
     * @param efConstruction candidates for each new vector, from twice {@code m} to 1,000. Default:
     *     64
     */
    public Builder hnsw(int m, int efConstruction) {
      this.index = index.withHnsw(m, efConstruction);
      return this;
    }

    /**
     * Sets the lowest number of candidates of a search in an HNSW index, from 1 to 1,000. Default:
     * 40. A search for more rows examines as many as it needs.
     */
    public Builder efSearch(int candidates) {
      this.efSearch = candidates;
      return this;
    }

    /**
     * Uses 16-bit numbers in the index of collections created from now on. This halves the size of
     * the index and allows 4,000 instead of 2,000 dimensions. Vectors and scores keep 32 bits. No
     * number may exceed 65,504. Default: false.
     */
    public Builder halfPrecision(boolean half) {
      this.index = index.withHalf(half);
      return this;
    }

    /** Compares with every record instead of using an approximate index. Default: false. */
    public Builder exactSearch(boolean exactSearch) {
      this.exactSearch = exactSearch;
      return this;
    }

    /**
     * Lets PostgreSQL enforce the separation of tenants: {@code createCollection} creates a policy
     * on the table, also on an existing one, and each operation sets the tenant of {@link
     * PgVectorBackend#forTenant}. An ingested passage belongs to its owner's tenant, another record
     * to the tenant in the field {@code tenant} of its metadata. Records with neither are visible
     * to all tenants. The policy applies to the table's owner, but not to superusers. Default:
     * false.
     */
    public Builder rowLevelSecurity(boolean rowLevelSecurity) {
      this.rowLevelSecurity = rowLevelSecurity;
      return this;
    }

    /**
     * Returns the backend. Does not connect. An invalid schema name, or numbers that pgvector
     * rejects, throw {@code E_INVALID_VECTOR_STORE_CONFIG}.
     */
    public PgVectorBackend build() {
      return new PgVectorBackend(
          new PgSession(dataSource, rowLevelSecurity),
          new PgExtension(dataSource, efSearch),
          new PgCatalog(new PgNames(schema), metric, index),
          exactSearch);
    }
  }

  /** Kind of the vector index of a new collection. */
  public enum IndexKind {
    /** No index: a search compares with every record and is exact. */
    NONE,
    /** Fast and approximate from the first record. */
    HNSW,
    /**
     * Smaller and approximate. Useful only if the index is rebuilt after the collection is filled.
     */
    IVFFLAT
  }
}
