package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;

class PgVectorContractOnPgliteTests extends PgVectorContractTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.pglite();
  }
}
