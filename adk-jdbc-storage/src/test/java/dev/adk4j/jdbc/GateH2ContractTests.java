package dev.adk4j.jdbc;

import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.gate.GateStoreContractTests;

class GateH2ContractTests extends GateStoreContractTests {

  @Override
  protected TurnStore store() {
    return JdbcTurnStore.of(
        DatabaseKind.H2.shared().dataSource(),
        JdbcStorageOptions.DEFAULT,
        JdbcGateOptions.DEFAULT,
        null);
  }
}
