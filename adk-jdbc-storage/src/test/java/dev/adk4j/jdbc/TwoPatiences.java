package dev.adk4j.jdbc;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A database that is waited for as long as a busy machine takes, but for the time it is known to be
 * away: then a second is enough to find that out.
 */
final class TwoPatiences extends DelegatingDataSource implements AutoCloseable {

  private final TestDatabase patient;
  private final TestDatabase impatient;
  private volatile boolean away;

  TwoPatiences(PostgresServer server) {
    patient = TestDatabase.open(server.url(), server.user(), server.password(), 6).withTables();
    impatient = TestDatabase.impatient(server.url(), server.user(), server.password(), 4, 1_000);
  }

  void away(boolean away) {
    this.away = away;
  }

  @Override
  public DataSource getTargetDataSource() {
    return (away ? impatient : patient).dataSource();
  }

  @Override
  public void close() {
    impatient.close();
    patient.close();
  }
}
