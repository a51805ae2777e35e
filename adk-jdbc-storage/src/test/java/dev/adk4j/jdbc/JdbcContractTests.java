package dev.adk4j.jdbc;

import dev.adk4j.bytes.SpoolStoreFactory;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.StoredRow;
import dev.adk4j.test.StorageContractTests;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract kit over the tables. */
@ParameterizedClass
@EnumSource
class JdbcContractTests extends StorageContractTests {

  private final TestDatabase database;

  JdbcContractTests(DatabaseKind kind) {
    this.database = kind.shared();
  }

  @Override
  protected PersistentStorage storage() {
    return JdbcPersistentStorage.builder(database.dataSource())
        .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.NONE))
        .build();
  }

  @Override
  protected PersistentStorage reopen(PersistentStorage storage) {
    return storage();
  }

  @Override
  protected SpoolStoreFactory spoolStores(PersistentStorage storage) {
    return ((JdbcPersistentStorage) storage).spoolStores();
  }

  @Override
  protected boolean setTenantStandingInstructions(
      PersistentStorage storage, String tenant, List<Tokenizable> instructions) {
    AdkStorageAdmin.of(database.dataSource())
        .setStandingInstructions(tenant, instructions.stream().map(Tokenizable::value).toList());
    return true;
  }

  @Override
  protected List<StoredRow> log(PersistentStorage storage, Scope scope) {
    String where =
        " where tenant = '"
            + scope.tenant()
            + "' and conversation = '"
            + scope.conversation()
            + "'";
    return database
        .query(
            "select seq, 'message', id from adk_message"
                + where
                + " union all select seq, 'thought', id from adk_thought"
                + where
                + " union all select seq, 'tool call', id from adk_tool_call"
                + where
                + " order by 1")
        .stream()
        .map(row -> row.split("\\|", 3))
        .map(row -> new StoredRow(Long.parseLong(row[0]), row[1], TextEscape.unescape(row[2])))
        .toList();
  }
}
