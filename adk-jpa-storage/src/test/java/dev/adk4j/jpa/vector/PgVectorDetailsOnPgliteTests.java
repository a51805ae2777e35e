package dev.adk4j.jpa.vector;

import javax.sql.DataSource;

class PgVectorDetailsOnPgliteTests extends PgVectorDetailsTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.pglite();
  }
}
