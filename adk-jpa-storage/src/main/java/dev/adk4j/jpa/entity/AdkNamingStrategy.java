package dev.adk4j.jpa.entity;

import java.util.Locale;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.naming.PhysicalNamingStrategy;
import org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * Maps the entities to the storage's schema and table names. Every persistence unit with {@link
 * AdkEntities} needs it, even with the default names. Delegates all other names to the
 * application's strategy.
 *
 * @since 0.1.0
 */
public final class AdkNamingStrategy implements PhysicalNamingStrategy {

  /** Schema in the entities' mappings, which identifies the storage's tables. */
  static final String LOGICAL_SCHEMA = "adk_storage";

  private static final String LOGICAL_PREFIX = "adk_";

  private final PhysicalNamingStrategy others;
  private final @Nullable String schema;
  private final String tablePrefix;

  /** Creates a strategy for tables called {@code adk_…} in the connection's schema. */
  public AdkNamingStrategy() {
    this(PhysicalNamingStrategyStandardImpl.INSTANCE, null, LOGICAL_PREFIX);
  }

  /**
   * Creates a strategy.
   *
   * @param others strategy for all other names
   * @param schema schema of the storage's tables; null for the connection's
   * @param tablePrefix prefix of the storage's table names
   */
  public AdkNamingStrategy(
      PhysicalNamingStrategy others, @Nullable String schema, String tablePrefix) {
    this.others = others;
    this.schema = schema;
    this.tablePrefix = tablePrefix;
  }

  /** Returns true if a table with this name in the database belongs to the storage. */
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
