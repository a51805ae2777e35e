package dev.adk4j.jdbc.vector;

import dev.adk4j.vector.VectorDb;
import dev.adk4j.vector.VectorEncoder;
import dev.adk4j.vector.retrieval.DocumentSource;
import dev.adk4j.vector.retrieval.DocumentSplitter;
import dev.adk4j.vector.retrieval.Ingestion;
import dev.adk4j.vector.retrieval.IngestionListener;
import dev.adk4j.vector.retrieval.IngestionReport;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Ingests a folder. Says {@code EMBEDDED n} after each call of the encoder, and at the end {@code
 * DONE} with the counts, the milliseconds and the most memory in use after a collection of garbage
 * during the run.
 */
final class IngestionProcess {

  static final String COLLECTION = "soak_documents";

  private IngestionProcess() {}

  public static void main(String[] args) throws Exception {
    SingleConnectionDataSource dataSource =
        new SingleConnectionDataSource(new DriverManagerDataSource(args[0]).getConnection(), true);
    Memory memory = new Memory();
    IngestionReport report =
        Ingestion.of(DocumentSource.folder(Path.of(args[1])))
            .listener(memory)
            .splitter(DocumentSplitter.markdown())
            .into(db(dataSource), COLLECTION)
            .run();
    dataSource.destroy();
    System.out.printf(
        "DONE %d %d %d %d %d %d%n",
        report.documents(),
        report.passages(),
        report.embedded(),
        report.deleted(),
        report.duration().toMillis(),
        memory.most >> 20);
  }

  static VectorDb db(DataSource dataSource) {
    VectorEncoder encoder =
        (texts, kind) -> {
          System.out.println("EMBEDDED " + texts.size());
          return texts.stream().map(IngestionProcess::vector).toList();
        };
    return VectorDb.builder(PgVectorBackend.of(dataSource)).encoder(encoder).build();
  }

  private static float[] vector(String text) {
    float[] vector = new float[32];
    vector[31] = 0.1f;
    for (String word : text.split("\\W+")) {
      vector[Math.floorMod(word.hashCode(), 31)]++;
    }
    return vector;
  }

  /** Looks at the memory that is in use after a collection of garbage, now and then. */
  private static final class Memory implements IngestionListener {

    private int parts;
    private long most;

    @Override
    public void progressed(IngestionReport soFar) {
      if (parts++ % 20 == 0) {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
      }
    }
  }
}
