package dev.adk4j.jpa.entity;

import java.util.Locale;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Tells Hibernate where the storage's tables are. Every persistence unit with {@link AdkEntities}
 * needs it, also where the names are the default ones. Everything else is named by the
 * application's own strategy.
 */
public final class AdkNamingStrategy implements PhysicalNamingStrategy {

  /** What the entities name as their schema, so that it can be told from the application's. */
  static final String LOGICAL_SCHEMA = "adk_storage";

  private static final String LOGICAL_PREFIX = "adk_";

  private final PhysicalNamingStrategy others;
  private final @Nullable String schema;
  private final String tablePrefix;

  /** The tables are called {@code adk_…} and are in the connection's schema. */
  public AdkNamingStrategy() {
    this(PhysicalNamingStrategyStandardImpl.INSTANCE, null, LOGICAL_PREFIX);
  }

  /**
   * @param others names everything that is not the storage's
   * @param schema the schema of the storage's tables; null for the connection's own
   * @param tablePrefix what the names of the storage's tables start with
   */
  public AdkNamingStrategy(
      PhysicalNamingStrategy others, @Nullable String schema, String tablePrefix) {
    this.others = others;
    this.schema = schema;
    this.tablePrefix = tablePrefix;
  }

  /** Whether a table of this name, as it is in the database, is the storage's. */
  public boolean isStorageTable(String name) {
    String folded = name.toLowerCase(Locale.ROOT);
    String prefix = tablePrefix.toLowerCase(Locale.ROOT);
    return folded.startsWith(prefix)
        && AdkEntities.tables().contains(LOGICAL_PREFIX + folded.substring(prefix.length()));
  }

  @Override
  public @Nullable Identifier toPhysicalCatalogName(
      @Nullable Identifier name, JdbcEnvironment environment) {
    return others.toPhysicalCatalogName(name, environment);
  }

  @Override
  public @Nullable Identifier toPhysicalSchemaName(
      @Nullable Identifier name, JdbcEnvironment environment) {
    return name != null && name.getText().equals(LOGICAL_SCHEMA)
        ? Identifier.toIdentifier(schema)
        : others.toPhysicalSchemaName(name, environment);
  }

  @Override
  public @Nullable Identifier toPhysicalTableName(
      @Nullable Identifier name, JdbcEnvironment environment) {
    return name != null && AdkEntities.tables().contains(name.getText())
        ? Identifier.toIdentifier(tablePrefix + name.getText().substring(LOGICAL_PREFIX.length()))
        : others.toPhysicalTableName(name, environment);
  }

  @Override
  public @Nullable Identifier toPhysicalSequenceName(
      @Nullable Identifier name, JdbcEnvironment environment) {
    return others.toPhysicalSequenceName(name, environment);
  }

  @Override
  public @Nullable Identifier toPhysicalColumnName(
      @Nullable Identifier name, JdbcEnvironment environment) {
    return others.toPhysicalColumnName(name, environment);
  }
}
