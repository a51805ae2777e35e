package dev.adk4j.jdbc;

import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.jdbc.waiting.JdbcWaitingTurnStore;
import dev.adk4j.test.waiting.DurableTurnStoreContractTests;
import dev.adk4j.waiting.WaitingTurnStore;

class DurableH2ContractTests extends DurableTurnStoreContractTests {

  @Override
  protected WaitingTurnStore store() {
    TestDatabase database = DatabaseKind.H2.shared();
    return JdbcWaitingTurnStore.of(
        database.dataSource(),
        JdbcStorageOptions.DEFAULT,
        JdbcGateStore.of(database.dataSource()),
        database.storage().unitOfWork());
  }
}
