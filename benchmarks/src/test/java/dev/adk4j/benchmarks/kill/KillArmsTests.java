package dev.adk4j.benchmarks.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is compared under kills does the same work where nobody is killed. */
@Tag("slow")
@Timeout(120)
class KillArmsTests {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofMinutes(2)).start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void chargesFiveTimesAndKeepsAWholeHistory(KillArms which) throws Exception {
    String name = which.name().toLowerCase(Locale.ROOT);
    new JdbcTemplate(server.getPostgresDatabase()).execute("create database " + name);
    try (HikariDataSource pool = KillNode.pool(server.getJdbcUrl("postgres", name), 12);
        KillArm arm = which.open(pool, new JdbcTemplate(pool))) {
      arm.createTables();
      Ledger ledger = which.ledger(new JdbcTemplate(pool));
      ledger.createTable();
      arm.work();

      arm.accept("t-1");
      arm.accept("t-2");
      await().atMost(Duration.ofSeconds(30)).until(() -> arm.open() == 0);

      assertThat(arm.wholeHistories()).contains(arm.history("t-1"));
      assertThat(arm.wholeHistories()).contains(arm.history("t-2"));
      assertThat(ledger.missing(2)).isZero();
      assertThat(ledger.doubled()).isZero();
      assertThat(arm.unknown()).isZero();
    }
  }
}
