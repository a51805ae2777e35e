package dev.adk4j.jpa;

class PostgresContractTests extends JpaContractTests {

  PostgresContractTests() {
    super(DatabaseKind.POSTGRES);
  }
}
