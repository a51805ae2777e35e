package dev.adk4j.jdbc;

import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.gate.GateStoreContractTests;

class GatePostgresContractTests extends GateStoreContractTests {

  @Override
  protected TurnStore store() {
    return JdbcTurnStore.of(
        DatabaseKind.POSTGRES.shared().dataSource(),
        JdbcStorageOptions.DEFAULT,
        JdbcGateOptions.DEFAULT,
        null);
  }
}
