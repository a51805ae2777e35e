package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.test.memory.MemoryStoreContractTests;
import dev.adk4j.value.Ids;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store kit over the tables. */
@ParameterizedClass
@EnumSource
class JdbcMemoryStoreContractTests extends MemoryStoreContractTests<JdbcMemoryStore> {

  private final TestDatabase database;
  private final String name = "kit-" + Ids.next();

  JdbcMemoryStoreContractTests(DatabaseKind kind) {
    this.database = kind.shared();
  }

  @Override
  protected JdbcMemoryStore createStore(boolean writable) {
    return JdbcMemoryStore.builder(database.dataSource(), name).writable(writable).build();
  }
}
