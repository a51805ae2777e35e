package dev.adk4j.jdbc;

import dev.adk4j.value.Ids;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests in a tenant of their own, on a database of each kind that others use too. */
@ParameterizedClass
@EnumSource
public abstract class OnSharedDatabase {

  protected final DatabaseKind kind;
  protected final TestDatabase database;
  protected final String tenant = "tenant-" + Ids.next();

  protected OnSharedDatabase(DatabaseKind kind) {
    this.kind = kind;
    this.database = kind.shared();
  }

  /** How many rows of a table the tenant has. */
  protected final long rows(String table) {
    return database.count("select count(*) from " + table + " where tenant = '" + tenant + "'");
  }
}
