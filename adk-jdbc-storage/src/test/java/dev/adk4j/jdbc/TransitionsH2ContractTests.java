package dev.adk4j.jdbc;

import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.stored.TurnTransitionsContractTests;

class TransitionsH2ContractTests extends TurnTransitionsContractTests {

  @Override
  protected TurnStore store() {
    TestDatabase database = DatabaseKind.H2.shared();
    return JdbcTurnStore.of(
        database.dataSource(),
        JdbcStorageOptions.DEFAULT,
        JdbcGateOptions.DEFAULT,
        database.storage().unitOfWork());
  }
}
