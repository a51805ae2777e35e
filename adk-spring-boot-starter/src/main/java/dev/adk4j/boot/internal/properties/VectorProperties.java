package dev.adk4j.boot.internal.properties;

import dev.adk4j.vector.DistanceMetric;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk.vector}: the vector database.
 *
 * @param backend Vector store that VectorDb uses. If unset, the VectorBackend bean of the
 *     application, else the VectorStore beans of Spring AI. Without either, there is no VectorDb.
 * @param metric Distance metric of collections that do not set their own. The default suits the
 *     embeddings of most models.
 * @param pgvector Settings of PostgreSQL with pgvector.
 */
public record VectorProperties(
    @Nullable Backend backend,
    @DefaultValue("cosine") DistanceMetric metric,
    @DefaultValue PgVector pgvector) {

  static final VectorProperties DEFAULTS =
      new VectorProperties(
          null,
          DistanceMetric.COSINE,
          new PgVector(null, Index.HNSW, new Hnsw(16, 64, 40), false, false));

  /** Vector stores. */
  public enum Backend {
    IN_MEMORY,
    PGVECTOR,
    SPRING_AI;

    /** Returns the name in the form used in properties. */
    public String propertyValue() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Properties under {@code adk.vector.pgvector}.
   *
   * @param databaseSchema Database schema of the tables of collections. If unset, the default
   *     schema of the connection.
   * @param index Index of new collections: hnsw, ivfflat or none. Existing collections keep theirs.
   * @param hnsw Settings of the HNSW index.
   * @param halfPrecision Uses 16-bit numbers in the index of new collections, which halves its size
   *     and allows 4,000 instead of 2,000 dimensions. Off by default, because numbers are then
   *     limited to 65,504. Vectors and scores keep 32 bits.
   * @param exactSearch Compares a query with every record that passes the filter instead of using
   *     the index. Off by default, because the time is proportional to the size of the collection.
   */
  public record PgVector(
      @Nullable String databaseSchema,
      @DefaultValue("hnsw") Index index,
      @DefaultValue Hnsw hnsw,
      @DefaultValue("false") boolean halfPrecision,
      @DefaultValue("false") boolean exactSearch) {

    public PgVector {
      PropertyRules.identifier("adk.vector.pgvector.database-schema", databaseSchema, 63);
    }
  }

  /**
   * Properties under {@code adk.vector.pgvector.hnsw}.
   *
   * @param m Number of links of each vector in the HNSW index of new collections, from 2 to 100.
   *     More links find better matches and use more memory and write time. The default is that of
   *     pgvector.
   * @param efConstruction Number of candidates that are compared for each vector written to an HNSW
   *     index, from twice m to 1000. More candidates find better matches and make writes slower.
   *     The default is that of pgvector.
   * @param efSearch Minimum number of candidates that a search in an HNSW index compares, from 1 to
   *     1000. More candidates find better matches and make searches slower. The default is that of
   *     pgvector.
   */
  public record Hnsw(
      @DefaultValue("16") int m,
      @DefaultValue("64") int efConstruction,
      @DefaultValue("40") int efSearch) {

    public Hnsw {
      PropertyRules.between("adk.vector.pgvector.hnsw.m", m, 2, 100);
      PropertyRules.between(
          "adk.vector.pgvector.hnsw.ef-construction", efConstruction, Math.max(4, 2 * m), 1000);
      PropertyRules.between("adk.vector.pgvector.hnsw.ef-search", efSearch, 1, 1000);
    }
  }

  /** Indexes over vectors. */
  public enum Index {
    HNSW,
    IVFFLAT,
    NONE
  }
}
