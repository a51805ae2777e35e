package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;

class PgVectorContractOnServerTests extends PgVectorContractTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.real();
  }
}
