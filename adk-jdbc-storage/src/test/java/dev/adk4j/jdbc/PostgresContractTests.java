package dev.adk4j.jdbc;

class PostgresContractTests extends JdbcContractTests {

  PostgresContractTests() {
    super(DatabaseKind.POSTGRES);
  }
}
