package dev.adk4j.jpa;

class H2ContractTests extends JpaContractTests {

  H2ContractTests() {
    super(DatabaseKind.H2);
  }
}
