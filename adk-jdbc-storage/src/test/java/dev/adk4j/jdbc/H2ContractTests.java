package dev.adk4j.jdbc;

class H2ContractTests extends JdbcContractTests {

  H2ContractTests() {
    super(DatabaseKind.H2);
  }
}
