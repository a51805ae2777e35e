package dev.adk4j.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.adk4j.jdbc.AdkSchema;
import dev.adk4j.jdbc.AdkSchemaMode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.postgresql.ds.PGSimpleDataSource;

/** Every SQL block runs on a PostgreSQL with the library's tables, or is part of a file. */
class SqlSampleTests {

  private static final String FORCED = System.getenv().getOrDefault("ADK_TEST_PG", "");
  private static final String URL = System.getenv().getOrDefault("ADK_TEST_PG_URL", "");

  private static DataSource database;
  private static EmbeddedPostgres embedded;

  @BeforeAll
  static void createTables() throws Exception {
    database = URL.isEmpty() || FORCED.equals("embedded") ? embedded() : given();
    AdkSchema.of(database).apply(AdkSchemaMode.CREATE_IF_MISSING);
  }

  /** Not every system has binaries; where they are asked for they have to start. */
  private static DataSource embedded() throws Exception {
    try {
      embedded =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "off")
              .setPGStartupWait(Duration.ofMinutes(2))
              .start();
    } catch (Exception e) {
      assumeThat(FORCED).as("no PostgreSQL here: " + e).isEqualTo("embedded");
      throw e;
    }
    return embedded.getPostgresDatabase();
  }

  private static DataSource given() throws Exception {
    PGSimpleDataSource given = new PGSimpleDataSource();
    given.setUrl(URL);
    given.setUser(System.getenv().getOrDefault("ADK_TEST_PG_USER", "postgres"));
    given.setPassword(System.getenv().getOrDefault("ADK_TEST_PG_PASSWORD", "postgres"));
    try (Connection connection = given.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema if not exists adk_docs_samples");
    }
    given.setCurrentSchema("adk_docs_samples");
    return given;
  }

  @AfterAll
  static void stop() throws Exception {
    if (embedded != null) {
      embedded.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> everySqlBlockRuns() {
    return samples().filter(s -> !s.has("part of")).map(s -> test(s, () -> run(s.text())));
  }

  @TestFactory
  Stream<DynamicTest> everyExcerptIsPartOfItsFile() {
    return samples()
        .filter(s -> s.has("part of"))
        .map(s -> test(s, () -> assertThat(Repository.text(s.mark("part of"))).contains(s.text())));
  }

  private static Stream<Sample> samples() {
    List<MarkdownPage> pages = Repository.pages();
    return pages.stream().flatMap(page -> page.samples("sql").stream()).filter(Sample::supported);
  }

  private static DynamicTest test(Sample sample, Executable check) {
    return DynamicTest.dynamicTest(sample.place(), check);
  }

  /** Nothing of it stays. */
  private static void run(String sql) throws Exception {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(sql);
      connection.rollback();
    }
  }
}
