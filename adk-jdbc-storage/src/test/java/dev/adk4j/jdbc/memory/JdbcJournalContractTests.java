package dev.adk4j.jdbc.memory;

import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.memory.journal.ExtractionJournal;
import dev.adk4j.test.memory.ExtractionJournalContractTests;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The journal kit over the tables. */
@ParameterizedClass
@EnumSource
class JdbcJournalContractTests extends ExtractionJournalContractTests {

  /** Of this class alone, as some of the kit's tests look at all that is there. */
  private static final Map<DatabaseKind, TestDatabase> DATABASES = new ConcurrentHashMap<>();

  private final TestDatabase database;

  JdbcJournalContractTests(DatabaseKind kind) {
    this.database = DATABASES.computeIfAbsent(kind, k -> k.withTables(10));
  }

  @Override
  protected ExtractionJournal openJournal() {
    return JdbcExtractionJournal.of(
        database.dataSource(), JdbcStorageOptions.DEFAULT, database.storage().unitOfWork());
  }

  @Override
  protected void letPass(Duration time) {
    MemoryTimes.pass(database, time);
  }

  @Override
  protected void cleanUp() {
    database.execute("delete from adk_memory_conversation");
    database.execute("delete from adk_memory_lease");
  }
}
