package dev.adk4j.jdbc;

import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.gate.GateStoreContractTests;
import java.time.Duration;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class GateContractTests extends GateStoreContractTests {

  @Parameter private DatabaseKind kind;

  @Override
  protected TurnStore store() {
    return JdbcTurnStore.of(
        kind.shared().dataSource(),
        JdbcStorageOptions.DEFAULT,
        JdbcGateOptions.DEFAULT.withPollInterval(Duration.ofMillis(10)),
        null);
  }
}
