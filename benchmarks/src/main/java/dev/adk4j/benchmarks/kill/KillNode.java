package dev.adk4j.benchmarks.kill;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import org.springframework.jdbc.core.JdbcTemplate;

/** A process that works on the turns of one arm, until its standard input ends. */
public final class KillNode {

  static final String READY = "READY";

  private static final int CONNECTIONS = 12;

  private KillNode() {}

  /**
   * @param args name of the arm, URL of its database, URL of the ledger
   */
  public static void main(String[] args) throws Exception {
    try (HikariDataSource database = pool(args[1], CONNECTIONS);
        HikariDataSource other = pool(args[2], CONNECTIONS);
        KillArm arm = KillArms.valueOf(args[0]).open(database, new JdbcTemplate(other))) {
      arm.work();
      System.out.println(READY);
      awaitEnd();
    }
  }

  static HikariDataSource pool(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("postgres");
    config.setPassword("postgres");
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  private static void awaitEnd() throws IOException {
    while (System.in.read() >= 0) {
      // whoever started this process says nothing, and ends the input
    }
  }
}
