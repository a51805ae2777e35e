package dev.adk4j.benchmarks.vector;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.jdbc.vector.PgVectorBackend;
import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The same search with pgvector through this library, and as SQL sent by hand to the same table.
 */
final class PgSearches {

  private static final String COLLECTION = "bench_documents";
  private static final int CHUNK = 250;

  /** Rounds' worth of searches before the first that counts. */
  private static final int WARM_UP = 10;

  private static final String RAW =
      "select id, document, cast(metadata as text), embedding <=> cast(? as vector) as distance from "
          + COLLECTION
          + " order by embedding <=> cast(? as vector) limit "
          + SearchArms.SearchArm.TOP;

  private final Size size;
  private final DataSource dataSource;
  private final VectorDb db;
  private final List<Double> library = new ArrayList<>();
  private final List<Double> raw = new ArrayList<>();
  private int agreed;
  private int asked;

  PgSearches(Size size, DataSource dataSource) {
    this.size = size;
    this.dataSource = dataSource;
    this.db =
        VectorDb.of(
            PgVectorBackend.builder(dataSource).indexKind(PgVectorBackend.IndexKind.NONE).build());
  }

  void run() throws SQLException {
    db.connect();
    if (db.schema().hasCollection(COLLECTION)) {
      db.schema().dropCollection(COLLECTION);
    }
    db.schema().createCollection(COLLECTION, c -> c.vector(RandomVectors.DIMENSIONS));
    fill();
    index();
    for (int round = 0; round <= size.rounds(); round++) {
      List<Double> libraryMillis = new ArrayList<>();
      List<Double> rawMillis = new ArrayList<>();
      int queries = size.turnsPerRound() * (round == 0 ? WARM_UP : 1);
      for (int query = 0; query < queries; query++) {
        float[] vector = RandomVectors.of(-1 - query);
        long start = System.nanoTime();
        List<String> found = library(vector);
        long middle = System.nanoTime();
        List<String> byHand = byHand(vector);
        long end = System.nanoTime();
        libraryMillis.add((middle - start) / 1e6);
        rawMillis.add((end - middle) / 1e6);
        asked++;
        agreed += found.getFirst().equals(byHand.getFirst()) ? 1 : 0;
      }
      if (round > 0) {
        library.add(new Samples(libraryMillis).median());
        raw.add(new Samples(rawMillis).median());
      }
    }
  }

  private void fill() {
    for (int first = 0; first < size.vectors(); first += CHUNK) {
      List<VectorRecord> records = new ArrayList<>();
      for (int i = first; i < Math.min(first + CHUNK, size.vectors()); i++) {
        records.add(
            VectorRecord.builder("id-" + i)
                .vector(RandomVectors.of(i))
                .document("document " + i)
                .metadata("number", i)
                .build());
      }
      db.collection(COLLECTION).upsert(records);
    }
  }

  /** Over what is there: filling an indexed table takes minutes where the server is WebAssembly. */
  private void index() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create index on " + COLLECTION + " using hnsw (embedding vector_cosine_ops)");
    }
  }

  private List<String> library(float[] vector) {
    return db
        .collection(COLLECTION)
        .nearVector(vector)
        .select("id", "document", "metadata")
        .limit(SearchArms.SearchArm.TOP)
        .fetch()
        .stream()
        .map(match -> match.id().orElseThrow())
        .toList();
  }

  private List<String> byHand(float[] vector) throws SQLException {
    String text = text(vector);
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(RAW)) {
      statement.setString(1, text);
      statement.setString(2, text);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> ids = new ArrayList<>();
        while (rows.next()) {
          ids.add(rows.getString(1));
          rows.getString(2);
          rows.getString(3);
          rows.getDouble(4);
        }
        return ids;
      }
    }
  }

  private static String text(float[] vector) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < vector.length; i++) {
      text.append(i == 0 ? "" : ",").append(vector[i]);
    }
    return text.append(']').toString();
  }

  Samples library() {
    return new Samples(library);
  }

  Samples raw() {
    return new Samples(raw);
  }

  /** How often both found the same nearest: the index looks for approximate neighbours. */
  double agreement() {
    return 100.0 * agreed / asked;
  }
}
