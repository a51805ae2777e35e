package dev.adk4j.jdbc;

import dev.adk4j.gate.GateStore;
import dev.adk4j.jdbc.gate.JdbcGateOptions;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.test.gate.GateStoreContractTests;

class GateH2ContractTests extends GateStoreContractTests {

  @Override
  protected GateStore store() {
    return JdbcGateStore.of(
        DatabaseKind.H2.shared().dataSource(), JdbcStorageOptions.DEFAULT, JdbcGateOptions.DEFAULT);
  }
}
