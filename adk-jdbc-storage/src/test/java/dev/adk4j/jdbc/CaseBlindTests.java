package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 databases in which tenants that differ in case would be one. */
class CaseBlindTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "IGNORECASE=TRUE",
        "COLLATION=en_US STRENGTH PRIMARY",
        "IGNORECASE=TRUE;DATABASE_TO_LOWER=TRUE"
      })
  void refusesACaseBlindDatabaseAtStart(String settings) {
    try (TestDatabase database = open(address() + ";" + init(settings))) {
      refuses(() -> AdkSchema.of(database.dataSource()));
      refuses(() -> JdbcPersistentStorage.of(database.dataSource()));
      refuses(() -> AdkStorageAdmin.of(database.dataSource()));
    }
  }

  @Test
  void refusesTablesCreatedInACaseBlindDatabase() {
    String address = address();
    try (TestDatabase database = open(address)) {
      database.execute(
          "create table bot_blob_chunk (tenant varchar_ignorecase(800), data varbinary(10))");
      JdbcStorageOptions named = JdbcStorageOptions.DEFAULT.withTablePrefix("bot_");
      refuses(() -> AdkSchema.of(database.dataSource(), named));
      assertThatCode(() -> AdkSchema.of(database.dataSource())).doesNotThrowAnyException();
    }
  }

  private static String init(String settings) {
    return settings.startsWith("COLLATION") ? "INIT=SET " + settings : settings;
  }

  private static String address() {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  }

  private static TestDatabase open(String url) {
    return TestDatabase.open(url, "sa", "", 2);
  }

  private static void refuses(ThrowingCallable start) {
    assertThatThrownBy(start)
        .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_SCHEMA))
        .hasMessageContaining("acme")
        .hasMessageContaining("ACME");
  }
}
