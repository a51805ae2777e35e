package dev.adk4j.jdbc;

import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.stored.DurableTurnStoreContractTests;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class DurableContractTests extends DurableTurnStoreContractTests {

  @Parameter private DatabaseKind kind;

  @Override
  protected TurnStore store() {
    return Stores.turns(kind.shared().dataSource(), kind.shared().storage());
  }
}
