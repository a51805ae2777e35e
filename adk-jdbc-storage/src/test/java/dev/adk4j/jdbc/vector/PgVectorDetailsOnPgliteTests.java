package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;

class PgVectorDetailsOnPgliteTests extends PgVectorDetailsTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.pglite();
  }
}
