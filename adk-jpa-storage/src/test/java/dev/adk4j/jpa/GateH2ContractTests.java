package dev.adk4j.jpa;

import dev.adk4j.gate.GateStore;
import dev.adk4j.jpa.gate.JpaGateOptions;
import dev.adk4j.jpa.gate.JpaGateStore;
import dev.adk4j.test.gate.GateStoreContractTests;

class GateH2ContractTests extends GateStoreContractTests {

  @Override
  protected GateStore store() {
    return JpaGateStore.of(
        DatabaseKind.H2.shared().dataSource(), JpaStorageOptions.DEFAULT, JpaGateOptions.DEFAULT);
  }
}
