package dev.adk4j.jpa.memory;

import dev.adk4j.jpa.DatabaseKind;
import dev.adk4j.jpa.TestDatabase;
import dev.adk4j.test.memory.MemoryStoreContractTests;
import dev.adk4j.value.Ids;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store kit over the tables. */
@ParameterizedClass
@EnumSource
class JpaMemoryStoreContractTests extends MemoryStoreContractTests<JpaMemoryStore> {

  private final TestDatabase database;
  private final String name = "kit-" + Ids.next();

  JpaMemoryStoreContractTests(DatabaseKind kind) {
    this.database = kind.shared();
  }

  @Override
  protected JpaMemoryStore createStore(boolean writable) {
    return JpaMemoryStore.builder(database.dataSource(), name).writable(writable).build();
  }
}
