package dev.adk4j.jdbc.vector;

import javax.sql.DataSource;

class PgVectorDetailsOnServerTests extends PgVectorDetailsTests {

  @Override
  DataSource dataSource() {
    return PgVectorServer.real();
  }
}
