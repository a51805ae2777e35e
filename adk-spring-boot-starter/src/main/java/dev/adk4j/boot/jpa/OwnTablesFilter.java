package dev.adk4j.boot.jpa;

import java.util.Locale;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.Sequence;
import org.hibernate.mapping.Table;
import org.hibernate.tool.schema.spi.SchemaFilter;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;

/**
 * Keeps Hibernate's schema tool from creating, altering or dropping the library's tables; it may
 * validate them.
 */
final class OwnTablesFilter implements SchemaFilterProvider {

  private static final SchemaFilter OTHERS =
      new SchemaFilter() {
        @Override
        public boolean includeNamespace(Namespace namespace) {
          return true;
        }

        @Override
        public boolean includeTable(Table table) {
          return !table.getName().toLowerCase(Locale.ROOT).startsWith("adk_");
        }

        @Override
        public boolean includeSequence(Sequence sequence) {
          return true;
        }
      };

  @Override
  public SchemaFilter getCreateFilter() {
    return OTHERS;
  }

  @Override
  public SchemaFilter getDropFilter() {
    return OTHERS;
  }

  @Override
  public SchemaFilter getTruncatorFilter() {
    return OTHERS;
  }

  @Override
  public SchemaFilter getMigrateFilter() {
    return OTHERS;
  }

  @Override
  public SchemaFilter getValidateFilter() {
    return SchemaFilter.ALL;
  }
}
