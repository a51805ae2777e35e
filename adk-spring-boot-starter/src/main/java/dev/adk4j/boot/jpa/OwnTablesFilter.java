package dev.adk4j.boot.jpa;

import dev.adk4j.jpa.entity.AdkNamingStrategy;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.Sequence;
import org.hibernate.mapping.Table;
import org.hibernate.tool.schema.spi.SchemaFilter;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;

/**
 * Prevents Hibernate's schema tool from creating, altering or dropping the library's tables; it may
 * validate them.
 */
final class OwnTablesFilter implements SchemaFilterProvider {

  private final AdkNamingStrategy naming;
  private final SchemaFilter others =
      new SchemaFilter() {
        @Override
        public boolean includeNamespace(Namespace namespace) {
          return true;
        }

        @Override
        public boolean includeTable(Table table) {
          return !naming.isStorageTable(table.getName());
        }

        @Override
        public boolean includeSequence(Sequence sequence) {
          return true;
        }
      };

  OwnTablesFilter(AdkNamingStrategy naming) {
    this.naming = naming;
  }

  @Override
  public SchemaFilter getCreateFilter() {
    return others;
  }

  @Override
  public SchemaFilter getDropFilter() {
    return others;
  }

  @Override
  public SchemaFilter getTruncatorFilter() {
    return others;
  }

  @Override
  public SchemaFilter getMigrateFilter() {
    return others;
  }

  @Override
  public SchemaFilter getValidateFilter() {
    return SchemaFilter.ALL;
  }
}
