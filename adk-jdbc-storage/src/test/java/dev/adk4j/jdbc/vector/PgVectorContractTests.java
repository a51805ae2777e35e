package dev.adk4j.jdbc.vector;

import dev.adk4j.test.vector.VectorBackendContractTests;
import dev.adk4j.vector.CollectionSpec;
import dev.adk4j.vector.DistanceMetric;
import dev.adk4j.vector.VectorBackend;
import java.util.List;
import javax.sql.DataSource;

abstract class PgVectorContractTests extends VectorBackendContractTests {

  abstract DataSource dataSource();

  @Override
  protected VectorBackend createBackend() {
    PgVectorBackend backend = PgVectorBackend.of(dataSource());
    backend.dropCollection("docs", true);
    backend.dropCollection("Renamed", true);
    backend.dropCollection("Other", true);
    backend.createCollection(
        new CollectionSpec("docs", dimensions(), DistanceMetric.COSINE, List.of()), false);
    return backend;
  }
}
