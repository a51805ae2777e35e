package dev.adk4j.jpa;

import dev.adk4j.gate.GateStore;
import dev.adk4j.jpa.gate.JpaGateOptions;
import dev.adk4j.jpa.gate.JpaGateStore;
import dev.adk4j.test.gate.GateStoreContractTests;

class GatePostgresContractTests extends GateStoreContractTests {

  @Override
  protected GateStore store() {
    return JpaGateStore.of(
        DatabaseKind.POSTGRES.shared().dataSource(),
        JpaStorageOptions.DEFAULT,
        JpaGateOptions.DEFAULT);
  }
}
